/**
 * The durable store: failed messages, and accepted one-way messages. A {@link
 * org.dharch.core.store.MessageStore} is memory or a folder; {@code
 * org.dharch.core.recovery.StoreAgent} decides on its content.
 *
 * <p>May see: {@code org.dharch.api}, {@code files}, {@code message}, {@code text}, {@code wire},
 * {@code wire.bytes}. See docs/failed-messages.md.
 */
package org.dharch.core.store;
