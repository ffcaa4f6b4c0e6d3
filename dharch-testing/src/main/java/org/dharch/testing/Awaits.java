package org.dharch.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** How tests wait for what other threads do. Stateless. */
public final class Awaits {
  private Awaits() {}

  /** Twenty seconds at the most; what another thread throws meanwhile fails the wait. */
  public static ConditionFactory soon() {
    return within(Duration.ofSeconds(20));
  }

  /** Ten seconds at the most, beside a server whose threads throw when a client hangs up. */
  public static ConditionFactory besideAServer() {
    return within(Duration.ofSeconds(10)).dontCatchUncaughtExceptions();
  }

  private static ConditionFactory within(Duration limit) {
    return Awaitility.await().atMost(limit).pollInterval(Duration.ofMillis(5));
  }
}
