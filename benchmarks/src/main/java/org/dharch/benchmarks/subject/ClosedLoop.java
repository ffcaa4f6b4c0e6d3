package org.dharch.benchmarks.subject;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Keeps a number of operations of a subject in flight: each completed operation starts the next.
 */
public final class ClosedLoop {
  private static final long TIMEOUT_SECONDS = 30;

  /** The result of one round: latencies in nanoseconds, operations per second. */
  public record Round(Histogram latency, double perSecond) {}

  private ClosedLoop() {}

  /** Runs for {@code nanos}; a wrong or missing answer is an exception. */
  public static Round run(Subject subject, int inFlight, long nanos) throws InterruptedException {
    Histogram latency = new ConcurrentHistogram(TimeUnit.SECONDS.toNanos(60), 3);
    AtomicLong operations = new AtomicLong();
    AtomicInteger wrong = new AtomicInteger();
    CountDownLatch lanes = new CountDownLatch(inFlight);
    long begin = System.nanoTime();
    long end = begin + nanos;
    for (int i = 0; i < inFlight; i++) {
      new Lane(subject, end, latency, operations, wrong, lanes).next();
    }
    if (!lanes.await(nanos + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS), TimeUnit.NANOSECONDS)) {
      throw new IllegalStateException(
          lanes.getCount() + " of " + inFlight + " operations never ended");
    }
    if (wrong.get() > 0) {
      throw new IllegalStateException(wrong.get() + " of " + operations.get() + " were wrong");
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    return new Round(latency, operations.get() / seconds);
  }

  /** Returns the sum of the latencies of several rounds. */
  public static Histogram sum(List<Histogram> rounds) {
    Histogram all = new Histogram(3);
    rounds.forEach(all::add);
    return all;
  }

  private record Lane(
      Subject subject,
      long end,
      Histogram latency,
      AtomicLong operations,
      AtomicInteger wrong,
      CountDownLatch lanes) {

    void next() {
      long begin = System.nanoTime();
      subject.begin(
          right -> {
            long now = System.nanoTime();
            latency.recordValue(now - begin);
            operations.incrementAndGet();
            if (!right) {
              wrong.incrementAndGet();
            }
            if (now < end) {
              next();
            } else {
              lanes.countDown();
            }
          });
    }
  }
}
