package org.dharch.core.node;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long works were under way, although no two machines' clocks agree: the difference between a
 * work's arrival on this node's clock and its sending on its manager's is the time under way plus a
 * constant, so what a work took longer than the quickest of late is known. That time counts as
 * waiting: a work that lay in a queue, or in a process that was stopped, is too late here even if
 * it has only just arrived. The quickest is that of the last {@value #WINDOW_MINUTES} to {@code 2
 * *} {@value #WINDOW_MINUTES} minutes, in which clocks do not drift apart enough to matter. Not
 * safe for several threads.
 */
final class Transit {
  private static final int WINDOW_MINUTES = 5;
  private static final long WINDOW_NANOS = WINDOW_MINUTES * 60_000_000_000L;
  private static final int MAX_MANAGERS = 1024;

  private static final class Way {
    long quickest;
    long quickestBefore;
    long since;

    Way(long difference, long now) {
      quickest = difference;
      quickestBefore = difference;
      since = now;
    }
  }

  private final Map<String, Way> ways =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Way> eldest) {
          return size() > MAX_MANAGERS;
        }
      };

  /**
   * How much longer than the quickest a work was under way, in nanoseconds, 0 or more.
   *
   * @param sent when it was sent, on its manager's clock
   * @param now when it arrived, on this node's
   */
  long lateness(String manager, long sent, long now) {
    long difference = now - sent;
    Way way = ways.computeIfAbsent(manager, m -> new Way(difference, now));
    if (now - way.since > WINDOW_NANOS) {
      way.quickestBefore = way.quickest;
      way.quickest = difference;
      way.since = now;
    }
    // by difference and not by <, since the clocks' readings may lie anywhere
    if (difference - way.quickest < 0) {
      way.quickest = difference;
    }
    long least = way.quickestBefore - way.quickest < 0 ? way.quickestBefore : way.quickest;
    return difference - least;
  }
}
