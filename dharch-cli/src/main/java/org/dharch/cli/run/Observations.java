package org.dharch.cli.run;

import java.util.Arrays;

/** Statistics of a series of observations, in their unit; 0 for an empty series. Immutable. */
public final class Observations {
  private final double[] sorted;

  private Observations(double[] sorted) {
    this.sorted = sorted;
  }

  public static Observations of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Observations(sorted);
  }

  public int count() {
    return sorted.length;
  }

  public double mean() {
    return Arrays.stream(sorted).average().orElse(0);
  }

  /** The sample standard deviation; 0 for fewer than two. */
  public double sd() {
    double mean = mean();
    double squares = Arrays.stream(sorted).map(x -> (x - mean) * (x - mean)).sum();
    return sorted.length < 2 ? 0 : Math.sqrt(squares / (sorted.length - 1));
  }

  /** The median; of an even number, the mean of the two in the middle. */
  public double median() {
    int n = sorted.length;
    return n == 0 ? 0 : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }

  /**
   * The value that a fraction of them does not exceed (nearest rank).
   *
   * @param share above 0, at most 1: 0.99 for the 99th percentile
   */
  public double rank(double share) {
    return sorted.length == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }
}
