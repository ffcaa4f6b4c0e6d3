package org.dharch.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeartbeatPaceTest {
  private final HeartbeatPace pace = new HeartbeatPace(Duration.ofMillis(250), 0);
  private long now;

  /** The next heartbeat is made after so long; what it says of the one after it. */
  private Duration after(long millis) {
    assertFalse(pace.isDue(now + millis * 1_000_000 - 1));
    now += millis * 1_000_000;
    assertTrue(pace.isDue(now));
    return pace.interval();
  }

  @Test
  void heartbeatIntervalDoublesAndIsAnnounced() {
    pace.requestInterval(Duration.ofSeconds(3));
    assertEquals(Duration.ofMillis(500), after(250));
    assertEquals(Duration.ofSeconds(1), after(500));
    assertEquals(Duration.ofSeconds(2), after(1_000));
    assertEquals(Duration.ofSeconds(3), after(2_000));
    assertEquals(Duration.ofSeconds(3), after(3_000));
  }

  @Test
  void itGetsMoreFrequentAtOnceAndNeverPastItsBounds() {
    pace.requestInterval(Duration.ofHours(1));
    for (long millis = 250; millis < 5_000; millis *= 2) {
      after(millis);
    }
    assertEquals(HeartbeatPace.MOST, after(5_000));
    pace.requestInterval(Duration.ofMillis(500));
    assertEquals(Duration.ofMillis(500), after(500));
    pace.requestInterval(Duration.ZERO);
    assertEquals(Duration.ofMillis(250), after(250));
  }
}
