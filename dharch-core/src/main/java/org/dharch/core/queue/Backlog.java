package org.dharch.core.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * How much work waits, by when its turn is: what a new message has before it. Turns are put
 * together in spans, in several sizes of them, so that adding, removing and asking cost little
 * however many wait: what lies before a turn is whole large spans, then smaller ones. What turns
 * within the asker's own smallest span, about a millisecond, counts as before it. Not safe for
 * several threads.
 */
final class Backlog {
  /** Of the spans of each size, the binary logarithm of their nanoseconds; ascending. */
  private static final int[] SHIFTS = {20, 26, 32, 38};

  private final List<TreeMap<Long, Span>> bySize = new ArrayList<>();

  private static final class Span {
    long work;
    int messages;
  }

  Backlog() {
    for (int i = 0; i < SHIFTS.length; i++) {
      bySize.add(new TreeMap<>());
    }
  }

  void add(long position, long sizeNanos) {
    for (int i = 0; i < SHIFTS.length; i++) {
      Span span = bySize.get(i).computeIfAbsent(position >> SHIFTS[i], number -> new Span());
      span.work += sizeNanos;
      span.messages++;
    }
  }

  void remove(long position, long sizeNanos) {
    for (int i = 0; i < SHIFTS.length; i++) {
      long number = position >> SHIFTS[i];
      Span span = bySize.get(i).get(number);
      span.work -= sizeNanos;
      if (--span.messages == 0) {
        bySize.get(i).remove(number);
      }
    }
  }

  /** The work whose turn is before or at {@code position}. */
  long before(long position) {
    int largest = SHIFTS.length - 1;
    long work = sum(largest, Long.MIN_VALUE, position >> SHIFTS[largest]);
    for (int i = largest - 1; i >= 0; i--) {
      long from = position >> SHIFTS[i + 1] << (SHIFTS[i + 1] - SHIFTS[i]);
      long own = position >> SHIFTS[i];
      work += sum(i, from, i == 0 ? own + 1 : own);
    }
    return work;
  }

  private long sum(int size, long from, long until) {
    long work = 0;
    for (Span span : bySize.get(size).subMap(from, until).values()) {
      work += span.work;
    }
    return work;
  }
}
