package org.dharch.core.recovery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.dharch.core.store.StoreLimits;
import org.dharch.core.store.StoredMessage;

/**
 * Messages that are noted and wait to be written, no more than a store may keep; the oldest go
 * first, those that were refused before others, as in the store. Safe for any thread.
 */
final class WriteBehindBuffer {
  private final StoreLimits limits;
  private final Deque<StoredMessage> messages = new ArrayDeque<>(); // guarded by this
  private long bytes; // guarded by this

  WriteBehindBuffer(StoreLimits limits) {
    this.limits = limits;
  }

  /**
   * Notes {@code message}, the newest, which always stays.
   *
   * @return how many were dropped for it
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
   * It could not be written: it is the oldest again.
   *
   * @return how many were dropped since there is no room for it any more: one, or none
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

  /** Takes the oldest. */
  synchronized Optional<StoredMessage> take() {
    Optional<StoredMessage> oldest = Optional.ofNullable(messages.poll());
    oldest.ifPresent(message -> bytes -= message.size());
    return oldest;
  }
}
