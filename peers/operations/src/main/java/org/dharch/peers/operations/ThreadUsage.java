package org.dharch.peers.operations;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * What an operation has used: the thread that performs it, and all other Java threads of the
 * process meanwhile, for it may have given them work. Not the compilers' and the collector's. Looks
 * at the others first and last, so that looking is not counted. One thread.
 */
final class ThreadUsage {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Reading reading;
  private final Map<Long, Long> before;
  private final long begin;

  private ThreadUsage(Reading reading) {
    this.reading = reading;
    before = others(reading);
    begin = reading.own();
  }

  /** What is read of threads; -1 of one that has ended. */
  private interface Reading {
    long own();

    long[] of(long[] threads);
  }

  /** Processor time in nanoseconds, from now on. */
  static ThreadUsage nanos() {
    return new ThreadUsage(
        new Reading() {
          @Override
          public long own() {
            return THREADS.getCurrentThreadCpuTime();
          }

          @Override
          public long[] of(long[] threads) {
            return THREADS.getThreadCpuTime(threads);
          }
        });
  }

  /** Bytes allocated, from now on. */
  static ThreadUsage bytes() {
    return new ThreadUsage(
        new Reading() {
          @Override
          public long own() {
            return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
          }

          @Override
          public long[] of(long[] threads) {
            return THREADS.getThreadAllocatedBytes(threads);
          }
        });
  }

  /** What has been used since. */
  long soFar() {
    long own = reading.own() - begin;
    long others = 0;
    for (Map.Entry<Long, Long> each : others(reading).entrySet()) {
      others += Math.max(0, each.getValue() - before.getOrDefault(each.getKey(), 0L));
    }
    return own + others;
  }

  private static Map<Long, Long> others(Reading reading) {
    long own = Thread.currentThread().getId();
    long[] threads = THREADS.getAllThreadIds();
    long[] values = reading.of(threads);
    Map<Long, Long> others = new HashMap<>();
    for (int i = 0; i < threads.length; i++) {
      if (threads[i] != own && values[i] >= 0) {
        others.put(threads[i], values[i]);
      }
    }
    return others;
  }
}
