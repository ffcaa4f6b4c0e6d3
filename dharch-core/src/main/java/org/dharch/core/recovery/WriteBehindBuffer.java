package org.dharch.core.recovery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.dharch.core.store.StoreLimits;
import org.dharch.core.store.StoredMessage;

/**
 * Buffers messages until they are written, at most as many as a store may keep. The oldest are
 * dropped first, rejected ones before others, as in the store. Safe for any thread.
 */
final class WriteBehindBuffer {
  private final StoreLimits limits;
  private final Deque<StoredMessage> messages = new ArrayDeque<>(); // guarded by this
  private long bytes; // guarded by this

  WriteBehindBuffer(StoreLimits limits) {
    this.limits = limits;
  }

  /**
   * Adds {@code message} as the newest; the newest is never dropped.
   *
   * @return how many others were dropped for it
   */
  synchronized int add(StoredMessage message) {
    messages.add(message);
    bytes += message.size();
    int dropped = 0;
    while (messages.size() > Math.max(1, limits.failed())
        || (messages.size() > 1 && bytes > limits.failedBytes())) {
      bytes -= drop().size();
      dropped++;
    }
    return dropped;
  }

  private StoredMessage drop() {
    StoredMessage newest = messages.removeLast();
    Optional<StoredMessage> refusal =
        messages.stream().filter(StoredMessage::isRefusal).findFirst();
    StoredMessage dropped = refusal.orElseGet(messages::getFirst);
    messages.removeFirstOccurrence(dropped);
    messages.addLast(newest);
    return dropped;
  }

  /**
   * Returns a message that could not be written to the buffer, as the oldest.
   *
   * @return the number of messages dropped for lack of capacity: 0 or 1
   */
  synchronized int putBack(StoredMessage message) {
    boolean capacity =
        messages.size() < Math.max(1, limits.failed())
            && (messages.isEmpty() || bytes + message.size() <= limits.failedBytes());
    if (!capacity) {
      return 1;
    }
    messages.addFirst(message);
    bytes += message.size();
    return 0;
  }

  /** Removes and returns the oldest message. */
  synchronized Optional<StoredMessage> take() {
    Optional<StoredMessage> oldest = Optional.ofNullable(messages.poll());
    oldest.ifPresent(message -> bytes -= message.size());
    return oldest;
  }
}
