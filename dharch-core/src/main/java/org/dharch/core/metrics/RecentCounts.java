package org.dharch.core.metrics;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Some numbers that only grow, and how much they have grown lately. Time comes in steps, whose
 * length is the caller's affair; of the latest {@value #STEPS} steps in which something was added
 * it is kept what the numbers were before. Safe for any thread; a reader sees every addition at
 * most once, and those that are made meanwhile perhaps.
 */
final class RecentCounts {
  /** How far back {@link #since} can look. */
  static final int STEPS = 7;

  private final AtomicLongArray values;
  private final Deque<Mark> marks = new ArrayDeque<>(STEPS); // guarded by this
  private volatile long latest = Long.MIN_VALUE;

  /** What the numbers were before the first addition of a step. */
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
   * What was added to each number in this step and since.
   *
   * @param step at most {@link #STEPS} - 1 before the one now
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
