package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SequenceId;

/**
 * An action to execute after its transaction was committed.
 *
 * @param sequence its sequence in the new state
 * @param envelope the envelope of the affected message, if the action sends or delivers one
 * @param replies the identifier of the response's sequence, if the action is a response with a
 *     number
 */
public record RmDirective(
    RmSequence sequence,
    RmAction action,
    Optional<byte[]> envelope,
    Optional<SequenceId> replies) {}
