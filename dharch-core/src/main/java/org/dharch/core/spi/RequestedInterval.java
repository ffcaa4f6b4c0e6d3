package org.dharch.core.spi;

/**
 * The heartbeat interval that a manager requests from the nodes of one broker; encoded as a number,
 * 0 without a request. Immutable.
 *
 * @param millis the interval for the broker's sake; the longest of several requests counts
 * @param mostMillis the longest interval that the manager tolerates; the shortest of several
 *     requests counts
 * @param isQuiet whether nodes need not reply at once
 */
public record RequestedInterval(int millis, int mostMillis, boolean isQuiet) {
  /** The number of heartbeats per second that one broker delivers to all managers together. */
  private static final int PER_SECOND = 2_000;

  private static final int LEAST_MILLIS = 250;
  private static final int MOST_MILLIS = 5_000;
  private static final int BITS = 20;
  private static final int MASK = (1 << BITS) - 1;
  private static final long QUIET = 1L << (2 * BITS);

  /** No request. */
  public static final RequestedInterval NONE = new RequestedInterval(0, 0, false);

  /**
   * Computes the interval at which a broker delivers at most {@value #PER_SECOND} heartbeats a
   * second.
   *
   * @param nodes the nodes of the broker
   * @param managers the managers, each of which receives all heartbeats
   * @param mostMillis the upper bound
   */
  public static RequestedInterval of(int nodes, int managers, long mostMillis) {
    long wanted = (long) nodes * managers * 1_000 / PER_SECOND;
    long steps = (Math.min(MOST_MILLIS, wanted) + LEAST_MILLIS - 1) / LEAST_MILLIS;
    return new RequestedInterval(
        (int) Math.max(LEAST_MILLIS, steps * LEAST_MILLIS),
        (int) Math.max(LEAST_MILLIS, Math.min(MOST_MILLIS, mostMillis)),
        false);
  }

  public RequestedInterval quiet(boolean value) {
    return new RequestedInterval(millis, mostMillis, value);
  }

  /**
   * Whether it differs so much from {@code other} that nodes must be notified early: a longer
   * interval, because it protects the broker, or one that is shorter by a quarter.
   */
  public boolean differs(RequestedInterval other) {
    return mostMillis != other.mostMillis
        || millis > other.millis
        || 4 * (other.millis - millis) > other.millis;
  }

  /** The encoded number. */
  public long number() {
    return (isQuiet ? QUIET : 0) | (long) mostMillis << BITS | millis;
  }

  /** Decodes a received number; values outside the bounds are clamped. */
  public static RequestedInterval of(long number) {
    int millis = (int) (number & MASK);
    int most = (int) (number >>> BITS & MASK);
    return millis == 0
        ? NONE
        : new RequestedInterval(
            Math.max(LEAST_MILLIS, Math.min(MOST_MILLIS, millis)),
            Math.max(LEAST_MILLIS, Math.min(MOST_MILLIS, most)),
            (number & QUIET) != 0);
  }
}
