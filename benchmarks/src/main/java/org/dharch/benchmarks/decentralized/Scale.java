package org.dharch.benchmarks.decentralized;

import org.dharch.benchmarks.harness.Options;

/**
 * How what is measured stands to the paper's units. A pool's knee is threads ÷ time, so with a
 * quarter of the threads and a quarter of the time it is at the same rate. Immutable.
 *
 * @param timesBy what a time of the paper is divided by
 * @param ratesBy what a rate of the paper is multiplied by
 * @param threads in each pool
 */
record Scale(int timesBy, int ratesBy, int threads) {
  static Scale of(Options options) {
    return options.quick() ? new Scale(40, 4, 10) : new Scale(10, 10, 100);
  }

  /** Requests a second here for so many a minute in the paper. */
  double perSecond(int perMinute) {
    return perMinute / 60.0 * ratesBy;
  }

  /** The paper's requests a minute for so many a second here. */
  double perMinute(double perSecond) {
    return perSecond * 60 / ratesBy;
  }

  /** Milliseconds here for so many in the paper. */
  long millis(int paperMillis) {
    return paperMillis / timesBy;
  }

  /** The paper's milliseconds for so many here. */
  double paperMillis(double millis) {
    return millis * timesBy;
  }

  /** In words, beside every figure. */
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
