package org.dharch.core;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.core.spi.Ticker;

/** A clock that goes only when it is told to. */
public final class FakeTicker implements Ticker {
  private final AtomicLong nanos = new AtomicLong(1_000_000_000L);

  @Override
  public long nanos() {
    return nanos.get();
  }

  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }
}
