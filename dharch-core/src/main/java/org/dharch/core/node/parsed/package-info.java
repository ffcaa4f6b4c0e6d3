/**
 * Keeps parsed messages for the next handlers of a task batch.
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code spi}. Next: {@link
 * org.dharch.core.node.parsed.ParsedMessageCache}.
 */
package org.dharch.core.node.parsed;
