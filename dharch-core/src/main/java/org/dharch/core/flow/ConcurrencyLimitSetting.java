package org.dharch.core.flow;

import java.time.Duration;
import java.util.Objects;

/**
 * The configuration of a concurrency limit.
 *
 * @param algorithm sets the limit
 * @param initial the initial or fixed limit; in messages, or tasks for a node
 * @param min the minimum
 * @param max the maximum
 * @param congestion for {@link Algorithm#AIMD}: longer times count as congestion
 */
public record ConcurrencyLimitSetting(
    Algorithm algorithm, int initial, int min, int max, Duration congestion) {
  /** The largest permitted limit. */
  public static final int LARGEST = 1_000_000;

  private static final Duration CONGESTION = Duration.ofSeconds(5);

  /** The algorithm that sets the limit. */
  public enum Algorithm {
    /** A constant limit. */
    FIXED,
    /** Netflix concurrency-limits, after TCP Vegas: by the increase over the minimum time. */
    VEGAS,
    /** Netflix concurrency-limits: by the trend of the time. */
    GRADIENT2,
    /** Netflix concurrency-limits: plus one, and minus a tenth after a failure or congestion. */
    AIMD
  }

  public ConcurrencyLimitSetting {
    Objects.requireNonNull(algorithm, "algorithm");
    Objects.requireNonNull(congestion, "congestion");
    if (min < 1 || initial < min || max < initial || max > LARGEST) {
      throw new IllegalArgumentException(
          "concurrencyLimit must satisfy 1 <= min <= initial <= max <= "
              + LARGEST
              + " (got min="
              + min
              + ", initial="
              + initial
              + ", max="
              + max
              + ")");
    }
    if (congestion.isNegative() || congestion.isZero()) {
      throw new IllegalArgumentException("congestion must be positive (got " + congestion + ")");
    }
  }

  public static ConcurrencyLimitSetting fixed(int size) {
    if (size < 1 || size > LARGEST) {
      throw new IllegalArgumentException(
          "concurrencyLimit must be 1 to " + LARGEST + " (got " + size + ")");
    }
    return new ConcurrencyLimitSetting(Algorithm.FIXED, size, size, size, CONGESTION);
  }

  public static ConcurrencyLimitSetting adaptive(
      Algorithm algorithm, int initial, int min, int max) {
    return new ConcurrencyLimitSetting(algorithm, initial, min, max, CONGESTION);
  }

  /** Returns a copy with another congestion threshold. */
  public ConcurrencyLimitSetting congestion(Duration value) {
    return new ConcurrencyLimitSetting(algorithm, initial, min, max, value);
  }
}
