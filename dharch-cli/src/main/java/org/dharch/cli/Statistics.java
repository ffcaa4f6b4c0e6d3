package org.dharch.cli;

import java.util.Arrays;

/**
 * What a series of times says, in milliseconds.
 *
 * @param count how many there were
 * @param mean their mean
 * @param sd their sample standard deviation; 0 for fewer than two
 * @param p50 the median
 * @param p99 the time that 99 of 100 do not exceed (nearest rank)
 */
record Statistics(int count, double mean, double sd, double p50, double p99) {
  static Statistics of(double[] millis) {
    if (millis.length == 0) {
      return new Statistics(0, 0, 0, 0, 0);
    }
    double[] sorted = millis.clone();
    Arrays.sort(sorted);
    double mean = Arrays.stream(sorted).average().orElse(0);
    double squares = Arrays.stream(sorted).map(x -> (x - mean) * (x - mean)).sum();
    double sd = sorted.length < 2 ? 0 : Math.sqrt(squares / (sorted.length - 1));
    return new Statistics(sorted.length, mean, sd, rank(sorted, 0.50), rank(sorted, 0.99));
  }

  private static double rank(double[] sorted, double share) {
    return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }
}
