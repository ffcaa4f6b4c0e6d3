package org.dharch.benchmarks.scalability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.Options;

/**
 * How much is measured.
 *
 * @param rates in parts of the capacity, ascending
 * @param windows that are tried
 * @param rounds how often each is measured
 * @param warmUp of Axis2's chain, and of DHArch
 * @param ramp before each measurement, not counted
 * @param counted each measurement
 * @param limits how often what the limit on waiting goes by is measured
 * @param past past the capacity, where what is kept of the peak is measured beside the peak
 * @param pairs how often that is; of fewer than six nothing can be said
 * @param pair each measurement of it
 */
record ScalabilityPlan(
    List<Double> rates,
    List<Integer> windows,
    int rounds,
    Duration warmUp,
    Duration ramp,
    Duration counted,
    int limits,
    List<Double> past,
    int pairs,
    Duration pair) {
  private static final int VARIANTS = 3;
  private static final Duration FEW_ANSWERS = Duration.ofSeconds(4);

  static ScalabilityPlan of(Options options) {
    return options.quick()
        ? new ScalabilityPlan(
            List.of(0.5, 0.9, 1.0, 2.0, 3.0),
            List.of(2, 4, 8),
            1,
            Duration.ofSeconds(3),
            Duration.ofMillis(200),
            Duration.ofMillis(1000),
            3,
            List.of(3.0),
            Interval.FEWEST,
            Duration.ofMillis(2000))
        : new ScalabilityPlan(
            List.of(0.05, 0.25, 0.5, 0.75, 0.9, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0),
            List.of(1, 2, 3, 4, 6, 8),
            options.rounds(5),
            Duration.ofSeconds(20),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            7,
            List.of(1.25, 2.0, 3.0),
            Math.max(12, 2 * options.rounds(5)),
            Duration.ofSeconds(5));
  }

  /**
   * The rates of one round: one of few answers has nine tenths several times, as what others are
   * held to is the slowest of 100 there.
   */
  List<Double> stretches() {
    List<Double> all = new ArrayList<>(rates);
    if (counted.compareTo(FEW_ANSWERS) < 0) {
      all.addAll(Collections.nCopies(limits - 1, Scalability.NEARLY_FULL));
    }
    return all;
  }

  /** What is a low rate, at which nothing queues. */
  double lowRate() {
    return rates.stream().filter(rate -> rate >= 0.25).findFirst().orElseThrow();
  }

  /** About how long all of it takes; Axis2's chain catches up after each overload. */
  Duration takes() {
    Duration each = ramp.plus(counted);
    return Duration.ofSeconds(8)
        .plus(warmUp.multipliedBy(9).dividedBy(2))
        .plus(
            each.multipliedBy(
                (long) (stretches().size() * VARIANTS + windows.size()) * rounds + limits + 4))
        .plus(each.multipliedBy(5L * rounds))
        .plus(ramp.plus(pair).multipliedBy(pairSteps()));
  }

  int steps() {
    return (stretches().size() * VARIANTS + windows.size()) * rounds + pairSteps();
  }

  private int pairSteps() {
    return 2 * (VARIANTS - 1) * past.size() * pairs;
  }
}
