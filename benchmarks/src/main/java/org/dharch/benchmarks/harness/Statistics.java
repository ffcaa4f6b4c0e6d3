package org.dharch.benchmarks.harness;

import java.util.Collection;
import org.HdrHistogram.Histogram;
import org.dharch.cli.run.Observations;

/**
 * Statistics of a series of observations, in their unit.
 *
 * @param n the number of observations
 * @param mean the mean
 * @param sd the sample standard deviation; 0 for fewer than two observations
 * @param median the middle observation, or the mean of the middle two
 * @param p99 the 99th percentile (nearest rank)
 */
public record Statistics(long n, double mean, double sd, double median, double p99) {

  /** Returns the statistics of these observations; all zero if there are none. */
  public static Statistics of(double... observations) {
    Observations all = Observations.of(observations);
    return new Statistics(all.count(), all.mean(), all.sd(), all.median(), all.rank(0.99));
  }

  /** Returns the statistics of a collection. */
  public static Statistics of(Collection<Double> observations) {
    return of(observations.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /**
   * Returns the statistics of a histogram.
   *
   * @param unit histogram units per result unit: 1000 for nanoseconds shown as microseconds
   */
  public static Statistics of(Histogram histogram, double unit) {
    return new Statistics(
        histogram.getTotalCount(),
        histogram.getMean() / unit,
        histogram.getStdDeviation() / unit,
        histogram.getValueAtPercentile(50) / unit,
        histogram.getValueAtPercentile(99) / unit);
  }

  /** Returns the median of some values. */
  public static double median(Collection<Double> values) {
    return of(values).median();
  }
}
