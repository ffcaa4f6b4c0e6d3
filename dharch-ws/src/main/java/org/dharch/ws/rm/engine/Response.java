package org.dharch.ws.rm.engine;

import org.dharch.ws.rm.RmEvent;

/**
 * The response of a request, or a fault, on its way out.
 *
 * @param by the id of DHArch's message
 * @param handMillis for how long that may come again
 */
public record Response(String by, byte[] envelope, long handMillis) {

  RmEvent.Send event() {
    return new RmEvent.Send("response of " + by, envelope, false, handMillis, 0, true);
  }
}
