package org.dharch.ws.rm;

import java.util.Arrays;

/**
 * A set of message numbers, as sorted ranges: what a sink has received of a sequence, and what it
 * acknowledges (WS-ReliableMessaging, SequenceAcknowledgement; seed 001, section 2). Numbers are 1
 * to 2⁶³−1. Two ranges never touch, so their count is the count of gaps, which is what is bounded:
 * a set of a million numbers without a gap is 16 bytes. Immutable.
 */
public final class Ranges {
  /** No number. */
  public static final Ranges EMPTY = new Ranges(new long[0]);

  /** Lower and upper end of each range by turns, both within it. */
  private final long[] ends;

  private Ranges(long[] ends) {
    this.ends = ends;
  }

  /**
   * The numbers from {@code lower} to {@code upper}, both among them.
   *
   * @throws IllegalArgumentException if {@code lower} is below 1 or above {@code upper}
   */
  public static Ranges of(long lower, long upper) {
    check(lower, upper);
    return new Ranges(new long[] {lower, upper});
  }

  /**
   * The numbers of several ranges that share none, in whatever order they come: what a peer
   * acknowledges.
   *
   * @param pairs lower and upper end of each by turns
   * @throws IllegalArgumentException naming the range that is none, or the two that overlap
   */
  public static Ranges disjoint(long... pairs) {
    if (pairs.length % 2 != 0) {
      throw new IllegalArgumentException(pairs.length + " ends; each range has two");
    }
    Integer[] order = new Integer[pairs.length / 2];
    for (int i = 0; i < order.length; i++) {
      check(pairs[2 * i], pairs[2 * i + 1]);
      order[i] = 2 * i;
    }
    Arrays.sort(order, (a, b) -> Long.compare(pairs[a], pairs[b]));
    Joiner joiner = new Joiner(order.length);
    long last = 0;
    for (int at : order) {
      if (pairs[at] <= last) {
        throw new IllegalArgumentException(
            "the range " + pairs[at] + "-" + pairs[at + 1] + " overlaps one that ends at " + last);
      }
      last = pairs[at + 1];
      joiner.append(pairs[at], last);
    }
    return joiner.ranges();
  }

  /**
   * Reads what {@link #toString()} wrote.
   *
   * @throws IllegalArgumentException if it is not that
   */
  public static Ranges parse(String text) {
    if (text.isEmpty()) {
      return EMPTY;
    }
    String[] parts = text.split(",", -1);
    long[] pairs = new long[parts.length * 2];
    for (int i = 0; i < parts.length; i++) {
      int dash = parts[i].indexOf('-');
      try {
        pairs[2 * i] = Long.parseLong(dash < 0 ? parts[i] : parts[i].substring(0, dash));
        pairs[2 * i + 1] = dash < 0 ? pairs[2 * i] : Long.parseLong(parts[i].substring(dash + 1));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "'" + parts[i] + "' is no range of message numbers; '7' and '3-5' are", e);
      }
    }
    return disjoint(pairs);
  }

  private static void check(long lower, long upper) {
    if (lower < 1 || upper < lower) {
      throw new IllegalArgumentException(
          lower + "-" + upper + " is no range; the lower end is at least 1, the upper no less");
    }
  }

  /** These and {@code number}. */
  public Ranges add(long number) {
    return contains(number) ? this : addAll(of(number, number));
  }

  /** These and those of {@code other}. */
  public Ranges addAll(Ranges other) {
    if (other.isEmpty()) {
      return this;
    }
    Joiner joiner = new Joiner(count() + other.count());
    int i = 0;
    int j = 0;
    while (i < ends.length || j < other.ends.length) {
      boolean mine = j == other.ends.length || (i < ends.length && ends[i] <= other.ends[j]);
      if (mine) {
        joiner.append(ends[i], ends[i + 1]);
        i += 2;
      } else {
        joiner.append(other.ends[j], other.ends[j + 1]);
        j += 2;
      }
    }
    return joiner.ranges();
  }

  /** These without those of {@code other}. */
  public Ranges subtract(Ranges other) {
    Joiner joiner = new Joiner(count() + other.count());
    int j = 0;
    for (int i = 0; i < ends.length; i += 2) {
      long from = ends[i];
      long to = ends[i + 1];
      while (j < other.ends.length && other.ends[j + 1] < from) {
        j += 2;
      }
      for (int k = j; k < other.ends.length && other.ends[k] <= to; k += 2) {
        if (other.ends[k] > from) {
          joiner.append(from, other.ends[k] - 1);
        }
        if (other.ends[k + 1] >= to) {
          from = 0; // nothing is left of this range, however high it reaches
          break;
        }
        from = other.ends[k + 1] + 1;
      }
      if (from != 0) {
        joiner.append(from, to);
      }
    }
    return joiner.ranges();
  }

  public boolean contains(long number) {
    int low = 0;
    int high = count() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (ends[2 * middle + 1] < number) {
        low = middle + 1;
      } else if (ends[2 * middle] > number) {
        high = middle - 1;
      } else {
        return true;
      }
    }
    return false;
  }

  /** Whether each number of {@code other} is one of these. */
  public boolean containsAll(Ranges other) {
    return other.subtract(this).isEmpty();
  }

  /** What is missing below the highest: the numbers from 1 on that are none of these. */
  public Ranges gaps() {
    return isEmpty() ? EMPTY : of(1, max()).subtract(this);
  }

  public boolean isEmpty() {
    return ends.length == 0;
  }

  /** How many ranges these are. */
  public int count() {
    return ends.length / 2;
  }

  /** How many numbers these are; 2⁶³−1 at most, which is all there are. */
  public long size() {
    long size = 0;
    for (int i = 0; i < ends.length; i += 2) {
      size += ends[i + 1] - ends[i] + 1;
    }
    return size;
  }

  /** The highest number; 0 if there is none. */
  public long max() {
    return isEmpty() ? 0 : ends[ends.length - 1];
  }

  /** Up to which number none is missing, from 1 on; 0 if 1 is. */
  public long prefix() {
    return !isEmpty() && ends[0] == 1 ? ends[1] : 0;
  }

  /** The lower end of a range, counted from 0. */
  public long lower(int range) {
    return ends[2 * range];
  }

  /** The upper end of a range, counted from 0. */
  public long upper(int range) {
    return ends[2 * range + 1];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ranges that && Arrays.equals(ends, that.ends);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ends);
  }

  /** As {@code 1-5,7}; empty if there is none. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ends.length; i += 2) {
      text.append(i == 0 ? "" : ",").append(ends[i]);
      if (ends[i + 1] > ends[i]) {
        text.append('-').append(ends[i + 1]);
      }
    }
    return text.toString();
  }

  /** Collects ranges that come by their lower ends, and joins those that touch. */
  private static final class Joiner {
    private final long[] ends;
    private int length;

    Joiner(int most) {
      ends = new long[2 * most];
    }

    void append(long lower, long upper) {
      if (length > 0 && ends[length - 1] >= lower - 1) {
        ends[length - 1] = Math.max(ends[length - 1], upper);
      } else {
        ends[length++] = lower;
        ends[length++] = upper;
      }
    }

    Ranges ranges() {
      return length == 0 ? EMPTY : new Ranges(Arrays.copyOf(ends, length));
    }
  }
}
