package org.dharch.samples;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Counts events in total, and in a window of ten whole seconds. Safe for any thread. */
final class RateWindow {
  private static final int SECONDS = 10;

  private final LongSupplier nanos;
  private final long start;
  private final long[] counts = new long[SECONDS];
  private long newest;
  private long total;

  RateWindow(LongSupplier nanos) {
    this.nanos = nanos;
    this.start = nanos.getAsLong();
  }

  /** Counts one event and returns the total. */
  synchronized long count() {
    counts[(int) (advance() % SECONDS)]++;
    return ++total;
  }

  synchronized long total() {
    return total;
  }

  synchronized double perSecond() {
    long second = advance();
    return Arrays.stream(counts).sum() / (double) Math.min(SECONDS, second + 1);
  }

  private long advance() {
    long second = TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - start);
    for (long s = Math.max(newest + 1, second - SECONDS + 1); s <= second; s++) {
      counts[(int) (s % SECONDS)] = 0;
    }
    newest = second;
    return second;
  }
}
