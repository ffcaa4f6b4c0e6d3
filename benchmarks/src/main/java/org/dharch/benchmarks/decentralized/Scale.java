package org.dharch.benchmarks.decentralized;

import org.dharch.benchmarks.harness.Options;

/**
 * The scale of the measurement relative to the paper. The knee of a pool is threads ÷ time, so a
 * quarter of the threads and a quarter of the time have the same knee. Immutable.
 *
 * @param timesBy the divisor of the paper's times
 * @param ratesBy the factor of the paper's rates
 * @param threads in each pool
 */
record Scale(int timesBy, int ratesBy, int threads) {
  static Scale of(Options options) {
    return options.quick() ? new Scale(40, 4, 10) : new Scale(10, 10, 100);
  }

  /** Converts the paper's requests per minute to measured requests per second. */
  double perSecond(int perMinute) {
    return perMinute / 60.0 * ratesBy;
  }

  /** Converts measured requests per second to the paper's requests per minute. */
  double perMinute(double perSecond) {
    return perSecond * 60 / ratesBy;
  }

  /** Converts the paper's milliseconds to measured milliseconds. */
  long millis(int paperMillis) {
    return paperMillis / timesBy;
  }

  /** Converts measured milliseconds to the paper's milliseconds. */
  double paperMillis(double millis) {
    return millis * timesBy;
  }

  /** Describes the scale for the figures. */
  String text() {
    return "Times are 1/"
        + timesBy
        + " of the paper's, rates "
        + ratesBy
        + " times; both are shown in the paper's units. P = "
        + threads
        + " threads in each pool.";
  }
}
