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
 * What one load gave. Immutable.
 *
 * @param millis response times of those requests that came when it counted, each from when it was
 *     due
 * @param perSecond answers a second while it counted, in equal parts of that time
 * @param answers how many there were in all of it
 */
record RouteLoadResult(List<Double> millis, List<Double> perSecond, int answers) {
  private static final int PARTS = Interval.FEWEST;
  private static final int CONNECTIONS = 1000;

  /**
   * Sends so many requests a second, at even distances, whatever became of those before, and waits
   * for all answers; a wrong one is an exception.
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

  /** Answers a second of all the time that counted. */
  double throughput() {
    return Statistics.of(perSecond).mean();
  }

  /** The median of the parts, and between what it lies. */
  Interval interval() {
    return Interval.ofMedian(perSecond);
  }
}
