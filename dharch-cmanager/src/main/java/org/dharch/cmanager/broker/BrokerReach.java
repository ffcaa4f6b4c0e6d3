package org.dharch.cmanager.broker;

import java.time.Duration;
import org.dharch.core.spi.Ticker;

/** Whether there is a way to the broker, or was a moment ago. Any thread. */
public final class BrokerReach {
  private final long graceNanos;
  private final Ticker ticker;
  private boolean up;
  private boolean everUp;
  private long lostAt;

  /**
   * Never yet.
   *
   * @param grace how long a loss does not count
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

  public synchronized boolean isThere() {
    return up || (everUp && ticker.nanos() - lostAt < graceNanos);
  }
}
