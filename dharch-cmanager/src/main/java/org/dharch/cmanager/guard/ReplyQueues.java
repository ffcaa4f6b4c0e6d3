package org.dharch.cmanager.guard;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.activemq.command.ActiveMQDestination;

/**
 * The managers' queues with a consumer on the embedded broker, and the bytes that wait on the
 * others. A node may reconnect before its manager after a loss of the broker, and then sends what
 * it kept; no more than that is kept without a consumer. Safe for any thread.
 */
public final class ReplyQueues {
  /** So many managers may be expected. */
  static final int MOST_EXPECTED = 64;

  private final long mostBytes;
  private final Map<ActiveMQDestination, Integer> listeners = new ConcurrentHashMap<>();
  private final Map<ActiveMQDestination, Long> waiting = new HashMap<>(); // guarded by this

  /**
   * @param mostBytes the bound on bytes in all queues without a consumer
   */
  public ReplyQueues(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** The queue has a consumer. */
  synchronized void listened(ActiveMQDestination queue) {
    listeners.merge(queue, 1, Integer::sum);
    waiting.remove(queue);
  }

  /** One of those does not any more. */
  synchronized void unlistened(ActiveMQDestination queue) {
    listeners.computeIfPresent(queue, (it, n) -> n > 1 ? n - 1 : null);
  }

  /** It is removed, and what was on it has gone. */
  synchronized void removed(ActiveMQDestination queue) {
    waiting.remove(queue);
  }

  /** Whether a message of so many bytes is taken for it; then it is counted. */
  boolean takes(ActiveMQDestination queue, long bytes) {
    return listeners.containsKey(queue) || isExpected(queue, bytes);
  }

  private synchronized boolean isExpected(ActiveMQDestination queue, long bytes) {
    long all = waiting.values().stream().mapToLong(Long::longValue).sum();
    if (all + bytes > mostBytes
        || (!waiting.containsKey(queue) && waiting.size() >= MOST_EXPECTED)) {
      return false;
    }
    waiting.merge(queue, bytes, Long::sum);
    return true;
  }
}
