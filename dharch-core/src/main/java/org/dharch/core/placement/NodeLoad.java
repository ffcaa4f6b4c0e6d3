package org.dharch.core.placement;

import java.util.Optional;
import org.dharch.core.context.Conductor;
import org.dharch.core.execution.event.Environment.Release;
import org.dharch.core.flow.ConcurrencyLimit;
import org.dharch.core.flow.ConcurrencyLimitSetting;

/**
 * Tracks the tasks of this manager on one node, and how many more it may receive. Used only on the
 * {@link Conductor}'s event loop.
 */
final class NodeLoad {
  /** The number of consecutive timeouts after which a node counts as hung. */
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

  /** Returns whether its latest tasks have all timed out. */
  boolean isHung() {
    return unanswered >= HUNG_AFTER;
  }

  /** Returns whether it can receive one more task; a hung node receives one at a time. */
  boolean hasCapacity() {
    return concurrencyLimit.isEmpty() || tasks < (isHung() ? 1 : concurrencyLimit.get().size());
  }

  /** Returns the total size of the messages that it has. */
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
      concurrencyLimit.ifPresent(limit -> limit.sample(sentAt, now - sentAt, tasks, dropped));
    }
    tasks--;
    bytes -= less;
  }
}
