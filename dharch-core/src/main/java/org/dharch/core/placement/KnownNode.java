package org.dharch.core.placement;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.dharch.core.context.Conductor;
import org.dharch.core.execution.Environment.Release;
import org.dharch.core.flow.ConcurrencyLimit;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/**
 * A node alive: its latest status, and what is known of the work that it has. Written to only by
 * the thread that has the {@link Conductor}'s turn; {@link #status} may be read by any.
 */
final class KnownNode {
  /** How many ranks there are; {@link #rank}. */
  static final int RANKS = 16;

  /** About what a way to a node and back takes. */
  private static final long WAY_NANOS = 200_000;

  /** For so long it passes nothing on after something that it was to pass on was lost. */
  private static final long KEEPS_NANOS = 10_000_000_000L;

  private final NodeId id;
  private final Load load;
  private volatile NodeStatus status;
  private int others;

  private final DuplicateNodes duplicates = new DuplicateNodes();

  /** Until when it is to pass nothing on, since something of it was lost; empty if nothing was. */
  private OptionalLong keepsUntil = OptionalLong.empty();

  /** Whether there is a way to it. */
  private boolean isReached = true;

  KnownNode(NodeStatus status, Optional<ConcurrencyLimitSetting> concurrencyLimit) {
    this.id = status.node();
    this.load = new Load(concurrencyLimit);
    tells(status);
  }

  NodeId id() {
    return id;
  }

  NodeStatus status() {
    return status;
  }

  Load load() {
    return load;
  }

  /**
   * The node says how it is. What it has beyond this manager's own tasks is the other managers'; a
   * few of these may be on their way, which makes the number a little wrong and never negative.
   */
  void tells(NodeStatus value) {
    status = value;
    others = (int) Math.max(0, (long) value.active() + value.waiting() - load.tasks());
  }

  /** Other incarnations of its name without its execution journal. */
  DuplicateNodes duplicates() {
    return duplicates;
  }

  /** The number of tasks of other managers in its latest heartbeat. */
  int others() {
    return others;
  }

  boolean takesWork() {
    return status.state() == NodeStatus.State.READY;
  }

  /** Whether it takes a message of so many bytes. */
  boolean takes(long bytes) {
    return status.largest() == 0 || bytes <= status.largest();
  }

  /** Whether it takes one of so many bytes now: of all that it has from here, as of one alone. */
  boolean hasCapacityFor(long bytes) {
    return load.bytes() == 0 || takes(load.bytes() + bytes);
  }

  /** A message that it forwarded did not arrive: its broker may reject that. */
  void forwardLost(long now) {
    keepsUntil = OptionalLong.of(now + KEEPS_NANOS);
  }

  /** Whether it takes what others pass on, and passes on. */
  boolean canForward(long now) {
    return has(NodeStatus.Trait.FORWARDS)
        && (keepsUntil.isEmpty() || now - keepsUntil.getAsLong() >= 0);
  }

  /** Whether a new task has to wait there for a worker. */
  boolean isBusy() {
    return burden() >= status.workers();
  }

  boolean has(NodeStatus.Trait trait) {
    return status.traits().contains(trait);
  }

  boolean isReached() {
    return isReached;
  }

  void reached(boolean value) {
    isReached = value;
  }

  /** Whether it is to have one more task now. */
  boolean hasCapacity() {
    return isReached && load.hasCapacity();
  }

  /**
   * Among which nodes it is chosen, from 0, the best, to 15: one to which there is no way now after
   * all others, a standby node after those that are none, one that lets its tasks run out of time
   * after those that do not, one without room after those that have some.
   */
  int rank() {
    return (isReached ? 0 : 8)
        + (has(NodeStatus.Trait.STANDBY) ? 4 : 0)
        + (load.isHung() ? 2 : 0)
        + (hasCapacity() ? 0 : 1);
  }

  /** Whether the nodes of this rank have room. */
  static boolean hasCapacity(int rank) {
    return rank % 2 == 0;
  }

  /** Whether it has fewer tasks for each of its workers: this manager's now, and the others'. */
  boolean isFreerThan(KnownNode other) {
    return burden() * other.status.workers() < other.burden() * status.workers();
  }

  /**
   * Whether a task waits so much longer here than on {@code other} that another way is worth it,
   * and more than its turn: as many tasks as there are workers wait for nothing.
   *
   * @param usualNanos what a task takes as a rule
   */
  boolean waitsLonger(KnownNode other, long usualNanos) {
    double here = (double) burden() / status.workers();
    double there = (double) other.burden() / other.status.workers();
    return here > 1 && here - there > 1 && (here - there) * usualNanos > WAY_NANOS;
  }

  private long burden() {
    return (long) load.tasks() + others;
  }

  /**
   * The tasks of this manager that one node has, and how many more it is to have. Used only by the
   * thread that has the {@link Conductor}'s turn.
   */
  static final class Load {
    /** After so many tasks in a row that ran out of time a node counts as hung. */
    private static final int HUNG_AFTER = 3;

    private final Optional<ConcurrencyLimit> concurrencyLimit;
    private int tasks;
    private long bytes;
    private int unanswered;

    Load(Optional<ConcurrencyLimitSetting> concurrencyLimit) {
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
}
