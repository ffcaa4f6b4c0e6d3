/**
 * What outlives the manager: failed messages, and one-way messages that were accepted durably. A
 * {@link org.dharch.core.store.MessageStore} is memory or a folder; {@code
 * org.dharch.core.recovery.StoreAgent} decides what goes in and comes out.
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code wire}, {@code files}. A reader goes
 * on with docs/failed-messages.md.
 */
package org.dharch.core.store;
