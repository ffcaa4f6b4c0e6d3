package org.dharch.cmanager;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Lets a repeated fact be said at most every ten seconds, with how often it came since. */
final class RateLimitedLog {
  private static final long EVERY = TimeUnit.SECONDS.toNanos(10);

  private final AtomicLong count = new AtomicLong();
  private final AtomicLong sayAt = new AtomicLong(System.nanoTime());

  /** Counts one, and calls {@code say} with the count if it is time. */
  void say(LongConsumer say) {
    count.incrementAndGet();
    long at = sayAt.get();
    long now = System.nanoTime();
    if (now - at >= 0 && sayAt.compareAndSet(at, now + EVERY)) {
      say.accept(count.getAndSet(0));
    }
  }
}
