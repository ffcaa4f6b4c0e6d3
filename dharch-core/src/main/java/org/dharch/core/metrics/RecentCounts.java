package org.dharch.core.metrics;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Growing numbers with their recent growth. Time advances in steps, whose length the caller
 * chooses. For each of the latest {@value #STEPS} steps with an addition it keeps the earlier
 * numbers. Safe for any thread; a reader sees every addition at most once, and concurrent ones
 * perhaps.
 */
final class RecentCounts {
  /** How far back {@link #since} can look. */
  static final int STEPS = 7;

  private final AtomicLongArray values;
  private final Deque<Mark> marks = new ArrayDeque<>(STEPS); // guarded by this
  private volatile long latest = Long.MIN_VALUE;

  /** The numbers before the first addition of a step. */
  private record Mark(long step, long[] before) {}

  RecentCounts(int size) {
    this.values = new AtomicLongArray(size);
  }

  /** A step has begun, unless it had before; said before what is added in it. */
  void begin(long step) {
    if (step > latest) {
      mark(step);
    }
  }

  private synchronized void mark(long step) {
    if (step > latest) {
      if (marks.size() == STEPS) {
        marks.removeFirst();
      }
      marks.addLast(new Mark(step, all()));
      latest = step;
    }
  }

  void add(int index, long value) {
    values.addAndGet(index, value);
  }

  /** Each number now. */
  long[] all() {
    long[] copy = new long[values.length()];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = values.get(i);
    }
    return copy;
  }

  /**
   * The additions to each number in this step and since.
   *
   * @param step at most {@link #STEPS} - 1 before the current one
   */
  synchronized long[] since(long step) {
    for (Mark mark : marks) {
      if (mark.step >= step) {
        long[] grown = all();
        for (int i = 0; i < grown.length; i++) {
          grown[i] -= mark.before[i];
        }
        return grown;
      }
    }
    return new long[values.length()];
  }
}
