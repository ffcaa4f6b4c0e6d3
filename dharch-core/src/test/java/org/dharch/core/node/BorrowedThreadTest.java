package org.dharch.core.node;

import static org.dharch.core.node.NodeBench.NOTHING;
import static org.dharch.core.node.NodeBench.batch;
import static org.dharch.core.node.NodeBench.task;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.Task;
import org.junit.jupiter.api.Test;

/**
 * Quick handlers run on the thread that brought their task batches; whatever else happens there.
 */
final class BorrowedThreadTest {
  private static final int ENOUGH = 200;
  private static final Duration SLOW = Duration.ofMillis(6);

  private final NodeBench bench = new NodeBench();
  private final AtomicInteger handedOver = new AtomicInteger();
  private final AtomicReference<Runnable> next = new AtomicReference<>(() -> {});
  private long id = 1000;

  /** "quick" does nothing and then, once, what {@code next} says; "slow" takes six milliseconds. */
  private void start() {
    bench
        .host(
            "quick",
            8,
            message -> {
              next.getAndSet(() -> {}).run();
              return Changes.NONE;
            })
        .host(
            "slow",
            8,
            message -> {
              bench.clock.advance(SLOW);
              return Changes.NONE;
            })
        .start();
  }

  private void learn() {
    for (int i = 0; i < ENOUGH; i++) {
      bench.offer(id++, "quick");
      bench.workers.finishAll();
    }
    bench.channel.replies.clear();
    bench.done.clear();
  }

