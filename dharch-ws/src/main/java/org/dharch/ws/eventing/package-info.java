/**
 * WS-Eventing 2004/08 and 2011/03 as a pure protocol: what subscribes, which subscriptions an event
 * is for, and what is sent to them.
 *
 * <pre>
 *  Subscribe, Renew, GetStatus, Unsubscribe -> SubscriptionManager -> SubscriptionStore
 *  event -> FilterIndex (each distinct filter once) -> pages of subscriptions -> EventSource
 *     -> emissions
 * </pre>
 *
 * <p>May see: {@code org.dharch.api}, {@code org.dharch.core.message}, {@code
 * org.dharch.core.xpath}, {@code org.dharch.ws}, {@code org.dharch.ws.soap}, {@code
 * org.dharch.ws.addressing}. A reader goes on with {@code org.dharch.ws.eventing.store}.
 */
package org.dharch.ws.eventing;
