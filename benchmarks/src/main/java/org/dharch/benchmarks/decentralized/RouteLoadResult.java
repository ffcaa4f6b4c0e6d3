package org.dharch.benchmarks.decentralized;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.load.ArrivalProcess;
import org.dharch.benchmarks.load.LoadClient;
import org.dharch.benchmarks.load.ServiceAddress;

/**
 * The result of one load. Immutable.
 *
 * @param millis response times of the counted requests, each from its due time
 * @param perSecond answers per second in equal parts of the counted time
 * @param answers the total number of answers
 */
record RouteLoadResult(List<Double> millis, List<Double> perSecond, int answers) {
  private static final int PARTS = Interval.FEWEST;
  private static final int CONNECTIONS = 1000;

  /**
   * Sends requests at a fixed rate, independent of earlier requests, and waits for all answers. A
   * wrong answer is an exception.
   */
  static RouteLoadResult of(
      ServiceAddress target, double rate, int characters, Duration warm, Duration counted)
      throws IOException {
    List<Double> millis = new ArrayList<>();
    long[] parts = new long[PARTS];
    Duration load = warm.plus(counted);
    int[] answers = new int[1];
    long[] begin = new long[1];
    try (LoadClient client =
        new LoadClient(
            (call, nanos) -> {
              long at = System.nanoTime() - begin[0];
              long due = at - nanos - warm.toNanos();
              if (due >= 0) {
                millis.add(nanos / 1e6);
              }
              long part = Math.floorDiv((at - warm.toNanos()) * PARTS, counted.toNanos());
              if (part >= 0 && part < PARTS) {
                parts[(int) part]++;
              }
              answers[0]++;
            })) {
      client.open(
          target, ArrivalProcess.even(rate, load), CONNECTIONS, new RouteRequests(characters));
      begin[0] = System.nanoTime();
      client.run(Duration.ZERO, load);
    }
    List<Double> perSecond = new ArrayList<>();
    for (long part : parts) {
      perSecond.add(part * PARTS * 1e9 / counted.toNanos());
    }
    return new RouteLoadResult(List.copyOf(millis), perSecond, answers[0]);
  }

  /** Returns the answers per second over the counted time. */
  double throughput() {
    return Statistics.of(perSecond).mean();
  }

  /** Returns the median of the parts with its confidence interval. */
  Interval interval() {
    return Interval.ofMedian(perSecond);
  }
}
