package org.dharch.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * How long each handler runs as a rule, learned from its results, the newer counting more; of the
 * {@value #MOST_HANDLERS} that ran last. The handlers of a stage are begun by it, the longest
 * first: then a node with fewer workers than handlers, or the time that sending each of them takes,
 * makes the stage least longer than its longest handler (R. L. Graham, Bounds on multiprocessing
 * timing anomalies, 1969). Not safe for several threads.
 */
final class HandlerTimes {
  private static final int MOST_HANDLERS = 1_000;
  private static final int WEIGHT = 8;

  private final Map<String, Long> usualNanos = new LatestUsed<>(MOST_HANDLERS);

  /** {@code handler} has performed, in so many nanoseconds. */
  void ran(String handler, long nanos) {
    usualNanos.merge(handler, nanos, (usual, newest) -> usual + (newest - usual) / WEIGHT);
  }

  /** A copy of {@code steps}, the longest first; those that take alike stay in their order. */
  List<Step> longestFirst(List<Step> steps) {
    if (steps.size() < 2) {
      return List.copyOf(steps);
    }
    List<Step> ordered = new ArrayList<>(steps);
    ordered.sort(Comparator.comparingLong(step -> -usualNanos.getOrDefault(step.entry.name(), 0L)));
    return ordered;
  }
}
