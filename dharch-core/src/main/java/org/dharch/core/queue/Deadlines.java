package org.dharch.core.queue;

import java.util.Arrays;
import java.util.Optional;
import org.dharch.core.context.DHMContext;

/**
 * Orders the messages in execution by wake-up time. A binary heap in which every message stores its
 * index, so that moving or removing it is O(log n) and no stale entries remain.
 */
final class Deadlines {
  private DHMContext[] heap = new DHMContext[16];
  private long[] wakeAt = new long[16];
  private int size;

  /** Returns the earliest wake-up time. */
  long next() {
    return size == 0 ? Long.MAX_VALUE : wakeAt[0];
  }

  /** Returns the first message if it is due. */
  Optional<DHMContext> due(long now) {
    return size == 0 || wakeAt[0] > now ? Optional.empty() : Optional.of(heap[0]);
  }

  /** Adds the message, or moves it. */
  void set(DHMContext message, long at) {
    if (message.deadlineSlot < 0) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, size * 2);
        wakeAt = Arrays.copyOf(wakeAt, size * 2);
      }
      message.deadlineSlot = size++;
      put(message.deadlineSlot, message, at);
    } else if (wakeAt[message.deadlineSlot] == at) {
      return;
    }
    wakeAt[message.deadlineSlot] = at;
    up(message.deadlineSlot);
    down(message.deadlineSlot);
  }

  void remove(DHMContext message) {
    int slot = message.deadlineSlot;
    if (slot < 0) {
      return;
    }
    message.deadlineSlot = -1;
    size--;
    DHMContext last = heap[size];
    long lastAt = wakeAt[size];
    heap[size] = null;
    if (slot < size) {
      put(slot, last, lastAt);
      up(slot);
      down(last.deadlineSlot);
    }
  }

  private void put(int slot, DHMContext message, long at) {
    heap[slot] = message;
    wakeAt[slot] = at;
    message.deadlineSlot = slot;
  }

  private void up(int from) {
    int slot = from;
    while (slot > 0 && wakeAt[slot] < wakeAt[(slot - 1) / 2]) {
      swap(slot, (slot - 1) / 2);
      slot = (slot - 1) / 2;
    }
  }

  private void down(int from) {
    int slot = from;
    while (true) {
      int child = 2 * slot + 1;
      if (child >= size) {
        return;
      }
      if (child + 1 < size && wakeAt[child + 1] < wakeAt[child]) {
        child++;
      }
      if (wakeAt[slot] <= wakeAt[child]) {
        return;
      }
      swap(slot, child);
      slot = child;
    }
  }

  private void swap(int a, int b) {
    DHMContext message = heap[a];
    long at = wakeAt[a];
    put(a, heap[b], wakeAt[b]);
    put(b, message, at);
  }
}
