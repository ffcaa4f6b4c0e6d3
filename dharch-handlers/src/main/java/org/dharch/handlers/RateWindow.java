package org.dharch.handlers;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Computes the rate in a sliding window of ten seconds. Thread-safe. */
final class RateWindow {
  private static final int SECONDS = 10;

  private final LongSupplier nanos;
  private final long start;
  private final long[] counts = new long[SECONDS];
  private long newest;

  RateWindow(LongSupplier nanos) {
    this.nanos = nanos;
    this.start = nanos.getAsLong();
  }

  synchronized void count() {
    counts[(int) (advance() % SECONDS)]++;
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
    newest = Math.max(newest, second);
    return newest;
  }
}
