package org.dharch.ws.rm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
  private Instant wall = Instant.parse("2026-01-01T12:00:00Z");
  private long nanos = Long.MAX_VALUE - 5; // it may go over

  @Test
  void ignoresWallClockChanges() {
    SteadyClock clock = new SteadyClock(() -> wall, () -> nanos);
    Instant start = wall;
    assertEquals(start, clock.instant());
    for (Duration step : new Duration[] {Duration.ofDays(1), Duration.ofHours(-49)}) {
      wall = wall.plus(step);
      assertEquals(start, clock.instant());
    }
    nanos += Duration.ofMinutes(3).toNanos();
    assertEquals(start.plusSeconds(180), clock.instant());
    assertEquals(start.toEpochMilli() + 180_000, clock.millis());
  }
}
