/**
 * WS-Addressing and WS-ReliableMessaging as handlers that a node document names
 * (docs/rm-handlers.md).
 *
 * <pre>
 *  message -> AddressingHandler, RmSinkHandler, RmSourceHandler, RmStoreHandler
 *     -> the processors of org.dharch.ws -> what becomes of it
 *  RmNode: what the RM handlers of a node have in common: engine, store, timer, emissions
 * </pre>
 *
 * <p>May see: {@code org.dharch.api}, {@code org.dharch.core.message}, {@code
 * org.dharch.core.document}, all of {@code org.dharch.ws}.
 */
package org.dharch.ws.handlers;
