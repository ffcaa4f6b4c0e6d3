/**
 * WS-Addressing, WS-ReliableMessaging and WS-Eventing as handlers that a node document names
 * (docs/rm-handlers.md, docs/eventing.md).
 *
 * <pre>
 *  message -> AddressingHandler, RmSinkHandler, RmSourceHandler, RmStoreHandler
 *     -> the processors of org.dharch.ws -> the result
 *  RmNode: the shared state of the RM handlers of a node: engine, store, timer, emissions
 *  message -> EventingManagerHandler -> SubscriptionManager -> the answer
 *  event -> EventingSourceHandler -> EventingNode: FilterIndex -> FanOut, page by page -> PendingNotifications
 * </pre>
 *
 * <p>May use: {@code org.dharch.api}, {@code org.dharch.core.message}, {@code
 * org.dharch.core.document}, {@code org.dharch.core.xpath}, {@code org.dharch.outbound}, all of
 * {@code org.dharch.ws}.
 */
package org.dharch.ws.handlers;
