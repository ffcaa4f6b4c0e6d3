package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.Terms;

/**
 * A message to send reliably.
 *
 * @param terms the terms of its sequence
 * @param offer the terms of the sequence to offer for responses, whose sink is this node
 * @param expiresMillis the lifetime of a new sequence
 * @param by the id of the DHArch message, which identifies repetitions
 * @param isLast whether it is the last message
 * @param handMillis how long the DHArch message may be repeated
 * @param waits how often it was deferred
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
