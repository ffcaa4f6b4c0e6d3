package org.dharch.cmanager.manager;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.dharch.core.spi.HeartbeatWish;

/**
 * What a manager's calls by one broker say of heartbeats, and when they are to say it anew: every
 * minute, or sooner where much has changed. Safe for any thread.
 */
final class HeartbeatAsking {
  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long CHANGED_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final LongSupplier nanoTime;

  /** Nothing, before it is known what this manager bears. */
  private HeartbeatWish wish = HeartbeatWish.NONE;

  private HeartbeatWish said = wish;
  private long saidAt;
  private boolean loud;
  private int managers = 1;
  private int heard;

  HeartbeatAsking(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.saidAt = nanoTime.getAsLong();
  }

  /** A heartbeat names the managers that its node has heard, with commas. */
  synchronized void heard(String names) {
    heard = Math.max(heard, 1 + (int) names.chars().filter(c -> c == ',').count());
  }

  /**
   * How many nodes are heard by this broker now.
   *
   * @param mostMillis how rarely each of them may be heard
   * @return whether a call is to be made
   */
  synchronized boolean look(int nodes, long mostMillis) {
    managers = heard == 0 ? managers : heard;
    heard = 0;
    wish = HeartbeatWish.of(nodes, managers, mostMillis);
    long since = nanoTime.getAsLong() - saidAt;
    return since >= AGAIN_NANOS || (since >= CHANGED_NANOS && wish.differs(said));
  }

  /** The next call is to be answered. */
  synchronized void loud() {
    loud = true;
  }

  /** The number of a call that is made now. */
  synchronized long number() {
    long number = wish.quiet(!loud).number();
    said = wish;
    saidAt = nanoTime.getAsLong();
    loud = false;
    return number;
  }
}
