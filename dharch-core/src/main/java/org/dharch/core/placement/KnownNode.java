package org.dharch.core.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.dharch.core.context.Conductor;
import org.dharch.core.execution.event.Environment.Release;
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

  /**
   * The nodes that serve one handler, by {@linkplain KnownNode#rank rank}, so that the best is
   * found without looking at all of them. Used only by the thread that has the {@link Conductor}'s
   * turn.
   *
   * <p>Of the best rank that is not empty at most {@value #MOST} are looked at, from a random one
   * on: of equals, different managers choose different ones. What other managers have a node do is
   * known from its latest heartbeat only, and all managers know the same; if each went by that
   * alone, all of them would send to the node that had the least then, until the next. So where
   * others have work on the nodes too, two random nodes are compared and not all: that is enough to
   * keep off the busy ones, and spreads out those who choose at the same time (Mitzenmacher, "How
   * useful is old information?", 2000).
   */
  static final class Candidates {
    private static final int MOST = 16;
    private static final int MOST_OF_SHARED = 2;

    private record Place(int rank, int index) {}

    private final List<List<KnownNode>> ranks =
        IntStream.range(0, KnownNode.RANKS)
            .mapToObj(r -> (List<KnownNode>) new ArrayList<KnownNode>(0))
            .toList();

    private final Map<KnownNode, Place> places = new HashMap<>();
    private long looks;

    boolean isEmpty() {
      return places.isEmpty();
    }

    /** Whether there is no other than {@code node}. */
    boolean isOnly(KnownNode node) {
      return places.size() == 1 && places.containsKey(node);
    }

    /** How many nodes have been looked at since the beginning, to choose one. */
    long looks() {
      return looks;
    }

    /** Adds the node, or puts it where it belongs now. */
    void put(KnownNode node) {
      Place place = places.get(node);
      int rank = node.rank();
      if (place == null || place.rank() != rank) {
        remove(node);
        places.put(node, new Place(rank, ranks.get(rank).size()));
        ranks.get(rank).add(node);
      }
    }

    void remove(KnownNode node) {
      Place place = places.remove(node);
      if (place != null) {
        List<KnownNode> rank = ranks.get(place.rank());
        KnownNode last = rank.remove(rank.size() - 1);
        if (last != node) {
          rank.set(place.index(), last);
          places.put(last, place);
        }
      }
    }

    /** Whether any of them has room. */
    boolean anyCapacity() {
      for (int rank = 0; rank < KnownNode.RANKS; rank++) {
        if (KnownNode.hasCapacity(rank) && !ranks.get(rank).isEmpty()) {
          return true;
        }
      }
      return false;
    }

    /**
     * The one to send to.
     *
     * @param avoid taken only if there is no other
     * @param bytes of the message: who does not take so many is none of them
     * @param shared whether other managers have work on nodes too
     * @param random a number from 0 to below its argument
     */
    Optional<KnownNode> best(
        Optional<NodeId> avoid, long bytes, boolean shared, IntUnaryOperator random) {
      KnownNode avoided = null;
      KnownNode full = null;
      for (List<KnownNode> rank : ranks) {
        KnownNode best = null;
        int size = rank.size();
        int left = Math.min(size, shared ? MOST_OF_SHARED : MOST);
        int at = size < 2 ? 0 : random.applyAsInt(size);
        int step = left < size && shared ? 1 + random.applyAsInt(size - 1) : 1;
        for (int seen = 0; left > 0 && seen < size; seen++) {
          KnownNode node = rank.get(at);
          looks++;
          at = (at + step) % size;
          boolean takes = node.takes(bytes); // else it is as if it were not there
          if (takes && avoid.isPresent() && avoid.get().equals(node.id())) {
            avoided = node;
          } else if (takes && !node.hasCapacityFor(bytes)) {
            full = full == null || node.isFreerThan(full) ? node : full;
          } else if (takes) {
            best = best == null || node.isFreerThan(best) ? node : best;
            left--;
          }
        }
        if (best != null) {
          return Optional.of(best);
        }
      }
      return withoutCapacity(avoided, full, bytes);
    }

    /**
     * The result if no other node has capacity: the avoided node if it has, otherwise the full one.
     */
    private static Optional<KnownNode> withoutCapacity(
        KnownNode avoided, KnownNode full, long bytes) {
      boolean takesAvoided = full == null || (avoided != null && avoided.hasCapacityFor(bytes));
      return Optional.ofNullable(takesAvoided ? avoided : full);
    }

    /**
     * The one of the best rank that is not empty whose name has the highest weight for {@code
     * affinity} (rendezvous hashing: Thaler and Ravishankar, 1998), which all managers find alike.
     * A node that goes, or is full, takes nothing along but what went to it.
     *
     * @param avoid taken only if there is no other
     * @param bytes of the message
     */
    Optional<KnownNode> heaviest(long affinity, Optional<NodeId> avoid, long bytes) {
      KnownNode avoided = null;
      KnownNode full = null;
      for (List<KnownNode> rank : ranks) {
        KnownNode heaviest = null;
        for (KnownNode node : rank) {
          looks++;
          if (!node.takes(bytes)) {
            continue;
          }
          if (avoid.isPresent() && avoid.get().equals(node.id())) {
            avoided = node;
          } else if (!node.hasCapacityFor(bytes)) {
            full = full == null || weight(affinity, node) > weight(affinity, full) ? node : full;
          } else if (heaviest == null || weight(affinity, node) > weight(affinity, heaviest)) {
            heaviest = node;
          }
        }
        if (heaviest != null) {
          return Optional.of(heaviest);
        }
      }
      return withoutCapacity(avoided, full, bytes);
    }

    /** The same in every manager, and for every life of the node. */
    private static long weight(long affinity, KnownNode node) {
      return Mix.of(affinity + Mix.of(node.id().name().hashCode()));
    }
  }
}
