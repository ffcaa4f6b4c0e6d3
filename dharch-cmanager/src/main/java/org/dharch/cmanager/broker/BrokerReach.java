package org.dharch.cmanager.broker;

import java.time.Duration;
import org.dharch.core.spi.Ticker;

/**
 * Reports whether the broker is reachable, or was so within a grace period. Safe for any thread.
 */
public final class BrokerReach {
  private final long graceNanos;
  private final Ticker ticker;
  private boolean up;
  private boolean everUp;
  private long lostAt;

  /**
   * Creates one that was never reachable.
   *
   * @param grace the time for which a loss is ignored
   */
  public BrokerReach(Duration grace, Ticker ticker) {
    this.graceNanos = grace.toNanos();
    this.ticker = ticker;
  }

  public synchronized void up() {
    up = true;
    everUp = true;
  }

  public synchronized void down() {
    if (up) {
      up = false;
      lostAt = ticker.nanos();
    }
  }

  public synchronized boolean isReachable() {
    return up || (everUp && ticker.nanos() - lostAt < graceNanos);
  }
}
