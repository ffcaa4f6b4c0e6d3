package org.dharch.ws.rm;

import java.util.List;
import java.util.Optional;

/** The stored messages of one sequence, before the current event. */
public interface SequenceMessages {

  Optional<RmMessage> at(long number);

  /** Returns the message with this owner: {@link RmMessage#owner()}. */
  Optional<RmMessage> ownedBy(String owner);

  /** Returns the first {@code limit} messages in this state, by number. */
  List<RmMessage> in(MessageState state, int limit);

  /** Returns at most {@code limit} due messages in this state, by due time. */
  List<RmMessage> due(MessageState state, long now, int limit);

  /** Returns at most {@code limit} messages from {@code lower} to {@code upper}, by number. */
  List<RmMessage> between(long lower, long upper, int limit);

  /** Returns the requests whose responses have these numbers in the offered sequence. */
  List<RmMessage> withReplies(long lower, long upper);

  /** Returns the next due time after {@code now}; {@link RmMessage#NEVER} if there is none. */
  long nextDue(long now);
}
