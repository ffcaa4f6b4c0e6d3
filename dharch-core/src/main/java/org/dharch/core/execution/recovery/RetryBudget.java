package org.dharch.core.execution.recovery;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Limits the repeated attempts of one orchestration to a share of its first attempts, so that
 * overload does not multiply itself. A floor lets rare messages repeat too. Pure: the caller passes
 * the time. Not safe for several threads.
 */
public final class RetryBudget {
  /** One repeated attempt is allowed for this many first attempts. */
  public static final int FIRST_PER_REPEAT = 10;

  /** The repeated attempts that are allowed each second in any case. */
  public static final int FLOOR_PER_SECOND = 3;

  /** The range that counts: the current second and those before it. */
  public static final int SECONDS = 10;

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final long[] attempts = new long[SECONDS];
  private final long[] repeats = new long[SECONDS];
  private long latest = Long.MIN_VALUE;

  /** Counts an attempt, repeated or not. */
  public void attempted(long now) {
    attempts[slot(now)]++;
  }

  /** Counts the decision to repeat an attempt. */
  public void repeated(long now) {
    repeats[slot(now)]++;
  }

  /** Whether one more attempt may be repeated. */
  public boolean allows(long now) {
    slot(now);
    long repeated = LongStream.of(repeats).sum();
    long first = Math.max(0, LongStream.of(attempts).sum() - repeated);
    return repeated < FLOOR_PER_SECOND * SECONDS + first / FIRST_PER_REPEAT;
  }

  private int slot(long now) {
    long second = Math.max(latest, Math.floorDiv(now, SECOND));
    if (latest == Long.MIN_VALUE || second - latest >= SECONDS) {
      Arrays.fill(attempts, 0);
      Arrays.fill(repeats, 0);
    } else {
      for (long passed = latest + 1; passed <= second; passed++) {
        attempts[Math.floorMod(passed, SECONDS)] = 0;
        repeats[Math.floorMod(passed, SECONDS)] = 0;
      }
    }
    latest = second;
    return Math.floorMod(second, SECONDS);
  }
}
