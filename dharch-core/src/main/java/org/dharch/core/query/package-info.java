/**
 * Answers queries about messages, from this process and from other managers.
 *
 * <p>May see: {@code org.dharch.api}, {@code context}, {@code emission}, {@code message}, {@code
 * metrics}, {@code spi}, {@code view}, {@code wire}, {@code wire.bytes}. Next: {@link
 * org.dharch.core.query.ProgressQueries}.
 */
package org.dharch.core.query;
