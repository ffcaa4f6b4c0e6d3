/**
 * Scans XML in its bytes, without a tree: {@link org.dharch.core.message.xml.XmlScanner}.
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code text}. Read next: {@code
 * org.dharch.core.message.envelope}, which reads SOAP with it.
 */
package org.dharch.core.message.xml;
