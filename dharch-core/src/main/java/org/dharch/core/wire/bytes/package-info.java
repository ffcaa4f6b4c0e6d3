/**
 * Reads and writes primitives, texts and properties as bytes, for the wire and for stores.
 *
 * <p>May see: {@code org.dharch.api}, {@code message}. Read next: {@code org.dharch.core.wire},
 * whose messages consist of them.
 */
package org.dharch.core.wire.bytes;
