package org.dharch.benchmarks.harness;

import java.util.Arrays;
import java.util.Collection;

/**
 * The median of some observations with its confidence interval of at least 95 %, for any
 * distribution of independent observations. The interval is between the k-th smallest and the k-th
 * greatest observation. The median is outside only if fewer than k of n tosses of a coin are heads,
 * or tails (David and Nagaraja, "Order Statistics", 7.1).
 */
public record Interval(double low, double median, double high) {
  /** With fewer observations even the smallest and the greatest are too close. */
  public static final int FEWEST = 6;

  private static final int MAX = 1000;
  private static final double OUTSIDE = 0.025; // on each side

  /**
   * Returns the interval of the median of these observations.
   *
   * @throws IllegalArgumentException for fewer than {@value #FEWEST} observations, or more than
   *     1000
   */
  public static Interval ofMedian(Collection<Double> observations) {
    int n = observations.size();
    if (n < FEWEST || n > MAX) {
      throw new IllegalArgumentException(
          "the number of observations must be between "
              + FEWEST
              + " and "
              + MAX
              + " (got "
              + n
              + ")");
    }
    double[] sorted = observations.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    int rank = rank(n);
    return new Interval(
        sorted[rank - 1], (sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[n - rank]);
  }

  /** Returns the greatest k for the median of n observations. */
  private static int rank(int n) {
    double exactly = Math.pow(0.5, n); // no heads at all
    double atMost = exactly;
    int heads = 0;
    while (atMost <= OUTSIDE) {
      exactly *= (double) (n - heads) / (heads + 1);
      heads++;
      atMost += exactly;
    }
    return heads;
  }

  /** Returns this interval with all bounds multiplied by {@code factor}, which must be positive. */
  public Interval times(double factor) {
    return new Interval(low * factor, median * factor, high * factor);
  }
}
