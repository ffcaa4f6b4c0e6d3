package org.dharch.core.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.dharch.core.context.Conductor;
import org.dharch.core.wire.NodeId;

/**
 * The nodes that host one handler, by {@linkplain KnownNode#rank rank}, so that the best is found
 * without a scan of all nodes. Used only on the {@link Conductor}'s event loop.
 *
 * <p>At most {@value #MOST} nodes of the best rank are compared, from a random one on, so that
 * different managers choose different nodes. The tasks of other managers are known from the latest
 * heartbeats only, and all managers have the same data. If each used the whole list, all of them
 * would send to the least loaded node until the next heartbeat. Therefore, if other managers have
 * tasks on the nodes too, only two random nodes are compared. This avoids busy nodes and spreads
 * simultaneous choices (Mitzenmacher, "How useful is old information?", 2000).
 */
final class Candidates {
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
   * hashing: Thaler and Ravishankar, 1998), which is the same in all managers. If a node leaves or
   * is full, only its own messages move to other nodes.
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
