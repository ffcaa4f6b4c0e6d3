package org.dharch.cmanager.manager;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.dharch.core.spi.RequestedInterval;

/**
 * The heartbeat interval that a manager requests in its calls by one broker, and the time of the
 * next call: every minute, or earlier after a large change. Safe for any thread.
 */
final class HeartbeatRequests {
  private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long CHANGE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final LongSupplier nanoTime;

  /** No request, until the manager's tolerance is known. */
  private RequestedInterval requested = RequestedInterval.NONE;

  private RequestedInterval announced = requested;
  private long announcedAt;
  private boolean requireResponse;
  private int managers = 1;
  private int managersSeen;

  HeartbeatRequests(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.announcedAt = nanoTime.getAsLong();
  }

  /** A heartbeat names the managers whose calls its node has received, separated by commas. */
  synchronized void onHeartbeat(String names) {
    managersSeen = Math.max(managersSeen, 1 + (int) names.chars().filter(c -> c == ',').count());
  }

  /**
   * Updates the request for the current number of nodes.
   *
   * @param mostMillis the longest interval allowed
   * @return whether to make a call
   */
  synchronized boolean update(int nodes, long mostMillis) {
    managers = managersSeen == 0 ? managers : managersSeen;
    managersSeen = 0;
    requested = RequestedInterval.of(nodes, managers, mostMillis);
    long since = nanoTime.getAsLong() - announcedAt;
    return since >= REPEAT_NANOS || (since >= CHANGE_NANOS && requested.differs(announced));
  }

  /** Requires a response to the next call. */
  synchronized void requireResponse() {
    requireResponse = true;
  }

  /** The number of a call that is made now. */
  synchronized long number() {
    long number = requested.quiet(!requireResponse).number();
    announced = requested;
    announcedAt = nanoTime.getAsLong();
    requireResponse = false;
    return number;
  }
}
