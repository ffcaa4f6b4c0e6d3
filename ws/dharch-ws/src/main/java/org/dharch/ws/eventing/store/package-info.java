/**
 * Stores of subscriptions: in memory, a few hundred bytes each, or in a database, read in pages.
 *
 * <p>May use: {@code org.dharch.ws.eventing}, {@code org.dharch.ws.soap}, {@code
 * org.dharch.ws.jdbc}.
 */
package org.dharch.ws.eventing.store;
