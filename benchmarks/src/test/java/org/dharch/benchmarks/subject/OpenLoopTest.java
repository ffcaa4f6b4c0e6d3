package org.dharch.benchmarks.subject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
  private static final long LATE = TimeUnit.MILLISECONDS.toNanos(200);

  private abstract static class Counted implements Subject {
    final AtomicInteger begun = new AtomicInteger();

    @Override
    public void close() {}
  }

  @Test
  void latencyIncludesDelayOfEarlierOperations() throws Exception {
    Counted slowAtFirst =
        new Counted() {
          @Override
          public void begin(Done done) {
            if (begun.getAndIncrement() == 0) {
              for (long end = System.nanoTime() + LATE; System.nanoTime() < end; ) {
                Thread.onSpinWait();
              }
            }
            done.done(true);
          }
        };
    Histogram times = OpenLoop.run(slowAtFirst, 100, TimeUnit.MILLISECONDS.toNanos(200));
    assertEquals(20, times.getTotalCount());
    assertTrue(times.getMaxValue() >= LATE, () -> "the first took " + times.getMaxValue());
    long median = times.getValueAtPercentile(50);
    assertTrue(median >= LATE / 4, () -> "operations due meanwhile took " + median);
  }

  @Test
  void wrongAnswerIsAnError() {
    Counted wrong =
        new Counted() {
          @Override
          public void begin(Done done) {
            done.done(begun.incrementAndGet() != 3);
          }
        };
    var e =
        assertThrows(
            IllegalStateException.class,
            () -> OpenLoop.run(wrong, 1000, TimeUnit.MILLISECONDS.toNanos(10)));
    assertEquals("1 of 10 were wrong", e.getMessage());
  }
}
