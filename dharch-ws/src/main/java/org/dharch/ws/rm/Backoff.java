package org.dharch.ws.rm;

import java.util.random.RandomGenerator;

/**
 * How long to wait before something is tried again: the base, doubled each time, up to a bound, and
 * up to a tenth more or less, so that what was lost together does not come again together.
 *
 * @param baseMillis the first time
 * @param maxMillis the bound, before the tenth
 */
public record Backoff(long baseMillis, long maxMillis) {

  /**
   * @throws IllegalArgumentException naming what is not allowed
   */
  public Backoff {
    if (baseMillis < 1 || maxMillis < baseMillis) {
      throw new IllegalArgumentException(
          "base " + baseMillis + " ms, at most " + maxMillis + " ms; 1 <= base <= most is allowed");
    }
  }

  /**
   * How long to wait.
   *
   * @param attempts how many there were since it last went well, from 0
   */
  public long millis(int attempts, RandomGenerator random) {
    int doublings = Math.min(attempts, Long.numberOfLeadingZeros(baseMillis) - 2);
    long whole = Math.min(baseMillis << doublings, maxMillis);
    return Math.max(1, Math.round(whole * (0.9 + 0.2 * random.nextDouble())));
  }
}
