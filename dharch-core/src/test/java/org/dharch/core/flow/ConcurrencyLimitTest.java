package org.dharch.core.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.dharch.core.flow.ConcurrencyLimitSetting.Algorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows of each algorithm, against a service of a known capacity. */
class ConcurrencyLimitTest {
  private static final long MS = 1_000_000;

  /**
   * Keeps {@code concurrencyLimit} full against a service that carries {@code capacity} at once in
   * 10 ms, and more of them as much slower as there are more; for so many seconds of its clock.
   */
  private static long drive(
      ConcurrencyLimit concurrencyLimit, int capacity, int seconds, long from) {
    long now = from;
    while (now < from + seconds * 1000L * MS) {
      int inUse = concurrencyLimit.size();
      long took = 10 * MS * Math.max(capacity, inUse) / capacity;
      for (int i = 0; i < inUse; i++) {
        concurrencyLimit.sample(now, took, inUse, took > 1000 * MS);
      }
      now += took;
    }
    return now;
  }

  @Test
  void aFixedOneStays() {
    ConcurrencyLimit concurrencyLimit = new ConcurrencyLimit(ConcurrencyLimitSetting.fixed(7));
    drive(concurrencyLimit, 100, 5, 0);
    assertEquals(7, concurrencyLimit.size());
  }

  @ParameterizedTest
  @EnumSource(
      value = Algorithm.class,
      names = {"VEGAS", "GRADIENT2", "AIMD"})
  void anAdaptiveOneGrowsWhereThereIsRoomAlsoOnANegativeClock(Algorithm algorithm) {
    ConcurrencyLimit concurrencyLimit =
        new ConcurrencyLimit(ConcurrencyLimitSetting.adaptive(algorithm, 5, 1, 300));
    drive(concurrencyLimit, 100, 60, Long.MIN_VALUE / 2);
    assertTrue(concurrencyLimit.size() > 50, algorithm + " " + concurrencyLimit.size());
    assertTrue(concurrencyLimit.size() <= 300, algorithm + " " + concurrencyLimit.size());
  }

  @Test
  void vegasConvergesToTheCapacityOfTheService() {
    ConcurrencyLimit concurrencyLimit =
        new ConcurrencyLimit(ConcurrencyLimitSetting.adaptive(Algorithm.VEGAS, 100, 1, 1000));
    long now = drive(concurrencyLimit, 200, 20, 0);
    int before = concurrencyLimit.size();
    drive(concurrencyLimit, 20, 20, now);
    assertTrue(concurrencyLimit.size() < before / 2, before + " to " + concurrencyLimit.size());
  }

  @Test
  void aimdDecreasesBelowTheLibrarysMinimumOfTwenty() {
    ConcurrencyLimitSetting setting =
        ConcurrencyLimitSetting.adaptive(Algorithm.AIMD, 50, 2, 100)
            .congestion(Duration.ofMillis(50));
    ConcurrencyLimit concurrencyLimit = new ConcurrencyLimit(setting);
    drive(concurrencyLimit, 1, 60, 0);
    assertTrue(concurrencyLimit.size() <= 6, "" + concurrencyLimit.size());
  }

  @ParameterizedTest
  @EnumSource(
      value = Algorithm.class,
      names = {"VEGAS", "GRADIENT2", "AIMD"})
  void failuresBringItDownButNotBelowItsMinimum(Algorithm algorithm) {
    ConcurrencyLimit concurrencyLimit =
        new ConcurrencyLimit(ConcurrencyLimitSetting.adaptive(algorithm, 30, 3, 100));
    for (int i = 0; i < 20_000; i++) {
      concurrencyLimit.sample(i * 10L * MS, 900 * MS, 30, true);
    }
    assertTrue(concurrencyLimit.size() >= 3, "" + concurrencyLimit.size());
    if (algorithm == Algorithm.AIMD || algorithm == Algorithm.VEGAS) {
      assertEquals(3, concurrencyLimit.size());
    }
  }

  @Test
  void invalidSettingReportsValueAndAllowedValues() {
    assertEquals(
        "concurrencyLimit must be 1 to 1000000 (got 0)",
        assertThrows(IllegalArgumentException.class, () -> ConcurrencyLimitSetting.fixed(0))
            .getMessage());
    assertEquals(
        "concurrencyLimit must satisfy 1 <= min <= initial <= max <= 1000000 (got min=5, initial=4,"
            + " max=9)",
        assertThrows(
                IllegalArgumentException.class,
                () -> ConcurrencyLimitSetting.adaptive(Algorithm.VEGAS, 4, 5, 9))
            .getMessage());
  }
}
