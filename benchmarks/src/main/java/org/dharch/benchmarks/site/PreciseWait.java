package org.dharch.benchmarks.site;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for a time to the microsecond, in place of work on another machine. */
public final class PreciseWait {
  /**
   * The approximate lateness of a wake-up; the rest is busy waiting. It is short because busy
   * waiting takes cores, and five handlers may wait at the same time.
   */
  private static final long BUSY_WAIT_NANOS = TimeUnit.MICROSECONDS.toNanos(150);

  private PreciseWait() {}

  /** Returns when {@code System.nanoTime()} has reached {@code end}. */
  @SuppressWarnings("ThreadPriorityCheck") // correctness does not depend on it
  public static void until(long end) {
    long left = end - System.nanoTime();
    while (left > BUSY_WAIT_NANOS) {
      LockSupport.parkNanos(left - BUSY_WAIT_NANOS);
      left = end - System.nanoTime();
    }
    while (System.nanoTime() < end) {
      Thread.yield(); // yields the core to others
    }
  }
}
