package org.dharch.cmanager.frame;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.dharch.api.MessageId;

/**
 * Queues outgoing messages, bounded by number and bytes. Each destination has a queue, and
 * destinations are served round robin. Messages for the same destination leave in one batch. The
 * sender never waits for a batch to fill. News, of which only the latest counts, go first and are
 * always accepted: nothing queued can delay a heartbeat. Safe for any thread.
 */
public final class Outbox {
  /**
   * One encoded DMFormat; the payload is the caller's own array.
   *
   * @param left run when it has been sent, or has expired
   */
  public record OutgoingItem(
      MessageId id, byte[] head, byte[] payload, long expiresAtNanos, Runnable left) {

    public int size() {
      return head.length + payload.length;
    }
  }

  /**
   * A batch for one destination.
   *
   * @param news whether it is discarded when it cannot be sent, because later news follow
   */
  public record Batch(Target target, List<OutgoingItem> items, boolean news) {}

  private final int maxMessages;
  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition capacity = lock.newCondition();
  private final Map<Target, ArrayDeque<OutgoingItem>> lines = new LinkedHashMap<>();
  private final Map<Target, OutgoingItem> news = new LinkedHashMap<>();
  private int messages;
  private long bytes;
  private volatile boolean empty = true;

  public Outbox(int maxMessages, long maxBytes) {
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
  }

  /** Queues {@code item}; false if there was no capacity within {@code patience}. */
  public boolean offer(Target target, OutgoingItem item, Duration patience)
      throws InterruptedException {
    long left = patience.toNanos();
    lock.lock();
    try {
      while (messages >= maxMessages || bytes + item.size() > maxBytes) {
        if (left <= 0) {
          return false;
        }
        left = capacity.awaitNanos(left);
      }
      lines.computeIfAbsent(target, t -> new ArrayDeque<>()).addLast(item);
      count(1, item.size());
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Queues {@code item} if there is capacity now. */
  public boolean offer(Target target, OutgoingItem item) {
    lock.lock();
    try {
      if (messages >= maxMessages || bytes + item.size() > maxBytes) {
        return false;
      }
      lines.computeIfAbsent(target, t -> new ArrayDeque<>()).addLast(item);
      count(1, item.size());
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Queues {@code item} in the place of the waiting news for {@code target}, if any. */
  public void latest(Target target, OutgoingItem item) {
    lock.lock();
    try {
      OutgoingItem before = news.put(target, item);
      count(before == null ? 1 : 0, item.size() - (before == null ? 0 : before.size()));
    } finally {
      lock.unlock();
    }
  }

  /** Removes and returns the next batch, of at most a frame's size. */
  public Optional<Batch> poll() {
    lock.lock();
    try {
      Iterator<Map.Entry<Target, OutgoingItem>> latest = news.entrySet().iterator();
      if (latest.hasNext()) {
        Map.Entry<Target, OutgoingItem> entry = latest.next();
        latest.remove();
        count(-1, -entry.getValue().size());
        return Optional.of(new Batch(entry.getKey(), List.of(entry.getValue()), true));
      }
      Iterator<Map.Entry<Target, ArrayDeque<OutgoingItem>>> first = lines.entrySet().iterator();
      if (!first.hasNext()) {
        return Optional.empty();
      }
      Map.Entry<Target, ArrayDeque<OutgoingItem>> entry = first.next();
      Target target = entry.getKey();
      ArrayDeque<OutgoingItem> line = entry.getValue();
      first.remove();
      List<OutgoingItem> items = new ArrayList<>(Math.min(line.size(), Frame.MAX_ITEMS));
      int size = 0;
      while (!line.isEmpty() && items.size() < Frame.MAX_ITEMS) {
        int length = line.peekFirst().size();
        if (!items.isEmpty() && size + length > Frame.MAX_BYTES) {
          break;
        }
        items.add(line.removeFirst());
        size += length;
      }
      if (!line.isEmpty()) {
        lines.put(target, line); // round robin
      }
      count(-items.size(), -size);
      return Optional.of(new Batch(target, items, false));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Puts a batch that could not be sent back to the head of its queue, even past the bound; news
   * are dropped.
   */
  public void putBack(Batch batch) {
    if (batch.news()) {
      return;
    }
    lock.lock();
    try {
      ArrayDeque<OutgoingItem> line =
          lines.computeIfAbsent(batch.target(), t -> new ArrayDeque<>());
      for (int i = batch.items().size() - 1; i >= 0; i--) {
        line.addFirst(batch.items().get(i));
        count(1, batch.items().get(i).size());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Drops everything and returns the number of messages. */
  public int clear() {
    lock.lock();
    try {
      int dropped = messages;
      lines.clear();
      news.clear();
      count(-messages, -bytes);
      return dropped;
    } finally {
      lock.unlock();
    }
  }

  public boolean isEmpty() {
    return empty;
  }

  /** Waits until it is empty, at most {@code limit}. */
  public void awaitEmpty(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    lock.lock();
    try {
      while (messages > 0) {
        long left = end - System.nanoTime();
        if (left <= 0 || !capacity.await(left, TimeUnit.NANOSECONDS)) {
          return;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void count(int moreMessages, long moreBytes) {
    messages += moreMessages;
    bytes += moreBytes;
    empty = messages == 0;
    if (moreMessages < 0) {
      capacity.signalAll();
    }
  }
}
