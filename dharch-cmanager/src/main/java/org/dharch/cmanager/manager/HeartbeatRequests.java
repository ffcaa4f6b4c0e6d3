package org.dharch.cmanager.manager;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.dharch.core.spi.RequestedInterval;

/**
 * The heartbeat interval that a manager requests in its calls by one broker, and the time of the
 * next call: every minute, or earlier after a large change. Safe for any thread.
 */
final class HeartbeatRequests {
  private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long CHANGE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long REJECTION_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** The bound on the rejected nodes that one call lists. */
  private static final int MOST_REJECTED = 8;

  private static final Pattern NODE =
      Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.\\-]{0,99}~[A-Za-z0-9\\-]{1,80}");

  private final LongSupplier nanoTime;

  /** No request, until the manager's tolerance is known. */
  private RequestedInterval requested = RequestedInterval.NONE;

  private RequestedInterval announced = requested;
  private long announcedAt;
  private boolean requireResponse;
  private int managers = 1;
  private int managersSeen;
  private final Set<String> rejected = new LinkedHashSet<>();

  HeartbeatRequests(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.announcedAt = nanoTime.getAsLong();
  }

  /** A heartbeat names the managers whose calls its node has received, separated by commas. */
  synchronized void onHeartbeat(String names) {
    managersSeen = Math.max(managersSeen, 1 + (int) names.chars().filter(c -> c == ',').count());
  }

  /**
   * Records that a heartbeat of {@code node} was rejected: the next call lists it. Ignores what is
   * no node's name.
   *
   * @return whether to make a call now, so that the node does not report that it is ready
   */
  synchronized boolean onRejected(String node) {
    if (NODE.matcher(node).matches() && rejected.size() < MOST_REJECTED) {
      rejected.add(node);
    }
    return isRejectionDue(nanoTime.getAsLong() - announcedAt);
  }

  private boolean isRejectionDue(long since) {
    return !rejected.isEmpty() && since >= REJECTION_NANOS;
  }

  /** Takes the nodes that a call lists, separated by commas. */
  synchronized String takeRejected() {
    String nodes = String.join(",", rejected);
    rejected.clear();
    return nodes;
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
    return since >= REPEAT_NANOS
        || (since >= CHANGE_NANOS && requested.differs(announced))
        || isRejectionDue(since);
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