  private boolean keep(long number, String... handlers) {
    Task[] tasks = new Task[handlers.length];
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = task(i, handlers[i]);
    }
    return bench.offer(batch(number, tasks));
  }

  private void lend(Runnable bringing) {
    BorrowedThread.lend(
        new BorrowedThread.Transport(bench.channel.listener, handedOver::incrementAndGet),
        () -> {
          bringing.run();
          return true;
        });
  }

  @Test
  void aHandlerThatIsNotKnownYetRunsOnAWorker() {
    start();
    lend(() -> keep(1, "quick"));
    assertEquals(List.of("quick"), bench.workers.names());
    assertEquals(List.of(), bench.channel.replies);
  }

  @Test
  void knownAsQuickItRunsOnTheLentThreadInOrder() {
    start();
    learn();
    lend(
        () -> {
          keep(1, "quick", "quick");
          keep(2, "quick");
          assertEquals(List.of(), bench.workers.begun);
        });
    assertEquals(List.of(), bench.workers.begun);
    assertEquals(List.of(1L, 2L), bench.doneIds());
    assertEquals(3, bench.channel.results().size());
    assertEquals(0, bench.node.status().active());
    assertEquals(0, handedOver.get());
  }

  @Test
  void whatIsNotQuickGoesToAWorkerBeforeWhatIsRunsHere() {
    start();
    learn();
    next.set(() -> assertEquals(List.of("slow"), bench.workers.names()));
    lend(() -> keep(1, "slow", "quick"));
    assertEquals(List.of("slow"), bench.workers.names());
    bench.workers.finishAll();
    assertTrue(
        bench.channel.results().stream().allMatch(r -> r.status() == Status.PERFORMED),
        () -> bench.channel.results().toString());
  }

  @Test
  void oneSlowCallAndItIsNotQuickForLong() {
    start();
    learn();
    next.set(() -> bench.clock.advance(Duration.ofMillis(1)));
    lend(() -> keep(1, "quick"));
    assertEquals(List.of(1L), bench.doneIds());
    lend(() -> keep(2, "quick"));
    assertEquals(List.of("quick"), bench.workers.names());
  }

  @Test
  void aHandlerThatKeepsTheThreadLosesItAndTheRestGoesToTheWorkers() {
    start();
    learn();
    next.set(
        () -> {
          bench.pass(Duration.ofMillis(4));
          assertEquals(0, handedOver.get());
          bench.pass(Duration.ofMillis(1));
          bench.pass(Duration.ofMillis(10));
          assertEquals(1, handedOver.get(), "once");
          assertEquals(List.of("quick", "quick"), bench.workers.names());
          bench.workers.finishAll();
          assertEquals(List.of(2L, 3L), bench.doneIds());
          keep(4, "quick");
        });
    lend(
        () -> {
          keep(1, "quick");
          keep(2, "quick");
          keep(3, "quick");
        });
    assertEquals(List.of(2L, 3L, 1L), bench.doneIds());
    assertEquals(List.of("quick"), bench.workers.names(), "the late thread takes no more");
  }

  @Test
  void oneThatHangsIsAnsweredAndCostsNoWorker() {
    start();
    learn();
    next.set(
        () -> {
          bench.pass(Duration.ofSeconds(3));
          assertEquals(Status.TIMED_OUT, bench.channel.onlyResult().status());
          assertEquals(1, bench.workers.interrupted.size());
          bench.pass(Duration.ofSeconds(1));
          assertEquals(0, bench.workers.replaced, "no worker was lost");
          bench.offer(2, "slow", "slow", "slow", "slow", "slow");
          assertEquals(4, bench.workers.begun.size(), "all workers");
        });
    lend(() -> keep(1, "quick"));
    assertEquals(1, bench.channel.results().size());
    bench.workers.finishAll();
    bench.offer(3, "slow", "slow", "slow", "slow", "slow");
    assertEquals(4, bench.workers.begun.size(), "none too many");
  }

  @Test
  void itTakesAnIdleWorkersPlaceAndNoneWhereAllAreBusy() {
    start();
    learn();
    bench.offer(1, "slow", "slow", "slow", "slow");
    lend(() -> keep(2, "quick"));
    assertEquals(List.of(), bench.doneIds());
    bench.workers.finishAll();
    assertEquals(List.of(1L, 2L), bench.doneIds().stream().sorted().toList());
  }

  @Test
  void aThreadIsNotLentForMoreThanAMillisecond() {
    bench.host(
        "short",
        8,
        message -> {
          bench.clock.advance(Duration.ofNanos(15_000));
          return Changes.NONE;
        });
    start();
    for (int i = 0; i < ENOUGH; i++) {
      bench.offer(id++, "short");
      bench.workers.finishAll();
    }
    bench.done.clear();
    lend(
        () -> {
          for (int i = 0; i < 300; i++) {
            keep(i, "short");
          }
        });
    assertEquals(67, bench.done.size());
    assertEquals(4, bench.workers.begun.size());
  }

  @Test
  void whereThereIsNoRoomWhatWasKeptBegins() {
    bench.builder.inboxTasks(1);
    bench.host("quick", 8, NOTHING).start();
    lend(
        () -> {
          assertTrue(keep(1, "quick"));
          assertFalse(keep(2, "quick"));
          assertEquals(List.of("quick"), bench.workers.names());
          assertTrue(keep(2, "quick"));
        });
  }

  @Test
  void whatIsKeptTooLongBeginsAtTheTick() {
    start();
    lend(
        () -> {
          keep(1, "quick");
          assertEquals(List.of(), bench.workers.begun);
          bench.pass(Duration.ofMillis(10));
          assertEquals(List.of("quick"), bench.workers.names());
        });
    assertEquals(List.of("quick"), bench.workers.names(), "once");
  }

  @Test
  void aThreadIsLentToItsOwnNodeOnly() {
    start();
    learn();
    NodeBench other = new NodeBench().host("quick", 8, NOTHING).start();
    lend(() -> other.offer(1, "quick"));
    assertEquals(List.of("quick"), other.workers.names());
  }

  @Test
  void itIsLentByTheInnermostAloneAndThenByTheOuterAgain() {
    start();
    learn();
    lend(
        () -> {
          BorrowedThread.lend(
              new BorrowedThread.Request(new MessageId(0, 1)), () -> keep(2, "slow"));
          assertEquals(List.of("slow"), bench.workers.names());
          keep(3, "quick");
          assertEquals(List.of("slow"), bench.workers.names());
        });
    assertEquals(List.of(3L), bench.doneIds());
  }
}
