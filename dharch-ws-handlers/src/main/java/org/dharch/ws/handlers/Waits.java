package org.dharch.ws.handlers;

import java.util.LinkedHashMap;
import java.util.Map;
import org.dharch.api.MessageId;

/**
 * Counts recent deferrals of messages, so that each delay is longer than the previous one. Bounded;
 * forgotten messages start again with the shortest delay. Thread-safe.
 */
final class Waits {
  private static final int MOST = 10_000;

  private final Map<MessageId, Integer> counts =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<MessageId, Integer> eldest) {
          return size() > MOST;
        }
      };

  synchronized int of(MessageId id) {
    return counts.getOrDefault(id, 0);
  }

  synchronized void isDeferred(MessageId id) {
    counts.merge(id, 1, Integer::sum);
  }

  synchronized void isDone(MessageId id) {
    counts.remove(id);
  }
}
