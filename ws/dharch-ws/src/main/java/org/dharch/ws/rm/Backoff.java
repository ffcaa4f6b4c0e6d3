package org.dharch.ws.rm;

import java.util.random.RandomGenerator;

/**
 * Computes retry delays: the base, doubled for each attempt up to a bound, with a jitter of a
 * tenth.
 *
 * @param baseMillis the first delay
 * @param maxMillis the bound, before the jitter
 */
public record Backoff(long baseMillis, long maxMillis) {

  /**
   * @throws IllegalArgumentException if a value is out of range
   */
  public Backoff {
    if (baseMillis < 1 || maxMillis < baseMillis) {
      throw new IllegalArgumentException(
          "the delays must satisfy 1 <= base <= max (got base="
              + baseMillis
              + " ms, max="
              + maxMillis
              + " ms)");
    }
  }

  /**
   * Returns the delay before the next attempt.
   *
   * @param attempts the number of attempts since the last success
   */
  public long millis(int attempts, RandomGenerator random) {
    int doublings = Math.min(attempts, Long.numberOfLeadingZeros(baseMillis) - 2);
    long whole = Math.min(baseMillis << doublings, maxMillis);
    return Math.max(1, Math.round(whole * (0.9 + 0.2 * random.nextDouble())));
  }
}
