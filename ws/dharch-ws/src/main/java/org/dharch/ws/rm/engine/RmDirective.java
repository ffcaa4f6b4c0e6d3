package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SourceSequence;

/**
 * An action to execute after its transaction was committed.
 *
 * @param sequence its sequence in the new state
 * @param envelope the envelope of a message to send or deliver
 * @param replies the offered sequence, for a numbered response or for the answer that ends it
 */
public record RmDirective(
    RmSequence sequence,
    RmAction action,
    Optional<byte[]> envelope,
    Optional<SourceSequence> replies) {}
