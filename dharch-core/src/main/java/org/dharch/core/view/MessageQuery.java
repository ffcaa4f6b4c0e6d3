package org.dharch.core.view;

import java.util.Objects;
import java.util.Optional;
import org.dharch.api.MessageId;

/**
 * What is asked of all managers: of one message, or which are so.
 *
 * @param id the message that is asked for, which is told whole; if it is there {@code filter} means
 *     nothing
 * @param filter those that are asked for else, which are told in short
 */
public record MessageQuery(Optional<MessageId> id, MessageProgress.Filter filter) {
  public MessageQuery {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(filter, "filter");
  }

  /** Of one message. */
  public static MessageQuery of(MessageId id) {
    return new MessageQuery(Optional.of(id), MessageProgress.Filter.UNDER_WAY);
  }

  /** Of those that are so. */
  public static MessageQuery of(MessageProgress.Filter filter) {
    return new MessageQuery(Optional.empty(), filter);
  }
}
