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
 * A live node: its latest status and the state of its tasks. Modified only on the {@link
 * Conductor}'s event loop; any thread may read {@link #status}.
 */
final class KnownNode {
  /** The number of values of {@link #rank}. */
  static final int RANKS = 16;

  /** The approximate round trip to a node. */
  private static final long WAY_NANOS = 200_000;

  /** The time without direct forwarding after a forwarded message was lost. */
  private static final long KEEPS_NANOS = 10_000_000_000L;

  private final NodeId id;
  private final Load load;
  private volatile NodeStatus status;
  private int others;

  private final DuplicateNodes duplicates = new DuplicateNodes();

  /** The end of the time in which it must not forward; empty if there is no restriction. */
  private OptionalLong keepsUntil = OptionalLong.empty();

  /** Whether the node can be reached. */
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
   * Stores the node's latest status. Its tasks beyond those of this manager belong to other
   * managers. Some of these tasks may be in transit, so the number is approximate, but never
   * negative.
   */
  void tells(NodeStatus value) {
    status = value;
    others = (int) Math.max(0, (long) value.active() + value.waiting() - load.tasks());
  }

  /** Returns the other incarnations of its name without its execution journal. */
  DuplicateNodes duplicates() {
    return duplicates;
  }

  /** Returns the number of tasks of other managers in its latest heartbeat. */
  int others() {
    return others;
  }

  boolean takesWork() {
    return status.state() == NodeStatus.State.READY;
  }

  /** Returns whether it accepts a message of this size. */
  boolean takes(long bytes) {
    return status.largest() == 0 || bytes <= status.largest();
  }

  /** Returns whether its tasks from this manager leave capacity for a message of this size. */
  boolean hasCapacityFor(long bytes) {
    return load.bytes() == 0 || takes(load.bytes() + bytes);
  }

  /** A message that it forwarded did not arrive; its broker may reject forwarded messages. */
  void forwardLost(long now) {
    keepsUntil = OptionalLong.of(now + KEEPS_NANOS);
  }

  /** Returns whether it accepts forwarded messages and may forward messages now. */
  boolean canForward(long now) {
    return has(NodeStatus.Trait.FORWARDS)
        && (keepsUntil.isEmpty() || now - keepsUntil.getAsLong() >= 0);
  }

  /** Returns whether a new task would wait for a worker. */
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

  /** Returns whether it can receive one more task now. */
  boolean hasCapacity() {
    return isReached && load.hasCapacity();
  }

  /**
   * Returns the node's preference class, from 0 (best) to 15. In order of precedence: an
   * unreachable node ranks after reachable ones, a standby node after others, a hung node after
   * responsive ones, a full node after those with capacity.
   */
  int rank() {
    return (isReached ? 0 : 8)
        + (has(NodeStatus.Trait.STANDBY) ? 4 : 0)
        + (load.isHung() ? 2 : 0)
        + (hasCapacity() ? 0 : 1);
  }

  /** Returns whether the nodes of this rank have capacity. */
  static boolean hasCapacity(int rank) {
    return rank % 2 == 0;
  }

  /** Returns whether it has fewer tasks per worker, those of other managers included. */
  boolean isFreerThan(KnownNode other) {
    return burden() * other.status.workers() < other.burden() * status.workers();
  }

  /**
   * Returns whether a task waits so much longer here than on {@code other} that the extra round
   * trip pays. The wait must also exceed one usual task: as many tasks as there are workers do not
   * wait.
   *
   * @param usualNanos the usual duration of a task
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
   * Tracks the tasks of this manager on one node, and how many more it may receive. Used only on
   * the {@link Conductor}'s event loop.
   */
  static final class Load {
    /** The number of consecutive timeouts after which a node counts as hung. */
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

    /** Counts the tasks of each handler on all nodes, for handlers with a bound. */
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
   * The nodes that host one handler, by {@linkplain KnownNode#rank rank}, so that the best is found
   * without a scan of all nodes. Used only on the {@link Conductor}'s event loop.
   *
   * <p>At most {@value #MOST} nodes of the best rank are compared, from a random one on, so that
   * different managers choose different nodes. The tasks of other managers are known from the
   * latest heartbeats only, and all managers have the same data. If each used the whole list, all
   * of them would send to the least loaded node until the next heartbeat. Therefore, if other
   * managers have tasks on the nodes too, only two random nodes are compared. This avoids busy
   * nodes and spreads simultaneous choices (Mitzenmacher, "How useful is old information?", 2000).
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

    /** Returns whether {@code node} is the only candidate. */
    boolean isOnly(KnownNode node) {
      return places.size() == 1 && places.containsKey(node);
    }

    /** Returns how many nodes have been compared since the start. */
    long looks() {
      return looks;
    }

    /** Adds the node, or moves it to its current rank. */
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

    /** Returns whether any candidate has capacity. */
    boolean anyCapacity() {
      for (int rank = 0; rank < KnownNode.RANKS; rank++) {
        if (KnownNode.hasCapacity(rank) && !ranks.get(rank).isEmpty()) {
          return true;
        }
      }
      return false;
    }

    /**
     * Returns the best candidate.
     *
     * @param avoid chosen only if there is no other
     * @param bytes the size of the message; nodes that do not accept it are skipped
     * @param shared whether other managers have tasks on nodes too
     * @param random returns a number from 0 to below its argument
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
          boolean takes = node.takes(bytes); // otherwise the node is skipped
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
     * Returns the node of the best rank with the highest weight for {@code affinity} (rendezvous
     * hashing: Thaler and Ravishankar, 1998), which is the same in all managers. If a node leaves
     * or is full, only its own messages move to other nodes.
     *
     * @param avoid chosen only if there is no other
     * @param bytes the size of the message
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

    /** Returns a weight that is the same in every manager and for every incarnation of the node. */
    private static long weight(long affinity, KnownNode node) {
      return Mix.of(affinity + Mix.of(node.id().name().hashCode()));
    }
  }
}
