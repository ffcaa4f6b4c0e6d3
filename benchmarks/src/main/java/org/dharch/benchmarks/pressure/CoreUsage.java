package org.dharch.benchmarks.pressure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * Measures the processor time of this JVM's threads during some work, without its compilers and
 * garbage collector.
 */
final class CoreUsage {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** The measured work. */
  @FunctionalInterface
  interface Work {
    void run() throws InterruptedException;
  }

  private CoreUsage() {}

  /** Returns the average number of busy cores. */
  static double of(Work work) throws InterruptedException {
    long begin = System.nanoTime();
    long before = usedNanos();
    work.run();
    return (double) (usedNanos() - before) / (System.nanoTime() - begin);
  }

  private static long usedNanos() {
    return Arrays.stream(THREADS.getAllThreadIds())
        .map(id -> Math.max(0, THREADS.getThreadCpuTime(id))) // -1: the thread has ended
        .sum();
  }
}
