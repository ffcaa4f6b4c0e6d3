package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.Terms;

/**
 * A message that is to be sent reliably.
 *
 * @param terms those of its sequence, whichever that is
 * @param offer the terms of the sequence for responses that is to be offered, whose sink is here
 * @param expiresMillis how long a new sequence is to be there at most
 * @param by the id of DHArch's message, which makes it the same message each time
 * @param isLast whether no further one will follow
 * @param handMillis for how long DHArch's message may come again
 * @param waits how often it was put off
 */
public record SendRequest(
    Terms terms,
    Optional<Terms> offer,
    long expiresMillis,
    String by,
    byte[] envelope,
    boolean isLast,
    long handMillis,
    int waits) {

  RmEvent.Send event(boolean hasCapacity) {
    return new RmEvent.Send(by, envelope, isLast, handMillis, waits, hasCapacity);
  }
}
