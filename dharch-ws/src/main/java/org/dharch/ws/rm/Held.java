package org.dharch.ws.rm;

import java.util.List;
import java.util.Optional;

/** The stored messages of one sequence. The answers reflect the store before the current event. */
public interface Held {

  /** Returns the message with this number. */
  Optional<RmMessage> at(long number);

  /** Returns the message that is or was owned by this id: {@link RmMessage#by()}. */
  Optional<RmMessage> by(String hand);

  /** Returns the first {@code limit} messages in this state, by number. */
  List<RmMessage> in(MessageState state, int limit);

  /** Returns at most {@code limit} messages in this state that are due, by due time. */
  List<RmMessage> due(MessageState state, long now, int limit);

  /** Returns at most {@code limit} messages from {@code lower} to {@code upper}, by number. */
  List<RmMessage> between(long lower, long upper, int limit);

  /** Returns the requests whose responses have these numbers in the offered sequence. */
  List<RmMessage> withReplies(long lower, long upper);

  /** Returns the next due time after now; {@link RmMessage#NEVER} if there is none. */
  long nextDue(long now);
}
