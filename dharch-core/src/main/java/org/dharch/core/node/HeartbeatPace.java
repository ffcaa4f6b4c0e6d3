package org.dharch.core.node;

import java.time.Duration;

/**
 * When a node announces itself next: as often as it was built to, or more rarely where that is
 * wished, up to {@link #MOST}. An interval that grows at most doubles from one heartbeat to the
 * next, each of which says how long it will be until the next: so a manager that misses a few of
 * them does not take the node for silent. Guarded by the engine's lock.
 */
final class HeartbeatPace {
  /** A manager knows a node's clock by its heartbeats, and what is older is late. */
  static final Duration MOST = Duration.ofSeconds(5);

  private final long usual;
  private long wished;
  private long interval;
  private long announced;

  HeartbeatPace(Duration usual, long now) {
    this.usual = usual.toNanos();
    this.wished = this.usual;
    this.interval = this.usual;
    this.announced = now;
  }

  /** From now on as often, if that is not more often than usual; more often at once. */
  void wish(Duration value) {
    wished = Math.max(usual, Math.min(value.toNanos(), MOST.toNanos()));
    interval = Math.min(interval, wished);
  }

  /** Whether it is time; then a heartbeat is made now. */
  boolean isDue(long now) {
    if (left(now) > 0) {
      return false;
    }
    announced = now;
    interval = Math.min(2 * interval, wished);
    return true;
  }

  /** How long it is not time yet, in nanoseconds. */
  long left(long now) {
    return interval - (now - announced);
  }

  /** Until the next heartbeat, at most. */
  Duration interval() {
    return Duration.ofNanos(interval);
  }
}
