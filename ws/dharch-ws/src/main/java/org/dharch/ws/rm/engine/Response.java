package org.dharch.ws.rm.engine;

import org.dharch.ws.rm.RmEvent;

/**
 * The response or fault of a request.
 *
 * @param messageId the id of the DHArch message
 * @param ownershipMillis how long the DHArch message may be repeated
 */
public record Response(String messageId, byte[] envelope, long ownershipMillis) {

  RmEvent.Send event(boolean isLast) {
    return new RmEvent.Send("response of " + messageId, envelope, isLast, ownershipMillis, 0, true);
  }
}
