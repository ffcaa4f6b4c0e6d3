package org.dharch.benchmarks.decentralized;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * One direction of a line between two sites: what is sent leaves when what was sent before has
 * left, at so many bits a second, and is there after the delay. All connections of that direction
 * share it. Any thread.
 */
final class DelayedLink {
  private final long delayNanos;
  private final double nanosPerByte;
  private long free = Long.MIN_VALUE;

  DelayedLink(Duration delay, long bitsPerSecond) {
    delayNanos = delay.toNanos();
    nanosPerByte = 8.0 * TimeUnit.SECONDS.toNanos(1) / bitsPerSecond;
  }

  /** When so many bytes that are sent {@code now} are there, in nanoseconds of the same clock. */
  synchronized long due(long now, int bytes) {
    long from = free == Long.MIN_VALUE ? now : Math.max(now, free);
    free = from + Math.round(bytes * nanosPerByte);
    return free + delayNanos;
  }
}
