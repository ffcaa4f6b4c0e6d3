package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SequenceId;

/**
 * An action to execute after its transaction was committed.
 *
 * @param sequence its sequence in the new state
 * @param envelope the envelope of a message to send or deliver
 * @param replies the identifier of the response's sequence, for a numbered response
 */
public record RmDirective(
    RmSequence sequence,
    RmAction action,
    Optional<byte[]> envelope,
    Optional<SequenceId> replies) {}
