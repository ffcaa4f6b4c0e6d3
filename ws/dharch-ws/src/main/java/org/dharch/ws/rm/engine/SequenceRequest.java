package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.Terms;

/**
 * A CreateSequence.
 *
 * @param terms the terms of the requested sequence, without the offer
 * @param expiresMillis its maximum lifetime
 * @param offer a sequence for the other direction
 * @param refusal the policy's reason to refuse it; empty to grant it
 */
public record SequenceRequest(
    Terms terms, long expiresMillis, Optional<Offer> offer, Optional<String> refusal) {

  /**
   * An offered sequence for responses.
   *
   * @param terms its terms: this node sends to its endpoint, or on the back-channel if that is
   *     empty
   */
  public record Offer(SequenceId id, Terms terms, long expiresMillis) {}
}
