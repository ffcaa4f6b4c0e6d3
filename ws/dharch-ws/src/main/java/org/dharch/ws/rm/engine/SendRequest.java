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
 * @param messageId the id of the DHArch message
 * @param isLast whether it is the last message
 * @param ownershipMillis how long the DHArch message may be repeated
 * @param waits how often it was deferred
 */
public record SendRequest(
    Terms terms,
    Optional<Terms> offer,
    long expiresMillis,
    String messageId,
    byte[] envelope,
    boolean isLast,
    long ownershipMillis,
    int waits) {

  RmEvent.Send event(boolean hasCapacity) {
    return new RmEvent.Send(messageId, envelope, isLast, ownershipMillis, waits, hasCapacity);
  }
}
