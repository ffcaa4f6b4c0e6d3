package org.dharch.core.spi;

/**
 * How often a manager wishes to hear of the nodes of one broker, as it says to them; as a number,
 * which is 0 where nothing is said, as by older managers. For transports. Immutable.
 *
 * @param millis so rarely, for the broker's sake; of several wishes the longest counts
 * @param mostMillis but no more rarely, for its own sake; of several the shortest counts
 * @param isQuiet whether nodes need not answer at once
 */
public record HeartbeatWish(int millis, int mostMillis, boolean isQuiet) {
  /** So many heartbeats a second all managers together are given by one broker. */
  private static final int PER_SECOND = 2_000;

  private static final int LEAST_MILLIS = 250;
  private static final int MOST_MILLIS = 5_000;
  private static final int BITS = 20;
  private static final int MASK = (1 << BITS) - 1;
  private static final long QUIET = 1L << (2 * BITS);

  /** A manager that says nothing. */
  public static final HeartbeatWish NONE = new HeartbeatWish(0, 0, false);

  /**
   * So that a broker gives out at most {@value #PER_SECOND} heartbeats a second.
   *
   * @param nodes those of the broker
   * @param managers each of which hears all of them
   * @param mostMillis no more rarely
   */
  public static HeartbeatWish of(int nodes, int managers, long mostMillis) {
    long wanted = (long) nodes * managers * 1_000 / PER_SECOND;
    long steps = (Math.min(MOST_MILLIS, wanted) + LEAST_MILLIS - 1) / LEAST_MILLIS;
    return new HeartbeatWish(
        (int) Math.max(LEAST_MILLIS, steps * LEAST_MILLIS),
        (int) Math.max(LEAST_MILLIS, Math.min(MOST_MILLIS, mostMillis)),
        false);
  }

  /** The same, to be answered at once or not. */
  public HeartbeatWish quiet(boolean value) {
    return new HeartbeatWish(millis, mostMillis, value);
  }

  /**
   * Whether it differs so much from {@code other} that nodes are to be told before it is time: at
   * all, if they are to be heard more rarely, since that is the broker's bound; by a quarter, if
   * they may be heard more often.
   */
  public boolean differs(HeartbeatWish other) {
    return mostMillis != other.mostMillis
        || millis > other.millis
        || 4 * (other.millis - millis) > other.millis;
  }

  /** As it travels. */
  public long number() {
    return (isQuiet ? QUIET : 0) | (long) mostMillis << BITS | millis;
  }

  /** What travelled so; whatever it is, it is within bounds. */
  public static HeartbeatWish of(long number) {
    int millis = (int) (number & MASK);
    int most = (int) (number >>> BITS & MASK);
    return millis == 0
        ? NONE
        : new HeartbeatWish(
            Math.max(LEAST_MILLIS, Math.min(MOST_MILLIS, millis)),
            Math.max(LEAST_MILLIS, Math.min(MOST_MILLIS, most)),
            (number & QUIET) != 0);
  }
}
