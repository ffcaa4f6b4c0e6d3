package org.dharch.core.metrics;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A histogram of durations in buckets that are the same in every process, so that several can be
 * summed. Safe for any thread. A reader sees every value at most once, and concurrently added ones
 * possibly.
 */
public final class LatencyHistogram {
  /** The inclusive upper bound of each bucket except the last, in nanoseconds. */
  private static final long[] BOUNDS = bounds();

  /** The counts of the buckets, followed by the sum. */
  private final RecentCounts counts = new RecentCounts(BOUNDS.length + 2, RecentCounts.STEPS);

  /** 10 us to 50 s, in steps of 1, 2, 5. */
  private static long[] bounds() {
    long[] bounds = new long[21];
    long decade = 10_000;
    for (int i = 0; i < bounds.length; i += 3) {
      bounds[i] = decade;
      bounds[i + 1] = 2 * decade;
      bounds[i + 2] = 5 * decade;
      decade *= 10;
    }
    return bounds;
  }

  /**
   * Adds a duration; a negative one counts as zero.
   *
   * @param step of {@link RecentCounts}
   */
  void add(long nanos, long step) {
    int at = Arrays.binarySearch(BOUNDS, nanos);
    counts.begin(step);
    counts.add(at < 0 ? -at - 1 : at, 1);
    counts.add(BOUNDS.length + 1, Math.max(0, nanos));
  }

  Snapshot snapshot() {
    return of(counts.all());
  }

  /** The values that were added in this step and since. */
  Snapshot since(long step) {
    return of(counts.since(step));
  }

  private static Snapshot of(long[] values) {
    int last = values.length - 1;
    return new Snapshot(Arrays.stream(values, 0, last).boxed().toList(), values[last]);
  }

  /** The inclusive upper bounds of all buckets except the last, in nanoseconds. */
  public static List<Long> upperBounds() {
    return Arrays.stream(BOUNDS).boxed().toList();
  }

  /**
   * A histogram at one moment. Immutable.
   *
   * @param counts of each bucket; the last one has no upper bound
   * @param sumNanos the sum of all durations
   */
  public record Snapshot(List<Long> counts, long sumNanos) {
    public Snapshot {
      counts = List.copyOf(counts);
    }

    public long count() {
      return counts.stream().mapToLong(Long::longValue).sum();
    }

    /** The mean in nanoseconds; 0 if empty. */
    public long meanNanos() {
      long count = count();
      return count == 0 ? 0 : sumNanos / count;
    }

    /**
     * The quantile in nanoseconds: the upper bound of its bucket, or twice the highest bound if it
     * is the last; 0 if the histogram is empty.
     *
     * @param share from 0 to 1, such as 0.99
     */
    public long quantileNanos(double share) {
      long rank = (long) Math.ceil(share * count());
      long seen = 0;
      for (int i = 0; i < counts.size() && rank > 0; i++) {
        seen += counts.get(i);
        if (seen >= rank) {
          return i < BOUNDS.length ? BOUNDS[i] : 2 * BOUNDS[BOUNDS.length - 1];
        }
      }
      return 0;
    }
  }

  /**
   * Growing numbers with their recent growth. Time advances in steps, whose length the caller
   * chooses. For each of the latest steps with an addition it keeps the earlier numbers. Safe for
   * any thread; a reader sees every addition at most once, and concurrent ones perhaps.
   */
  static final class RecentCounts {
    /** The steps of one minute, and the current one. */
    static final int STEPS = 7;

    private final AtomicLongArray values;
    private final int steps;
    private final Deque<Mark> marks = new ArrayDeque<>(); // guarded by this
    private volatile long latest = Long.MIN_VALUE;

    /** The numbers before the first addition of a step. */
    private record Mark(long step, long[] before) {}

    /**
     * @param steps the maximum range of {@link #since}
     */
    RecentCounts(int size, int steps) {
      this.values = new AtomicLongArray(size);
      this.steps = steps;
    }

    /** Begins a step, if it has not begun; call it before adding to the step. */
    void begin(long step) {
      if (step > latest) {
        mark(step);
      }
    }

    private synchronized void mark(long step) {
      if (step > latest) {
        if (marks.size() == steps) {
          marks.removeFirst();
        }
        marks.addLast(new Mark(step, all()));
        latest = step;
      }
    }

    void add(int index, long value) {
      values.addAndGet(index, value);
    }

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
     * @param step at most {@code steps - 1} before the current one
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
}
