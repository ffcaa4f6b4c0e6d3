package org.dharch.test;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, with a time limit. */
final class Waits {
  static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long LOOK_NANOS = 200_000;

  private Waits() {}

  /**
   * Returns when {@code condition} holds.
   *
   * @throws IllegalStateException if it does not within {@link #PATIENCE}
   */
  static void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("not fulfilled within " + PATIENCE + ": " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
