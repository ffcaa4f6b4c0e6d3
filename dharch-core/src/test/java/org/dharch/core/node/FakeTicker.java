package org.dharch.core.node;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.core.spi.Ticker;

/** A clock that is moved by hand. */
final class FakeTicker implements Ticker {
  private final AtomicLong now = new AtomicLong(-5); // a monotonic clock may be negative

  @Override
  public long nanos() {
    return now.get();
  }

  void advance(Duration by) {
    now.addAndGet(by.toNanos());
  }
}
