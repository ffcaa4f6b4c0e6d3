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
 * A fixed window's right size: the smallest that comes near the highest throughput.
 *
 * @param throughputs what each size gave, in requests a second
 * @param size the right one
 */
public record ConcurrencyLimitSearch(Map<Integer, Statistics> throughputs, int size) {
  /**
   * Which part of the highest throughput is near it. Nearer than a shared machine repeats itself,
   * chance would choose, and the highest of many is one that was lucky.
   */
  public static final double NEAR = 0.95;

  /** Measures a window. */
  @FunctionalInterface
  public interface WindowMeasurement {
    /** How many requests a second there are with a window of {@code size}. */
    double perSecond(int size) throws IOException;
  }

  /**
   * Measures windows of all {@code sizes}, in another order in each round.
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

  /** Requests a second with the right one. */
  public double perSecond() {
    return throughputs.get(size).median();
  }

  /** Adds what each size gave. */
  public void into(SuiteReport report) {
    throughputs.forEach(
        (each, perSecond) ->
            report.add(
                "window of " + each, Map.of("window", each), "throughput", "1/s", perSecond));
  }
}
