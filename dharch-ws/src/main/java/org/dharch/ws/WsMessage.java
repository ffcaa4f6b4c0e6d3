package org.dharch.ws;

import org.dharch.ws.addressing.EndpointReference;

/**
 * An outbound message of a protocol.
 *
 * @param target the endpoint. The anonymous address is the back-channel, the response to the
 *     current request. Nothing is sent to the address "none".
 * @param action its action
 * @param envelope in UTF-8
 */
public record WsMessage(EndpointReference target, String action, byte[] envelope) {}
