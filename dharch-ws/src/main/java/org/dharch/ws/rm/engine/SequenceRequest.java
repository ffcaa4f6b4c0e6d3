package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.Terms;

/**
 * A CreateSequence at a sink.
 *
 * @param terms those of the sequence that is wanted; what it offers is in {@code offer}
 * @param expiresMillis how long it is to be there at most
 * @param offer a sequence of the other direction
 * @param refusal why policy does not grant it, if it does not
 */
public record SequenceRequest(
    Terms terms, long expiresMillis, Optional<Offer> offer, Optional<String> refusal) {

  /**
   * The sequence that is offered for responses.
   *
   * @param terms its own: here a source sends to its endpoint, or on the back-channel if that is
   *     empty
   */
  public record Offer(SequenceId id, Terms terms, long expiresMillis) {}
}
