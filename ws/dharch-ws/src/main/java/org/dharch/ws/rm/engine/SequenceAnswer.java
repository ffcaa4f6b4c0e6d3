package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.SequenceId;

/**
 * A CreateSequenceResponse.
 *
 * @param id the identifier of the sequence
 * @param expiresMillis its lifetime, starting now
 * @param acceptsOffer whether the offered sequence is accepted
 * @param acksTo the AcksTo address of the offered sequence, if specified
 */
public record SequenceAnswer(
    SequenceId id, long expiresMillis, boolean acceptsOffer, Optional<String> acksTo) {}
