package org.dharch.ws;

import org.dharch.ws.addressing.EndpointReference;

/**
 * A message that a protocol has to send.
 *
 * @param target where it goes: the anonymous address is the back-channel, the response to the
 *     request at hand; and nothing is sent where it says none
 * @param action its action
 * @param envelope in UTF-8
 */
public record WsMessage(EndpointReference target, String action, byte[] envelope) {}
