package org.dharch.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits for the effects of other threads in tests. Stateless. */
public final class Awaits {
  private Awaits() {}

  /** Returns a wait of at most twenty seconds that fails if another thread throws an exception. */
  public static ConditionFactory soon() {
    return within(Duration.ofSeconds(20));
  }

  /**
   * Returns a wait of at most ten seconds that ignores exceptions in server threads when a client
   * disconnects.
   */
  public static ConditionFactory ignoringServerErrors() {
    return within(Duration.ofSeconds(10)).dontCatchUncaughtExceptions();
  }

  private static ConditionFactory within(Duration limit) {
    return Awaitility.await().atMost(limit).pollInterval(Duration.ofMillis(5));
  }
}
