package org.dharch.ws;

import org.dharch.ws.addressing.EndpointReference;

/**
 * An outbound message of a protocol.
 *
 * @param target the endpoint. The anonymous address is the response to the current request. A
 *     message to the address "none" is not sent.
 * @param envelope in UTF-8
 */
public record WsMessage(EndpointReference target, String action, byte[] envelope) {}
