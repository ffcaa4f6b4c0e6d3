package org.dharch.ws.handlers;

import java.util.LinkedHashMap;
import java.util.Map;
import org.dharch.api.MessageId;

/** Counts recent deferrals of messages, which determine the next delay. Bounded. Thread-safe. */
final class DeferralCounts {
  private static final int MAX_MESSAGES = 10_000;

  private final Map<MessageId, Integer> counts =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<MessageId, Integer> eldest) {
          return size() > MAX_MESSAGES;
        }
      };

  synchronized int of(MessageId id) {
    return counts.getOrDefault(id, 0);
  }

  synchronized void deferred(MessageId id) {
    counts.merge(id, 1, Integer::sum);
  }

  synchronized void done(MessageId id) {
    counts.remove(id);
  }
}
