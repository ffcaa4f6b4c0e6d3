package org.dharch.core.text;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Limits the log lines of a repeated event to one every ten seconds, with the number of events
 * since. {@link #logPending} logs the events that no later one reports. Safe for any thread.
 */
public final class RateLimitedLog {
  private static final long EVERY = TimeUnit.SECONDS.toNanos(10);

  private final LongSupplier nanoTime;
  private final AtomicLong count = new AtomicLong();
  private final AtomicLong logAt;
  private volatile LongConsumer latest = n -> {};

  public RateLimitedLog() {
    this(System::nanoTime);
  }

  public RateLimitedLog(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.logAt = new AtomicLong(nanoTime.getAsLong());
  }

  /** Counts one event, and calls {@code log} with the count if it is time. */
  public void count(LongConsumer log) {
    latest = log;
    count.incrementAndGet();
    logPending();
  }

  /** Logs unreported events, if it is time; call it periodically. */
  public void logPending() {
    long at = logAt.get();
    long now = nanoTime.getAsLong();
    if (count.get() > 0 && now - at >= 0 && logAt.compareAndSet(at, now + EVERY)) {
      latest.accept(count.getAndSet(0));
    }
  }
}
