package org.dharch.benchmarks.scalability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.Options;

/**
 * The extent of the measurement.
 *
 * @param rates relative to the capacity, ascending
 * @param windows the tried sizes
 * @param rounds the number of measurements of each
 * @param warmUp of Axis2's chain, and of DHArch
 * @param ramp before each measurement, not counted
 * @param counted the duration of each measurement
 * @param limits the number of measurements for the waiting limit
 * @param past rates past the capacity at which the goodput is compared with the peak
 * @param pairs the number of these comparisons; at least six for a result
 * @param pair the duration of each measurement of a pair
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
   * Returns the rates of one round. A round with few answers measures nine tenths several times,
   * because its slowest of 100 requests is the reference.
   */
  List<Double> samples() {
    List<Double> all = new ArrayList<>(rates);
    if (counted.compareTo(FEW_ANSWERS) < 0) {
      all.addAll(Collections.nCopies(limits - 1, Scalability.NEARLY_FULL));
    }
    return all;
  }

  /** Returns a low rate, at which no request waits. */
  double lowRate() {
    return rates.stream().filter(rate -> rate >= 0.25).findFirst().orElseThrow();
  }

  /** Returns the approximate duration; after each overload Axis2's chain needs time to catch up. */
  Duration duration() {
    Duration each = ramp.plus(counted);
    return Duration.ofSeconds(8)
        .plus(warmUp.multipliedBy(9).dividedBy(2))
        .plus(
            each.multipliedBy(
                (long) (samples().size() * VARIANTS + windows.size()) * rounds + limits + 4))
        .plus(each.multipliedBy(5L * rounds))
        .plus(ramp.plus(pair).multipliedBy(pairSteps()));
  }

  int steps() {
    return (samples().size() * VARIANTS + windows.size()) * rounds + pairSteps();
  }

  private int pairSteps() {
    return 2 * (VARIANTS - 1) * past.size() * pairs;
  }
}
