package org.dharch.benchmarks.decentralized.delay;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * One direction of a line between two sites, with limited bandwidth and a delay. All connections in
 * this direction share the bandwidth. Any thread.
 */
public final class DelayedLink {
  private final long delayNanos;
  private final double nanosPerByte;
  private long free = Long.MIN_VALUE;

  public DelayedLink(Duration delay, long bitsPerSecond) {
    delayNanos = delay.toNanos();
    nanosPerByte = 8.0 * TimeUnit.SECONDS.toNanos(1) / bitsPerSecond;
  }

  /** Returns when bytes sent at {@code now} arrive, in nanoseconds of the same clock. */
  public synchronized long due(long now, int bytes) {
    long from = free == Long.MIN_VALUE ? now : Math.max(now, free);
    free = from + Math.round(bytes * nanosPerByte);
    return free + delayNanos;
  }
}
