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
   * Keeps {@code window} full against a service that carries {@code capacity} at once in 10 ms, and
   * more of them as much slower as there are more; for so many seconds of its clock.
   */
  private static long drive(ConcurrencyLimit window, int capacity, int seconds, long from) {
    long now = from;
    while (now < from + seconds * 1000L * MS) {
      int inUse = window.size();
      long took = 10 * MS * Math.max(capacity, inUse) / capacity;
      for (int i = 0; i < inUse; i++) {
        window.sample(now, took, inUse, took > 1000 * MS);
      }
      now += took;
    }
    return now;
  }

  @Test
  void aFixedOneStays() {
    ConcurrencyLimit window = new ConcurrencyLimit(ConcurrencyLimitSetting.fixed(7));
    drive(window, 100, 5, 0);
    assertEquals(7, window.size());
  }

  @ParameterizedTest
  @EnumSource(
      value = Algorithm.class,
      names = {"VEGAS", "GRADIENT2", "AIMD"})
  void anAdaptiveOneGrowsWhereThereIsRoomAlsoOnANegativeClock(Algorithm algorithm) {
    ConcurrencyLimit window =
        new ConcurrencyLimit(ConcurrencyLimitSetting.adaptive(algorithm, 5, 1, 300));
    drive(window, 100, 60, Long.MIN_VALUE / 2);
    assertTrue(window.size() > 50, algorithm + " " + window.size());
    assertTrue(window.size() <= 300, algorithm + " " + window.size());
  }

  @Test
  void vegasComesDownToWhatTheServiceCarries() {
    ConcurrencyLimit window =
        new ConcurrencyLimit(ConcurrencyLimitSetting.adaptive(Algorithm.VEGAS, 100, 1, 1000));
    long now = drive(window, 200, 20, 0);
    int before = window.size();
    drive(window, 20, 20, now);
    assertTrue(window.size() < before / 2, before + " to " + window.size());
  }

  @Test
  void aimdComesDownWhenItTakesTooLongAndBelowTheLibrarysOwnMinimumOfTwenty() {
    ConcurrencyLimitSetting setting =
        ConcurrencyLimitSetting.adaptive(Algorithm.AIMD, 50, 2, 100)
            .congestion(Duration.ofMillis(50));
    ConcurrencyLimit window = new ConcurrencyLimit(setting);
    drive(window, 1, 60, 0);
    assertTrue(window.size() <= 6, "" + window.size());
  }

  @ParameterizedTest
  @EnumSource(
      value = Algorithm.class,
      names = {"VEGAS", "GRADIENT2", "AIMD"})
  void failuresBringItDownButNotBelowItsMinimum(Algorithm algorithm) {
    ConcurrencyLimit window =
        new ConcurrencyLimit(ConcurrencyLimitSetting.adaptive(algorithm, 30, 3, 100));
    for (int i = 0; i < 20_000; i++) {
      window.sample(i * 10L * MS, 900 * MS, 30, true);
    }
    assertTrue(window.size() >= 3, "" + window.size());
    if (algorithm == Algorithm.AIMD || algorithm == Algorithm.VEGAS) {
      assertEquals(3, window.size());
    }
  }

  @Test
  void aWrongSettingNamesValueAndWhatIsAllowed() {
    assertEquals(
        "window=0; 1 to 1000000 is allowed",
        assertThrows(IllegalArgumentException.class, () -> ConcurrencyLimitSetting.fixed(0))
            .getMessage());
    assertEquals(
        "window min=5, initial=4, max=9; 1 <= min <= initial <= max <= 1000000 is allowed",
        assertThrows(
                IllegalArgumentException.class,
                () -> ConcurrencyLimitSetting.adaptive(Algorithm.VEGAS, 4, 5, 9))
            .getMessage());
  }
}
