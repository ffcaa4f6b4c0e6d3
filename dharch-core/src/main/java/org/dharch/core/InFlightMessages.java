package org.dharch.core;

import java.util.List;
import java.util.Optional;
import org.dharch.api.MessageId;

/** Reports the messages that wait or execute. Used on the event loop only. */
interface InFlightMessages {
  QueueLengths lengths();

  Optional<MessageProgress> find(MessageId id);

  /** Counts the matching messages, regardless of the filter's limit. */
  int count(MessageProgress.Filter filter);

  /** Lists the matching messages, the oldest first, up to the filter's limit. */
  List<MessageProgress> list(MessageProgress.Filter filter);
}
