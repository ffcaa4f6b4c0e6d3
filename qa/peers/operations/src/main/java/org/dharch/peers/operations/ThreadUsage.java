package org.dharch.peers.operations;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * The resource usage of an operation: its thread, and all other Java threads of the process in the
 * meantime, which may work for it. Compilers and garbage collector are excluded. It reads the other
 * threads first and last, so that reading is not counted. One thread.
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

  /** Reads a value of threads; -1 for an ended one. */
  private interface Reading {
    long own();

    long[] of(long[] threads);
  }

  /** Starts measuring processor time in nanoseconds. */
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

  /** Starts measuring allocated bytes. */
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

  /** Returns the usage since the start. */
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
