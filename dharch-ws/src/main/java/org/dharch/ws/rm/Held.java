package org.dharch.ws.rm;

import java.util.List;
import java.util.Optional;

/**
 * The messages of one sequence, as its machine may ask for them. What is answered does not change
 * while one event is taken: it is the store's state before it.
 */
public interface Held {

  /** The message of this number. */
  Optional<RmMessage> at(long number);

  /** The message that this has in hand, or had: {@link RmMessage#by()}. */
  Optional<RmMessage> by(String hand);

  /** Those in this state, by their numbers, the first {@code limit} of them. */
  List<RmMessage> in(MessageState state, int limit);

  /** Those in this state that are due, the first due first, {@code limit} at most. */
  List<RmMessage> due(MessageState state, long now, int limit);

  /** Those from {@code lower} to {@code upper}, by their numbers, {@code limit} at most. */
  List<RmMessage> between(long lower, long upper, int limit);

  /** Those whose responses have these numbers in the offered sequence. */
  List<RmMessage> withReplies(long lower, long upper);

  /** When the first is due that is not due now; {@link RmMessage#NEVER} if none is. */
  long nextDue(long now);
}
