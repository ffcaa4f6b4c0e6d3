package org.dharch.benchmarks.pressure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * What the threads of this JVM use of a core while something goes on. Its compilers and its
 * collector are none of them.
 */
final class CoreUsage {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** What goes on. */
  @FunctionalInterface
  interface Work {
    void run() throws InterruptedException;
  }

  private CoreUsage() {}

  /** From 0 to the number of cores. */
  static double of(Work work) throws InterruptedException {
    long begin = System.nanoTime();
    long before = usedNanos();
    work.run();
    return (double) (usedNanos() - before) / (System.nanoTime() - begin);
  }

  private static long usedNanos() {
    return Arrays.stream(THREADS.getAllThreadIds())
        .map(id -> Math.max(0, THREADS.getThreadCpuTime(id))) // -1: it has ended
        .sum();
  }
}
