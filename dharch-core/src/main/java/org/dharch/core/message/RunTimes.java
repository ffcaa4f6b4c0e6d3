package org.dharch.core.message;

import java.util.stream.LongStream;

/**
 * The recent run times of one handler: the usual one, and a lower bound that is robust against slow
 * first runs. Not safe for several threads.
 */
public final class RunTimes {
  /** Each new time has a weight of one part in this many. */
  private static final int OBSERVATIONS = 8;

  /** The number of latest times that are kept; before so many there is no lower bound. */
  static final int KEPT = 16;

  /** The number of skipped runs that halves the lower bound. */
  private static final int DOUBTING = 8;

  private final long[] latest = new long[KEPT];
  private long count;
  private long usual;
  private int skipped;

  /** Adds the time of a run. */
  public void add(long nanos) {
    usual = count == 0 ? nanos : usual + (nanos - usual) / OBSERVATIONS;
    latest[(int) (count % KEPT)] = nanos;
    count++;
    skipped = 0;
  }

  /** Records that a run was skipped because of {@link #leastNanos}. */
  public void skip() {
    skipped = Math.min(skipped + 1, Integer.MAX_VALUE - DOUBTING);
  }

  /** The longest of the latest times; 0 while there are too few. */
  public long mostNanos() {
    return count < KEPT ? 0 : LongStream.of(latest).max().getAsLong();
  }

  /** A moving average; 0 if unknown. */
  public long usualNanos() {
    return usual;
  }

  /**
   * The shortest of the latest times; 0 while there are too few. Skipped runs lower it until one
   * runs: otherwise nothing would ever correct it.
   */
  public long leastNanos() {
    long least = count < KEPT ? 0 : LongStream.of(latest).min().getAsLong();
    return (long) ((double) least * DOUBTING / (DOUBTING + skipped));
  }
}
