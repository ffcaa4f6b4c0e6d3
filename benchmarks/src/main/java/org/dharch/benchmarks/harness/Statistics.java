package org.dharch.benchmarks.harness;

import java.util.Arrays;
import java.util.Collection;
import org.HdrHistogram.Histogram;

/**
 * What a series of observations says, in their unit.
 *
 * @param n how many there were
 * @param mean their mean
 * @param sd their sample standard deviation; 0 for fewer than two
 * @param median the middle one; of an even number, the mean of the two in the middle
 * @param p99 the value that 99 of 100 do not exceed (nearest rank)
 */
public record Statistics(long n, double mean, double sd, double median, double p99) {

  /** Of nothing: all zero. */
  public static Statistics of(double... observations) {
    if (observations.length == 0) {
      return new Statistics(0, 0, 0, 0, 0);
    }
    double[] sorted = observations.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double mean = Arrays.stream(sorted).average().orElse(0);
    double squares = Arrays.stream(sorted).map(x -> (x - mean) * (x - mean)).sum();
    double sd = n < 2 ? 0 : Math.sqrt(squares / (n - 1));
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    double p99 = sorted[Math.max(0, (int) Math.ceil(0.99 * n) - 1)];
    return new Statistics(n, mean, sd, median, p99);
  }

  /** Of a list. */
  public static Statistics of(Collection<Double> observations) {
    return of(observations.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /**
   * Of a histogram.
   *
   * @param unit how many of the histogram's units make one of the result's: 1000 for nanoseconds in
   *     microseconds
   */
  public static Statistics of(Histogram histogram, double unit) {
    return new Statistics(
        histogram.getTotalCount(),
        histogram.getMean() / unit,
        histogram.getStdDeviation() / unit,
        histogram.getValueAtPercentile(50) / unit,
        histogram.getValueAtPercentile(99) / unit);
  }

  /** The median of some values. */
  public static double median(Collection<Double> values) {
    return of(values).median();
  }
}
