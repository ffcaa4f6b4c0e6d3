package org.dharch.core.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.Optional;
import org.dharch.testing.FakeClock;
import org.junit.jupiter.api.Test;

class CountersTest {
  private final FakeClock clock = new FakeClock(-5);
  private final Counters counters = new Counters(clock::nanos);

  @Test
  void problemCountersRecordLatestTime() {
    assertEquals(Optional.empty(), counters.since(Counter.ERRORS));
    counters.count(Counter.ERRORS);
    clock.advance(Duration.ofMinutes(3));
    assertEquals(Optional.of(Duration.ofMinutes(3)), counters.since(Counter.ERRORS));
    counters.count(Counter.ERRORS);
    assertEquals(Optional.of(Duration.ZERO), counters.since(Counter.ERRORS));
    assertEquals(2, counters.value(Counter.ERRORS));
    counters.count(Counter.ADMITTED);
    assertThrows(IllegalArgumentException.class, () -> counters.since(Counter.ADMITTED));
  }
}
