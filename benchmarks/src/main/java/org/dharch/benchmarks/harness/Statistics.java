package org.dharch.benchmarks.harness;

import java.util.Collection;
import org.HdrHistogram.Histogram;
import org.dharch.cli.run.Observations;

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
    Observations all = Observations.of(observations);
    return new Statistics(all.count(), all.mean(), all.sd(), all.median(), all.rank(0.99));
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
