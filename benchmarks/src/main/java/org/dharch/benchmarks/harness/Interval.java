package org.dharch.benchmarks.harness;

import java.util.Arrays;
import java.util.Collection;

/**
 * The median of a few observations, and between what the median of ever more of them would lie: in
 * 95 of 100 runs at least, however they are distributed, as long as none depends on the one before.
 * Between the k-th smallest and the k-th greatest, which it is outside of only if fewer than k of n
 * tosses of a coin are heads, or tails (David and Nagaraja, "Order Statistics", 7.1).
 */
public record Interval(double low, double median, double high) {
  /** Of fewer observations not even the smallest and the greatest are far enough apart. */
  public static final int FEWEST = 6;

  private static final int MOST = 1000;
  private static final double OUTSIDE = 0.025; // on either side

  /**
   * Of the observations' median.
   *
   * @throws IllegalArgumentException of fewer than {@value #FEWEST} observations, or more than 1000
   */
  public static Interval ofMedian(Collection<Double> observations) {
    int n = observations.size();
    if (n < FEWEST || n > MOST) {
      throw new IllegalArgumentException(
          n + " observations; " + FEWEST + " to " + MOST + " are allowed");
    }
    double[] sorted = observations.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    int rank = rank(n);
    return new Interval(
        sorted[rank - 1], (sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[n - rank]);
  }

  /** Of the median of so many the greatest k, as above. */
  private static int rank(int n) {
    double exactly = Math.pow(0.5, n); // so many heads, from none
    double atMost = exactly;
    int heads = 0;
    while (atMost <= OUTSIDE) {
      exactly *= (double) (n - heads) / (heads + 1);
      heads++;
      atMost += exactly;
    }
    return heads;
  }

  /** The same of all observations times {@code factor}, which is above 0. */
  public Interval times(double factor) {
    return new Interval(low * factor, median * factor, high * factor);
  }
}
