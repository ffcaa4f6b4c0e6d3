/**
 * WS-Addressing, WS-ReliableMessaging and WS-Eventing as handlers that a node document names
 * (docs/rm-handlers.md, docs/eventing.md).
 *
 * <pre>
 *  message -> AddressingHandler, RmSinkHandler, RmSourceHandler, RmStoreHandler
 *     -> the processors of org.dharch.ws -> what becomes of it
 *  RmNode: what the RM handlers of a node have in common: engine, store, timer, emissions
 *  message -> EventingManagerHandler -> SubscriptionManager -> the answer
 *  event -> EventingSourceHandler -> EventingNode: FilterIndex -> FanOut, page by page -> Pushes
 * </pre>
 *
 * <p>May see: {@code org.dharch.api}, {@code org.dharch.core.message}, {@code
 * org.dharch.core.document}, {@code org.dharch.core.xpath}, {@code org.dharch.outbound}, all of
 * {@code org.dharch.ws}.
 */
package org.dharch.ws.handlers;
