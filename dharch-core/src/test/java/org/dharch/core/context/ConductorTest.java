package org.dharch.core.context;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.dharch.core.FullHeapMain;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.spi.Ticker;
import org.dharch.testing.FakeClock;
import org.dharch.testing.ForkedJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConductorTest {

  @Test
  void whatManyThreadsBringIsTakenByOneAtATimeAndNothingIsForgotten() throws Exception {
    ConcurrentLinkedQueue<Integer> brought = new ConcurrentLinkedQueue<>();
    AtomicInteger taken = new AtomicInteger();
    AtomicBoolean inside = new AtomicBoolean();
    AtomicBoolean together = new AtomicBoolean();
    Conductor.Agent agent =
        () -> {
          if (!inside.compareAndSet(false, true)) {
            together.set(true);
          }
          int work = brought.poll() == null ? 0 : 1;
          taken.addAndGet(work);
          inside.set(false);
          return work;
        };
    Conductor conductor =
        new Conductor("test", List.of(agent), Ticker.SYSTEM, new Counters(System::nanoTime));
    conductor.start();
    int each = 50_000;
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  brought.add(i);
                  conductor.signal();
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    await().until(() -> taken.get() == 4 * each);
    assertFalse(together.get(), "two threads had the turn at once");
    conductor.close();
  }

  /** Fault B5: while a transport's thread was in the turn it heard no heartbeats. */
  @Test
  void aGuestLeavesTheTurnToTheConductorAfterSomeMilliseconds() {
    FakeClock clock = new FakeClock();
    ConcurrentLinkedQueue<Thread> rounds = new ConcurrentLinkedQueue<>();
    Conductor.Agent slow =
        () -> {
          rounds.add(Thread.currentThread());
          clock.advance(Duration.ofMillis(3));
          return rounds.size() < 10 ? 1 : 0;
        };
    try (Conductor conductor =
        new Conductor("test", List.of(slow), clock::nanos, new Counters(System::nanoTime))) {
      conductor.start();
      conductor.signal();
      await().until(() -> rounds.size() >= 10);
      assertEquals(2, rounds.stream().filter(Thread.currentThread()::equals).count());
    }
  }

  @Test
  void itsThreadWakesAtTheTimeThatAnAgentNames() {
    AtomicLong wakeAt = new AtomicLong(Long.MAX_VALUE);
    AtomicInteger woken = new AtomicInteger();
    Conductor.Agent agent =
        new Conductor.Agent() {
          @Override
          public int doWork() {
            if (System.nanoTime() < wakeAt.get()) {
              return 0;
            }
            wakeAt.set(Long.MAX_VALUE);
            woken.incrementAndGet();
            return 1;
          }

          @Override
          public long nextWake() {
            return wakeAt.get();
          }
        };
    Conductor conductor =
        new Conductor("test", List.of(agent), Ticker.SYSTEM, new Counters(System::nanoTime));
    conductor.start();
    wakeAt.set(System.nanoTime() + 20_000_000);
    conductor.signal();
    assertEquals(0, woken.get());
    await().until(() -> woken.get() == 1);
    conductor.close();
  }

  @Test
  void anAgentThatThrowsIsCountedAndSurvived() {
    Counters counters = new Counters(System::nanoTime);
    AtomicInteger runs = new AtomicInteger();
    Conductor.Agent agent =
        () -> {
          if (runs.incrementAndGet() == 1) {
            throw new IllegalStateException("once");
          }
          return 0;
        };
    Conductor conductor = new Conductor("test", List.of(agent), Ticker.SYSTEM, counters);
    conductor.signal();
    conductor.signal();
    assertEquals(2, runs.get());
    assertEquals(1, counters.snapshot().get(Counter.ERRORS));
  }

  /** Fault G15: memory may run out where no agent is at work; the turn was taken for ever then. */
  @Test
  void aTurnThatBreaksOffIsGoneOnWithByItsOwnThread() {
    AtomicInteger runs = new AtomicInteger();
    AtomicBoolean broken = new AtomicBoolean();
    Conductor.Agent agent =
        new Conductor.Agent() {
          @Override
          public int doWork() {
            runs.incrementAndGet();
            return 0;
          }

          @Override
          public long nextWake() {
            if (broken.compareAndSet(false, true)) {
              throw new OutOfMemoryError("as if");
            }
            return Long.MAX_VALUE;
          }
        };
    try (Conductor conductor =
        new Conductor("test", List.of(agent), Ticker.SYSTEM, new Counters(System::nanoTime))) {
      assertThrows(OutOfMemoryError.class, conductor::signal);
      conductor.start();
      await().until(() -> runs.get() == 2);
      await()
          .until(
              () -> {
                conductor.signal();
                return runs.get() > 2;
              });
    }
  }

  /** Fault G15: where memory has run out no class is loaded any more. */
  @Test
  void itsThreadSurvivesThatMemoryRunsOut(@TempDir Path folder) throws Exception {
    try (ForkedJvm small =
        ForkedJvm.start(folder.resolve("log"), List.of("-Xmx16m"), FullHeapMain.class)) {
      small.await(Pattern.compile("(the conductor goes on)"));
    }
  }
}
