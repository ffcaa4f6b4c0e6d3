/**
 * The SOAP envelope as bytes: reading, parts, difference and merge ({@link
 * org.dharch.core.message.envelope.Envelopes}, {@link org.dharch.core.message.envelope.Merge}).
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code message.xml}, {@code text}. Read
 * next: {@code org.dharch.core.execution}, which merges what handlers return.
 */
package org.dharch.core.message.envelope;
