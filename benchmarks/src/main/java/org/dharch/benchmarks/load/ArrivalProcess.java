package org.dharch.benchmarks.load;

import java.time.Duration;
import java.util.Random;
import java.util.stream.LongStream;

/** Schedules of open-loop requests, in nanoseconds from the start. */
public final class ArrivalProcess {
  private ArrivalProcess() {}

  /** Returns a Poisson process: independent arrivals. */
  public static long[] random(double perSecond, Duration length, long seed) {
    Random random = new Random(seed);
    LongStream.Builder all = LongStream.builder();
    double at = 0;
    while (true) {
      at += -Math.log(1 - random.nextDouble()) / perSecond * 1e9;
      if (at >= length.toNanos()) {
        return all.build().toArray();
      }
      all.add((long) at);
    }
  }

  /**
   * Returns bursts of requests: a Poisson process at the beginning of each {@code period}, then
   * nothing.
   */
  public static long[] trains(
      double perSecond, Duration length, Duration period, int times, long seed) {
    LongStream all = LongStream.empty();
    for (int i = 0; i < times; i++) {
      long begins = i * period.toNanos();
      LongStream train = LongStream.of(random(perSecond, length, seed + i));
      all = LongStream.concat(all, train.map(at -> begins + at));
    }
    return all.toArray();
  }

  /** Returns arrivals at equal intervals. */
  public static long[] even(double perSecond, Duration length) {
    double gap = 1e9 / perSecond;
    int count = (int) (length.toNanos() / gap);
    return LongStream.range(0, count).map(i -> (long) (i * gap)).toArray();
  }
}
