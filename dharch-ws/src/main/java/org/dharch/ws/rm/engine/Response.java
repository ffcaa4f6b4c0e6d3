package org.dharch.ws.rm.engine;

import org.dharch.ws.rm.RmEvent;

/**
 * The response or fault of a request.
 *
 * @param by the id of the DHArch message
 * @param handMillis how long the DHArch message may be repeated
 */
public record Response(String by, byte[] envelope, long handMillis) {

  RmEvent.Send event() {
    return new RmEvent.Send("response of " + by, envelope, false, handMillis, 0, true);
  }
}
