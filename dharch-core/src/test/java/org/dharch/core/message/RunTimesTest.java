package org.dharch.core.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RunTimesTest {
  private final RunTimes times = new RunTimes();

  private void ran(int runs, long nanos) {
    for (int i = 0; i < runs; i++) {
      times.add(nanos);
    }
  }

  @Test
  void unknownHandlerHasNoTimes() {
    assertEquals(0, times.usualNanos());
    assertEquals(0, times.leastNanos());
  }

  @Test
  void coldMeasurementsBoundNothing() {
    ran(RunTimes.KEPT - 1, 800);
    assertEquals(0, times.leastNanos());
    assertEquals(0, times.mostNanos());
    ran(1, 400);
    assertEquals(400, times.leastNanos());
    assertEquals(750, times.usualNanos());
    assertEquals(800, times.mostNanos());
  }

  @Test
  void oldMeasurementsAreForgotten() {
    ran(1, 100);
    ran(RunTimes.KEPT - 1, 800);
    assertEquals(100, times.leastNanos());
    ran(1, 800);
    assertEquals(800, times.leastNanos());
  }

  @Test
  void skippedAttemptsLowerTheBoundUntilOneRuns() {
    ran(RunTimes.KEPT, 800);
    for (int i = 0; i < 8; i++) {
      times.skip();
    }
    assertEquals(400, times.leastNanos());
    ran(1, 800);
    assertEquals(800, times.leastNanos());
  }
}
