package org.dharch.core.node;

import java.time.Duration;

/**
 * Schedules a node's heartbeats: at the configured interval, or at a longer one that managers
 * request, up to {@link #MOST}. An interval at most doubles from one heartbeat to the next, and
 * each heartbeat announces the time until the next. Therefore a manager that misses a few of them
 * does not consider the node silent. Guarded by {@link StateLock}.
 */
final class HeartbeatPace {
  /** The longest interval: a manager knows a node's clock only from its heartbeats. */
  static final Duration MOST = Duration.ofSeconds(5);

  private final long usual;
  private long requested;
  private long interval;
  private long announced;

  HeartbeatPace(Duration usual, long now) {
    this.usual = usual.toNanos();
    this.requested = this.usual;
    this.interval = this.usual;
    this.announced = now;
  }

  /**
   * Sets the requested interval, but not below the configured one; a shorter one applies at once.
   */
  void requestInterval(Duration value) {
    requested = Math.max(usual, Math.min(value.toNanos(), MOST.toNanos()));
    interval = Math.min(interval, requested);
  }

  /** Returns whether a heartbeat is due; if so, it counts as sent now. */
  boolean isDue(long now) {
    if (left(now) > 0) {
      return false;
    }
    announced = now;
    interval = Math.min(2 * interval, requested);
    return true;
  }

  /** Returns the time until the next heartbeat, in nanoseconds. */
  long left(long now) {
    return interval - (now - announced);
  }

  /** Returns the longest time until the next heartbeat. */
  Duration interval() {
    return Duration.ofNanos(interval);
  }
}
