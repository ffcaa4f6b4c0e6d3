package org.dharch.ws.rm;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A clock that ignores changes to the wall clock: the wall time at creation plus the elapsed
 * monotonic time. Thread-safe if both clocks are.
 */
public final class SteadyClock implements InstantSource {
  private final Instant start;
  private final long startNanos;
  private final LongSupplier nanos;

  /**
   * @param wall read once
   * @param nanos monotonic nanoseconds, such as {@link System#nanoTime()}
   */
  public SteadyClock(InstantSource wall, LongSupplier nanos) {
    this.nanos = nanos;
    startNanos = nanos.getAsLong();
    start = wall.instant();
  }

  /** Returns a clock of this host. */
  public static SteadyClock system() {
    return new SteadyClock(InstantSource.system(), System::nanoTime);
  }

  @Override
  public Instant instant() {
    return start.plusNanos(nanos.getAsLong() - startNanos);
  }
}
