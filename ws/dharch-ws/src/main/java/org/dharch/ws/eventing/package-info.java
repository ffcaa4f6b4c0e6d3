/**
 * WS-Eventing 2004/08 and 2011/03 as a pure protocol: subscription requests, matching of events,
 * and notifications.
 *
 * <pre>
 * Subscribe, Renew, GetStatus, Unsubscribe -> SubscriptionManager -> SubscriptionStore
 * event -> FilterIndex (each distinct filter once) -> pages of subscriptions -> EventSource -> emissions
 * </pre>
 *
 * <p>May use: {@code org.dharch.api}, {@code org.dharch.core.message}, {@code
 * org.dharch.core.xpath}, {@code org.dharch.ws}, {@code org.dharch.ws.soap}, {@code
 * org.dharch.ws.addressing}. Read {@code org.dharch.ws.eventing.store} next.
 */
package org.dharch.ws.eventing;
