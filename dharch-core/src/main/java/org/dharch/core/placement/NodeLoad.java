package org.dharch.core.placement;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.context.Conductor;
import org.dharch.core.execution.Environment.Release;
import org.dharch.core.flow.ConcurrencyLimit;
import org.dharch.core.flow.ConcurrencyLimitSetting;

/**
 * The tasks of this manager that one node has, and how many more it is to have. Used only by the
 * thread that has the {@link Conductor}'s turn.
 */
final class NodeLoad {
  /** After so many tasks in a row that ran out of time a node counts as hung. */
  private static final int HUNG_AFTER = 3;

  private final Optional<ConcurrencyLimit> concurrencyLimit;
  private int tasks;
  private long bytes;
  private int unanswered;

  NodeLoad(Optional<ConcurrencyLimitSetting> concurrencyLimit) {
    this.concurrencyLimit = concurrencyLimit.map(ConcurrencyLimit::new);
  }

  int tasks() {
    return tasks;
  }

  /** Whether it lets one task after another run out of time. */
  boolean isHung() {
    return unanswered >= HUNG_AFTER;
  }

  /** Whether it is to have one more; a hung one is tried with one at a time. */
  boolean hasCapacity() {
    return concurrencyLimit.isEmpty() || tasks < (isHung() ? 1 : concurrencyLimit.get().size());
  }

  /** Of how many bytes the messages are that it has. */
  long bytes() {
    return bytes;
  }

  void add(long more) {
    tasks++;
    bytes += more;
  }

  void remove(long less, long sentAt, long now, Release how) {
    if (how != Release.WITHDRAWN) {
      boolean dropped = how == Release.UNANSWERED;
      unanswered = dropped ? unanswered + 1 : 0;
      concurrencyLimit.ifPresent(w -> w.sample(sentAt, now - sentAt, tasks, dropped));
    }
    tasks--;
    bytes -= less;
  }

  /** How many tasks of each handler are on all nodes, where that is bounded. */
  static final class PerHandler {
    private final Map<String, Integer> limits;
    private final Map<String, Integer> tasks = new HashMap<>();

    PerHandler(Map<String, Integer> limits) {
      this.limits = limits;
    }

    boolean isBounded(String handler) {
      return limits.containsKey(handler);
    }

    boolean hasCapacity(String handler) {
      Integer limit = limits.get(handler);
      return limit == null || tasks.getOrDefault(handler, 0) < limit;
    }

    void add(String handler) {
      if (limits.containsKey(handler)) {
        tasks.merge(handler, 1, Integer::sum);
      }
    }

    void remove(String handler) {
      tasks.computeIfPresent(handler, (name, n) -> n == 1 ? null : n - 1);
    }
  }
}
