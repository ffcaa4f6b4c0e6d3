package org.dharch.core.context;

import java.util.Map;
import org.dharch.core.message.LatestUsed;

/**
 * How long each handler runs as a rule, learned from its results, the newer counting more; of the
 * {@value #MOST_HANDLERS} that ran last. The handlers of a stage are begun by it, the longest
 * first: then a node with fewer workers than handlers, or the time that sending each of them takes,
 * makes the stage least longer than its longest handler (R. L. Graham, Bounds on multiprocessing
 * timing anomalies, 1969). Not safe for several threads.
 */
public final class LearnedRunTimes {
  private static final int MOST_HANDLERS = 1_000;
  private static final int WEIGHT = 8;

  /** There and back. */
  private static final int BOTH = 2;

  private long waysNanos;

  private final Map<String, Long> usualNanos = new LatestUsed<>(MOST_HANDLERS);

  /** {@code handler} has performed, in so many nanoseconds. */
  public void ran(String handler, long nanos) {
    usualNanos.merge(handler, nanos, (usual, newest) -> usual + (newest - usual) / WEIGHT);
  }

  /** There and back took so long, and nothing else. */
  public void roundTripTook(long nanos) {
    waysNanos = waysNanos == 0 ? nanos : waysNanos + (nanos - waysNanos) / WEIGHT;
  }

  /** How long a way to a node takes as a rule; 0 if that is not known. */
  public long latencyNanos() {
    return waysNanos / BOTH;
  }

  /** How long {@code handler} takes as a rule; 0 if that is not known. */
  public long usualNanos(String handler) {
    return usualNanos.getOrDefault(handler, 0L);
  }
}
