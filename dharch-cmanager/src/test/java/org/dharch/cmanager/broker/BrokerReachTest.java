package org.dharch.cmanager.broker;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A node says that managers cannot reach it, and that they can again. */
class BrokerReachTest {
  private static final Duration GRACE = Duration.ofSeconds(3);

  @Test
  void lossCountsAfterGracePeriod() {
    AtomicLong now = new AtomicLong(-5);
    BrokerReach reach = new BrokerReach(GRACE, now::get);
    assertFalse(reach.isReachable(), "never yet");
    reach.down();
    assertFalse(reach.isReachable());
    reach.up();
    now.addAndGet(Duration.ofDays(1).toNanos());
    assertTrue(reach.isReachable());
    reach.down();
    now.addAndGet(GRACE.toNanos() - 1);
    assertTrue(reach.isReachable());
    reach.down(); // another try that failed does not begin it anew
    now.addAndGet(1);
    assertFalse(reach.isReachable());
    reach.up();
    assertTrue(reach.isReachable());
  }
}
