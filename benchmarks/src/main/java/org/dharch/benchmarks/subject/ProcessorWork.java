package org.dharch.benchmarks.subject;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Uses a given processor time of the calling thread. */
final class ProcessorWork {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int STEPS_BETWEEN_LOOKS = 1_000;

  /** Never read; prevents the compiler from removing the work. */
  @SuppressWarnings("unused")
  private static volatile long result;

  private ProcessorWork() {}

  /** Works until this thread has used {@code nanos} more; does nothing for 0. */
  static void forNanos(long nanos) {
    if (nanos <= 0) {
      return;
    }
    long end = THREADS.getCurrentThreadCpuTime() + nanos;
    long value = end;
    do {
      for (int i = 0; i < STEPS_BETWEEN_LOOKS; i++) {
        value ^= value << 13;
        value ^= value >>> 7;
        value ^= value << 17;
      }
    } while (THREADS.getCurrentThreadCpuTime() < end);
    result = value;
  }
}
