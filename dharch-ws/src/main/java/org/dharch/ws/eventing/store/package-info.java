/**
 * Where subscriptions are kept: in memory, a few hundred bytes each, or in a data base, from which
 * they are read in pages.
 *
 * <p>May see: {@code org.dharch.ws.eventing}, {@code org.dharch.ws.soap}, {@code
 * org.dharch.ws.jdbc}.
 */
package org.dharch.ws.eventing.store;
