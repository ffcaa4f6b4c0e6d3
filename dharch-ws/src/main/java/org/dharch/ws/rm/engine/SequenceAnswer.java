package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.SequenceId;

/**
 * A CreateSequenceResponse at a source.
 *
 * @param id what the sequence is called on the wire
 * @param expiresMillis how long it is there at most, from when this is taken
 * @param acceptsOffer whether the sequence is accepted that was offered
 * @param acksTo where acknowledgements of that go, if that is said
 */
public record SequenceAnswer(
    SequenceId id, long expiresMillis, boolean acceptsOffer, Optional<String> acksTo) {}
