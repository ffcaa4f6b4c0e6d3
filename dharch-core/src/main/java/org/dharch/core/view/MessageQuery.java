package org.dharch.core.view;

import java.util.Objects;
import java.util.Optional;
import org.dharch.api.MessageId;

/**
 * A query to all managers: for one message, or for messages that match.
 *
 * @param id the message that is queried, returned with all details; {@code filter} is then ignored
 * @param filter otherwise the messages that match, returned in short
 */
public record MessageQuery(Optional<MessageId> id, MessageProgress.Filter filter) {
  public MessageQuery {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(filter, "filter");
  }

  /** Creates a query for one message. */
  public static MessageQuery of(MessageId id) {
    return new MessageQuery(Optional.of(id), MessageProgress.Filter.UNDER_WAY);
  }

  /** Creates a query for the messages that match. */
  public static MessageQuery of(MessageProgress.Filter filter) {
    return new MessageQuery(Optional.empty(), filter);
  }
}
