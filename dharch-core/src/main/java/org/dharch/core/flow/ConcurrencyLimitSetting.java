package org.dharch.core.flow;

import java.time.Duration;
import java.util.Objects;

/**
 * How a window is sized.
 *
 * @param algorithm who decides
 * @param initial its size at first, and for ever if it is fixed; in messages, or tasks for a node
 * @param min it is never less
 * @param max it is never more
 * @param congestion for {@link Algorithm#AIMD}: what takes longer counts as a sign of congestion
 */
public record ConcurrencyLimitSetting(
    Algorithm algorithm, int initial, int min, int max, Duration congestion) {
  /** The most that any window may be. */
  public static final int LARGEST = 1_000_000;

  private static final Duration CONGESTION = Duration.ofSeconds(5);

  /** The algorithm that sets the limit. */
  public enum Algorithm {
    /** None does: it stays as it is. */
    FIXED,
    /** Netflix concurrency-limits, after TCP Vegas: by how much longer it takes than at best. */
    VEGAS,
    /** Netflix concurrency-limits: by the trend of how long it takes. */
    GRADIENT2,
    /** Netflix concurrency-limits: one more at a time, a tenth less at a failure or congestion. */
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

  /** Always {@code size}. */
  public static ConcurrencyLimitSetting fixed(int size) {
    if (size < 1 || size > LARGEST) {
      throw new IllegalArgumentException(
          "concurrencyLimit must be 1 to " + LARGEST + " (got " + size + ")");
    }
    return new ConcurrencyLimitSetting(Algorithm.FIXED, size, size, size, CONGESTION);
  }

  /** From {@code initial}, between {@code min} and {@code max}. */
  public static ConcurrencyLimitSetting adaptive(
      Algorithm algorithm, int initial, int min, int max) {
    return new ConcurrencyLimitSetting(algorithm, initial, min, max, CONGESTION);
  }

  /** The same with another sign of congestion. */
  public ConcurrencyLimitSetting congestion(Duration value) {
    return new ConcurrencyLimitSetting(algorithm, initial, min, max, value);
  }
}
