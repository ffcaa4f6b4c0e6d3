package org.dharch.cmanager.direct;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.dharch.cmanager.frame.Outbox;

/**
 * The replies that a node has written to a link and that its manager has not acknowledged. When the
 * link breaks, they are sent again by the broker, for a manager that detected the break before its
 * node did. Bounded; safe for any thread.
 */
final class LinkReplies {
  private final int most;
  private final long mostBytes;
  private final ArrayDeque<Outbox.OutgoingItem> written = new ArrayDeque<>();
  private long bytes;
  private long had;

  LinkReplies(int most, long mostBytes) {
    this.most = most;
    this.mostBytes = mostBytes;
  }

  synchronized boolean hasCapacity() {
    return written.size() < most && bytes < mostBytes;
  }

  /** Records the written replies, in their order. */
  synchronized void add(List<Outbox.OutgoingItem> items) {
    for (Outbox.OutgoingItem item : items) {
      written.add(item);
      bytes += item.size();
    }
  }

  /**
   * Records that the manager has received {@code count} replies in total; a lower count is ignored.
   */
  synchronized void acknowledge(long count) {
    while (had < count && !written.isEmpty()) {
      bytes -= written.remove().size();
      had++;
    }
  }

  /** Removes and returns the unacknowledged replies. */
  synchronized List<Outbox.OutgoingItem> takeUnacknowledged() {
    List<Outbox.OutgoingItem> rest = new ArrayList<>();
    for (Outbox.OutgoingItem item : written) {
      rest.add(
          new Outbox.OutgoingItem(
              item.id(), item.head(), item.payload(), item.expiresAtNanos(), () -> {}));
    }
    written.clear();
    bytes = 0;
    return rest;
  }
}
