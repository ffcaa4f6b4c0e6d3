package org.dharch.core.orchestration;

import java.time.Duration;

/**
 * Forward recovery (seed 000, section 3.3): how often a failed attempt is repeated, and the pause
 * before each, which doubles from {@code delay} up to {@code maxDelay} and is jittered.
 *
 * @param retries how many attempts may follow the first, 0 to 100
 */
public record RetryPolicy(int retries, Duration delay, Duration maxDelay) {
  public static final RetryPolicy NONE = new RetryPolicy(0, Duration.ZERO, Duration.ZERO);

  public RetryPolicy {
    if (retries < 0 || retries > 100) {
      throw new IllegalArgumentException("retries must be 0 to 100 (got " + retries + ")");
    }
    if (delay.isNegative() || maxDelay.compareTo(delay) < 0) {
      throw new IllegalArgumentException(
          "delays must satisfy 0 <= delay <= maxDelay (got delay="
              + delay
              + ", maxDelay="
              + maxDelay
              + ")");
    }
  }

  /** The pause before attempt {@code attempt} (2 is the first retry), without jitter. */
  public Duration pauseBefore(int attempt) {
    long factor = 1L << Math.min(20, Math.max(0, attempt - 2));
    Duration pause = delay.multipliedBy(factor);
    return pause.compareTo(maxDelay) > 0 ? maxDelay : pause;
  }
}
