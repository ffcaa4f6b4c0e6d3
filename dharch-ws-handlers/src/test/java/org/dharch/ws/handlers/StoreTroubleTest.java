package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.dharch.testing.FakeClock;
import org.junit.jupiter.api.Test;

class StoreTroubleTest {
  private final FakeClock clock = new FakeClock();
  private final StoreTrouble trouble = new StoreTrouble("a test", "memory:", clock::nanos);

  @Test
  void logsFailureEveryTenSecondsAndRecoveryOnce() {
    assertFalse(trouble.works());
    assertTrue(trouble.failed("full"));
    for (int n = 0; n < 99; n++) {
      clock.advance(Duration.ofMillis(100));
      assertFalse(trouble.failed("full"));
    }
    clock.advance(Duration.ofMillis(100));
    assertTrue(trouble.failed("full"));
    assertFalse(trouble.failed("full"));
    assertTrue(trouble.works());
    assertFalse(trouble.works());
    assertTrue(trouble.failed("full again"));
  }
}
