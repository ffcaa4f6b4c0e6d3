package org.dharch.monitor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.dharch.core.metrics.Latencies;
import org.dharch.core.view.QueueLengths;

/**
 * The recommended number of workers for each handler, for autoscaling. By Little's law: the workers
 * that were busy in the last minute, at {@value #UTILIZATION} of their time, plus those that clear
 * the queue within {@value #DRAIN_SECONDS} s. After a longer time without a call, that time is used
 * instead of a minute. Safe for any thread.
 */
final class RecommendedWorkers {
  private static final double UTILIZATION = 0.7;
  private static final int DRAIN_SECONDS = 10;
  private static final long SPAN_NANOS = 60_000_000_000L;
  private static final long STEP_NANOS = 5_000_000_000L;
  private static final double NANOS = 1e9;

  private final Latencies latencies;
  private final LongSupplier ticker;

  /** Samples of the last minute, and one before, the oldest first. */
  private final List<Totals> seen = new ArrayList<>();

  private record Done(long attempts, long nanos) {
    static final Done NONE = new Done(0, 0);

    Done plus(Done other) {
      return new Done(attempts + other.attempts, nanos + other.nanos);
    }

    Done less(Done other) {
      return new Done(attempts - other.attempts, nanos - other.nanos);
    }
  }

  private record Totals(long at, long messages, Map<String, Done> byHandler) {}

  /**
   * @param ticker nanoseconds
   */
  RecommendedWorkers(Latencies latencies, LongSupplier ticker) {
    this.latencies = latencies;
    this.ticker = ticker;
    seen.add(totals());
  }

  private Totals totals() {
    Map<String, Done> byHandler = new HashMap<>();
    latencies
        .byPlace()
        .forEach(
            (place, times) ->
                byHandler.merge(
                    place.handler(),
                    new Done(times.ran().count(), times.ran().sumNanos()),
                    Done::plus));
    long messages =
        latencies.byOrchestration().values().stream().mapToLong(m -> m.took().count()).sum();
    return new Totals(ticker.getAsLong(), messages, byHandler);
  }

  /**
   * By handler, for those that have run; a fraction where one worker would serve several handlers.
   */
  Map<String, Double> now(QueueLengths queues) {
    Totals now = totals();
    Totals before = before(now);
    double seconds = Math.max(1, (now.at - before.at) / NANOS);
    long messages = now.messages - before.messages;
    Map<String, Double> wanted = new TreeMap<>();
    now.byHandler.forEach(
        (handler, ever) -> {
          Done lately = ever.less(before.byHandler.getOrDefault(handler, Done.NONE));
          Done known = lately.attempts == 0 ? ever : lately;
          double mean = known.attempts == 0 ? 0 : known.nanos / NANOS / known.attempts;
          double each = messages == 0 ? 1 : (double) lately.attempts / messages;
          double backlog = queues.held().getOrDefault(handler, 0) + queues.waiting() * each;
          double busy = lately.nanos / NANOS / seconds;
          wanted.put(handler, busy / UTILIZATION + backlog * mean / DRAIN_SECONDS);
        });
    return wanted;
  }

  /** The latest sample that is at least a minute old; otherwise the first. */
  private synchronized Totals before(Totals now) {
    while (seen.size() > 1 && now.at - seen.get(1).at >= SPAN_NANOS) {
      seen.remove(0);
    }
    Totals before = seen.get(0);
    if (now.at - seen.get(seen.size() - 1).at >= STEP_NANOS) {
      seen.add(now);
    }
    return before;
  }
}
