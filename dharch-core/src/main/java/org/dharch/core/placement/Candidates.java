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
 * The nodes that serve one handler, by {@linkplain KnownNode#rank rank}, so that the best is found
 * without looking at all of them. Used only by the thread that has the {@link Conductor}'s turn.
 *
 * <p>Of the best rank that is not empty at most {@value #MOST} are looked at, from a random one on:
 * of equals, different managers choose different ones. What other managers have a node do is known
 * from its latest heartbeat only, and all managers know the same; if each went by that alone, all
 * of them would send to the node that had the least then, until the next. So where others have work
 * on the nodes too, two random nodes are compared and not all: that is enough to keep off the busy
 * ones, and spreads out those who choose at the same time (Mitzenmacher, "How useful is old
 * information?", 2000).
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
   * affinity} (rendezvous hashing: Thaler and Ravishankar, 1998), which all managers find alike. A
   * node that goes, or is full, takes nothing along but what went to it.
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
