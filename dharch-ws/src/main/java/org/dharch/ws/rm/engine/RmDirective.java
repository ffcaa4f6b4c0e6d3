package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SequenceId;

/**
 * Something that is to be done now that it is in the store.
 *
 * @param sequence whose it is, as it is now
 * @param envelope of the message that it is about, if it sends or delivers one
 * @param replies what the sequence is called on the wire in which a response goes, if the action is
 *     a response that has a number there
 */
public record RmDirective(
    RmSequence sequence,
    RmAction action,
    Optional<byte[]> envelope,
    Optional<SequenceId> replies) {}
