package org.dharch.benchmarks.execution;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.dharch.benchmarks.SuiteReport;

/** Some measurements of the same. */
record Figures(double[] sorted) {
  Figures {
    sorted = sorted.clone();
    Arrays.sort(sorted);
  }

  double median() {
    return at(0.5);
  }

  private double at(double share) {
    return sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))];
  }

  /** Prints them, and as a result of the suite. */
  SuiteReport.Result result(
      String name, Map<String, Object> parameters, String metric, String unit) {
    double mean = Arrays.stream(sorted).average().orElse(0);
    double square = Arrays.stream(sorted).map(x -> (x - mean) * (x - mean)).sum();
    double sd = sorted.length < 2 ? 0 : Math.sqrt(square / (sorted.length - 1));
    System.out.printf(
        Locale.ROOT, "%-62s median %10.1f  p99 %10.1f %s%n", name, median(), at(0.99), unit);
    return new SuiteReport.Result(
        name, parameters, metric, unit, sorted.length, mean, sd, median(), at(0.99));
  }
}
