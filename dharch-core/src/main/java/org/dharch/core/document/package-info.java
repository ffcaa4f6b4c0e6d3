/**
 * Reads the operator's XML documents: checked against their schemas, every error with file, line
 * and column ({@link org.dharch.core.document.XmlDocuments}), durations, and XML as text. It knows
 * no particular document.
 *
 * <p>May see: {@code message}, {@code text}. Next: {@code org.dharch.core.orchestration}, {@code
 * org.dharch.core.flow}, or the node document in dharch-hemanager.
 */
package org.dharch.core.document;
