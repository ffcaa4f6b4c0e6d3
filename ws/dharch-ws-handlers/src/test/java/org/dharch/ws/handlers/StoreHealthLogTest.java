package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.dharch.testing.FakeClock;
import org.junit.jupiter.api.Test;

class StoreHealthLogTest {
  private final FakeClock clock = new FakeClock();
  private final StoreHealthLog log = new StoreHealthLog("a test", "memory:", clock::nanos);

  @Test
  void logsFailureEveryTenSecondsAndRecoveryOnce() {
    assertFalse(log.succeeded());
    assertTrue(log.failed("full"));
    for (int n = 0; n < 99; n++) {
      clock.advance(Duration.ofMillis(100));
      assertFalse(log.failed("full"));
    }
    clock.advance(Duration.ofMillis(100));
    assertTrue(log.failed("full"));
    assertFalse(log.failed("full"));
    assertTrue(log.succeeded());
    assertFalse(log.succeeded());
    assertTrue(log.failed("full again"));
  }
}
