package org.dharch.testing;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that only advances on request; {@code clock::nanos} is a ticker. Any thread. */
public final class FakeClock {
  private final AtomicLong nanos;

  public FakeClock() {
    this(1_000_000_000L);
  }

  /** Starts at {@code nanos}; a monotonic clock may be negative. */
  public FakeClock(long nanos) {
    this.nanos = new AtomicLong(nanos);
  }

  public long nanos() {
    return nanos.get();
  }

  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }
}
