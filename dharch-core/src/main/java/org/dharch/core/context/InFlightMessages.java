package org.dharch.core.context;

import java.util.List;
import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.QueueLengths;

/** Reports the messages that wait or execute. Used on the event loop only. */
public interface InFlightMessages {
  QueueLengths lengths();

  Optional<MessageProgress> find(MessageId id);

  /** Counts the matching messages, regardless of the filter's limit. */
  int count(MessageProgress.Filter filter);

  /** Lists the matching messages, the oldest first, up to the filter's limit. */
  List<MessageProgress> list(MessageProgress.Filter filter);
}
