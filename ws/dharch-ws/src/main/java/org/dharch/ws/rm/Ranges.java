package org.dharch.ws.rm;

import java.util.Arrays;

/**
 * A set of message numbers as sorted ranges (WS-ReliableMessaging, SequenceAcknowledgement).
 * Numbers are 1 to 2⁶³−1. Adjacent ranges are joined, so a million numbers without a gap take 16
 * bytes. Immutable.
 */
public final class Ranges {
  /** The empty set. */
  public static final Ranges EMPTY = new Ranges(new long[0]);

  /** The lower and upper ends of the ranges, inclusive, alternating. */
  private final long[] ends;

  private Ranges(long[] ends) {
    this.ends = ends;
  }

  /**
   * Returns the numbers from {@code lower} to {@code upper}, inclusive.
   *
   * @throws IllegalArgumentException if {@code lower} is below 1 or above {@code upper}
   */
  public static Ranges of(long lower, long upper) {
    check(lower, upper);
    return new Ranges(new long[] {lower, upper});
  }

  /**
   * Returns the union of disjoint ranges in any order.
   *
   * @param pairs the lower and upper ends, alternating
   * @throws IllegalArgumentException if a range is invalid or two overlap
   */
  public static Ranges disjoint(long... pairs) {
    if (pairs.length % 2 != 0) {
      throw new IllegalArgumentException(pairs.length + " ends; each range must have two");
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
   * Parses the result of {@link #toString()}.
   *
   * @throws IllegalArgumentException if it is invalid
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
            "'" + parts[i] + "' must be a range of message numbers such as '7' or '3-5'", e);
      }
    }
    return disjoint(pairs);
  }

  private static void check(long lower, long upper) {
    if (lower < 1 || upper < lower) {
      throw new IllegalArgumentException(
          lower + "-" + upper + " must be a range with 1 <= lower <= upper");
    }
  }

  public Ranges add(long number) {
    return contains(number) ? this : addAll(of(number, number));
  }

  public Ranges addAll(Ranges other) {
    if (other.isEmpty()) {
      return this;
    }
    Joiner joiner = new Joiner(count() + other.count());
    int i = 0;
    int j = 0;
    while (i < ends.length || j < other.ends.length) {
      boolean isFromThis = j == other.ends.length || (i < ends.length && ends[i] <= other.ends[j]);
      if (isFromThis) {
        joiner.append(ends[i], ends[i + 1]);
        i += 2;
      } else {
        joiner.append(other.ends[j], other.ends[j + 1]);
        j += 2;
      }
    }
    return joiner.ranges();
  }

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
          from = 0; // the rest of this range is empty
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

  /** Returns the missing numbers from 1 up to the maximum. */
  public Ranges gaps() {
    return isEmpty() ? EMPTY : of(1, max()).subtract(this);
  }

  public boolean isEmpty() {
    return ends.length == 0;
  }

  /** The number of ranges. */
  public int count() {
    return ends.length / 2;
  }

  /** The number of message numbers. */
  public long size() {
    long size = 0;
    for (int i = 0; i < ends.length; i += 2) {
      size += ends[i + 1] - ends[i] + 1;
    }
    return size;
  }

  /** The highest number; 0 if the set is empty. */
  public long max() {
    return isEmpty() ? 0 : ends[ends.length - 1];
  }

  /** The highest number without a gap before it; 0 if 1 is missing. */
  public long prefix() {
    return !isEmpty() && ends[0] == 1 ? ends[1] : 0;
  }

  public long lower(int range) {
    return ends[2 * range];
  }

  /** Ranges are indexed from 0. */
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

  /** Returns the form {@code 1-5,7}; empty for the empty set. */
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

  /** Joins ranges that are appended in the order of their lower ends. */
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
