package org.dharch.cmanager.guard;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.activemq.command.ActiveMQDestination;

/**
 * Tracks the managers' queues with a consumer on the embedded broker, and the bytes that wait in
 * the others. After a loss of the broker a node may reconnect before its manager and send its kept
 * replies; the bytes without a consumer are bounded. Safe for any thread.
 */
public final class ReplyQueues {
  /** The bound on expected managers. */
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

  synchronized void consumerAdded(ActiveMQDestination queue) {
    listeners.merge(queue, 1, Integer::sum);
    waiting.remove(queue);
  }

  synchronized void consumerRemoved(ActiveMQDestination queue) {
    listeners.computeIfPresent(queue, (it, n) -> n > 1 ? n - 1 : null);
  }

  synchronized void removed(ActiveMQDestination queue) {
    waiting.remove(queue);
  }

  /** Returns whether the queue accepts a message of this many bytes, and counts it if so. */
  boolean accepts(ActiveMQDestination queue, long bytes) {
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
