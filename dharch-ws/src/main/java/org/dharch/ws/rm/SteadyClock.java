package org.dharch.ws.rm;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A clock that nobody sets: what the wall clock said when this was made, and what has passed since
 * by a clock that neither goes back nor jumps. Whatever is done to the wall clock meanwhile, an
 * hour is an hour long. Any thread, if both clocks are for any thread.
 */
public final class SteadyClock implements InstantSource {
  private final Instant start;
  private final long startNanos;
  private final LongSupplier nanos;

  /**
   * @param wall asked once
   * @param nanos nanoseconds since some fixed moment, as of {@link System#nanoTime()}
   */
  public SteadyClock(InstantSource wall, LongSupplier nanos) {
    this.nanos = nanos;
    startNanos = nanos.getAsLong();
    start = wall.instant();
  }

  /** This host's. */
  public static SteadyClock system() {
    return new SteadyClock(InstantSource.system(), System::nanoTime);
  }

  @Override
  public Instant instant() {
    return start.plusNanos(nanos.getAsLong() - startNanos);
  }
}
