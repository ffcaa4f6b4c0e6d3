package org.dharch.ws.rm.engine;

import org.dharch.ws.rm.RmEvent;

/**
 * The response of a request, or a fault, on its way out.
 *
 * @param by the id of DHArch's message
 * @param handMillis for how long that may come again
 * @param waits how often it was put off
 */
public record Response(String by, byte[] envelope, long handMillis, int waits) {

  RmEvent.Send event(boolean hasRoom) {
    return new RmEvent.Send(by, envelope, false, handMillis, waits, hasRoom);
  }
}
