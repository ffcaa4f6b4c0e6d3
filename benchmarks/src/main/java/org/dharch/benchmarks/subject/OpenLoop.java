package org.dharch.benchmarks.subject;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Starts operations of a subject by schedule, independent of earlier ones. The time of each starts
 * when it is due, so that delays of earlier operations are included.
 */
public final class OpenLoop {
  private static final long TIMEOUT_SECONDS = 30;

  private OpenLoop() {}

  /**
   * Runs for {@code nanos} and until the last operation has ended; a wrong or missing answer is an
   * exception.
   *
   * @param perSecond operations per second, at equal intervals
   * @return latencies in nanoseconds
   */
  public static Histogram run(Subject subject, double perSecond, long nanos)
      throws InterruptedException {
    Histogram latency = new ConcurrentHistogram(TimeUnit.SECONDS.toNanos(120), 3);
    int count = (int) Math.max(1, perSecond * nanos / 1e9);
    AtomicInteger wrong = new AtomicInteger();
    CountDownLatch open = new CountDownLatch(count);
    long begin = System.nanoTime();
    for (int i = 0; i < count; i++) {
      long due = begin + (long) (i * 1e9 / perSecond);
      awaitNanos(due);
      subject.begin(
          right -> {
            latency.recordValue(Math.max(0, System.nanoTime() - due));
            if (!right) {
              wrong.incrementAndGet();
            }
            open.countDown();
          });
    }
    if (!open.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(open.getCount() + " of " + count + " operations never ended");
    }
    if (wrong.get() > 0) {
      throw new IllegalStateException(wrong.get() + " of " + count + " were wrong");
    }
    return latency;
  }

  private static void awaitNanos(long due) throws InterruptedException {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }
}
