package org.dharch.benchmarks.site;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for a time to the microsecond, as something that runs on another machine takes it. */
public final class PreciseWait {
  /**
   * Waking up is late by about so much; the rest is waited out awake. Not longer, as what is waited
   * out awake is taken from the cores, and five handlers may do so at the same time.
   */
  private static final long AWAKE_NANOS = TimeUnit.MICROSECONDS.toNanos(150);

  private PreciseWait() {}

  /** Returns when {@code System.nanoTime()} has reached {@code end}. */
  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it
  public static void until(long end) {
    long left = end - System.nanoTime();
    while (left > AWAKE_NANOS) {
      LockSupport.parkNanos(left - AWAKE_NANOS);
      left = end - System.nanoTime();
    }
    while (System.nanoTime() < end) {
      Thread.yield(); // others may have the core
    }
  }
}
