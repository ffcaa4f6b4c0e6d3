package org.dharch.benchmarks.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.dharch.benchmarks.harness.Progress;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteReport;

/**
 * Finds the right fixed concurrency limit: the smallest with nearly the highest throughput.
 *
 * @param throughputs the throughput of each limit, in requests per second
 * @param size the right limit
 */
public record ConcurrencyLimitSearch(Map<Integer, Statistics> throughputs, int size) {
  /**
   * The part of the highest throughput that is sufficient. A higher value would be within the noise
   * of a shared machine, and the highest of many values is partly luck.
   */
  public static final double NEAR = 0.95;

  /** Measures a concurrency limit. */
  @FunctionalInterface
  public interface WindowMeasurement {
    /** Returns the requests per second with a limit of {@code size}. */
    double perSecond(int size) throws IOException;
  }

  /**
   * Measures all limits in {@code sizes}, in another order in each round.
   *
   * @param sizes ascending
   */
  public static ConcurrencyLimitSearch find(
      List<Integer> sizes, int rounds, Progress progress, WindowMeasurement measurement)
      throws IOException {
    Map<Integer, List<Double>> all = new LinkedHashMap<>();
    sizes.forEach(size -> all.put(size, new ArrayList<>()));
    Random random = new Random(4);
    for (int round = 0; round < rounds; round++) {
      List<Integer> order = new ArrayList<>(sizes);
      Collections.shuffle(order, random);
      for (int size : order) {
        progress.phase("a window of " + size);
        all.get(size).add(measurement.perSecond(size));
        progress.step();
      }
    }
    Map<Integer, Statistics> throughputs = new LinkedHashMap<>();
    all.forEach((size, values) -> throughputs.put(size, Statistics.of(values)));
    double best = throughputs.values().stream().mapToDouble(Statistics::median).max().orElseThrow();
    int size =
        sizes.stream()
            .filter(each -> throughputs.get(each).median() >= NEAR * best)
            .findFirst()
            .orElseThrow();
    return new ConcurrencyLimitSearch(throughputs, size);
  }

  /** Returns the requests per second with the right limit. */
  public double perSecond() {
    return throughputs.get(size).median();
  }

  /** Adds the throughput of each limit to the report. */
  public void into(SuiteReport report) {
    throughputs.forEach(
        (each, perSecond) ->
            report.add(
                "window of " + each, Map.of("window", each), "throughput", "1/s", perSecond));
  }
}
