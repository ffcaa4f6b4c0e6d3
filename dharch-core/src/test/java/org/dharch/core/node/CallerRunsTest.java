package org.dharch.core.node;

import static org.dharch.core.node.NodeBench.batch;
import static org.dharch.core.node.NodeBench.task;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request's own thread runs its message's handlers, and nothing else. */
final class CallerRunsTest {
  private static final Duration SLOW = Duration.ofMillis(60);

  private final NodeBench bench = new NodeBench();

  /** What handler "does" does, one after another; then nothing. */
  private final Deque<Runnable> does = new ArrayDeque<>();

  private final List<String> here = new ArrayList<>();

  @BeforeEach
  void start() {
    bench
        .host("does", 8, message -> run("does", does.isEmpty() ? () -> {} : does.remove()))
        .host("slow", 8, message -> run("slow", () -> bench.clock.advance(SLOW)))
        .start();
  }

  @AfterEach
  void leavesNoInterrupt() {
    assertFalse(Thread.interrupted());
  }

  private Changes run(String name, Runnable what) {
    here.add(name);
    what.run();
    return Changes.NONE;
  }

  private boolean bring(long message, Runnable sending) {
    List<String> before = List.copyOf(here);
    return BorrowedThread.lend(
        new BorrowedThread.Request(new MessageId(0, message)),
        () -> {
          sending.run();
          assertEquals(before, here, "not before the message was taken in");
          return true;
        });
  }

  private void learnThatSlowIsSlow() {
    bench.offer(1000, "slow");
    bench.workers.finishAll();
    bench.channel.replies.clear();
    bench.done.clear();
    here.clear();
  }

  private List<Status> statuses() {
    return bench.channel.results().stream().map(HandlerResult::status).toList();
  }

  @Test
  void theMessagesHandlerRunsOnTheThreadThatBringsIt() {
    assertTrue(bring(1, () -> bench.offer(1, "does")));
    assertEquals(List.of("does"), here);
    assertEquals(List.of(), bench.workers.begun);
    assertEquals(List.of(1L), bench.doneIds());
    assertEquals(List.of(Status.PERFORMED), statuses());
    assertEquals(0, bench.node.status().active());
  }

  @Test
  void whatTheReplyBringsRunsThereTooAndNoStackGrows() {
    List<Integer> depths = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      does.add(() -> depths.add(new Throwable().getStackTrace().length));
    }
    Deque<Integer> rest = new ArrayDeque<>();
    for (int i = 1; i < 100; i++) {
      rest.add(i);
    }
    bench.channel.onReply =
        () -> {
          if (!rest.isEmpty()) {
            bench.offer(batch(1, task(rest.remove(), "does")));
          }
        };
    bring(1, () -> bench.offer(1, "does"));
    assertEquals(100, depths.size());
    assertEquals(1, depths.stream().distinct().count(), depths::toString);
    assertEquals(List.of(), bench.workers.begun);
  }

  @Test
  void anotherMessagesHandlersGoToTheWorkers() {
    bring(
        1,
        () -> {
          bench.offer(2, "does", "does");
          bench.offer(1, "does");
          bench.offer(3, "does");
        });
    assertEquals(List.of("does", "does", "does"), bench.workers.names());
    assertEquals(List.of(1L), bench.doneIds());
    bench.workers.finishAll();
    assertEquals(List.of(1L, 2L, 3L), bench.doneIds());
  }

  @Test
  void ofAStageTheLongestRunsThereAndTheWorkersHaveTheOthers() {
    learnThatSlowIsSlow();
    does.add(() -> assertEquals(List.of(), statuses()));
    bring(1, () -> bench.offer(1, "does", "slow", "does"));
    assertEquals(List.of("slow"), here);
    assertEquals(List.of("does", "does"), bench.workers.names());
    bench.workers.finishAll();
    assertEquals(3, statuses().size());
  }

  @Test
  void whatTheMessageDoesNotWaitForGoesToAWorker() {
    bring(1, () -> bench.offer(batch(1, task(0, "does", 1, true))));
    Task told =
        new Task(
            0,
            "does",
            1,
            false,
            Duration.ofSeconds(5),
            Duration.ofSeconds(3),
            false,
            false,
            Task.Purpose.NOTIFY_FAILED,
            0);
    bring(2, () -> bench.offer(batch(2, told)));
    assertEquals(List.of("does", "does"), bench.workers.names());
    assertEquals(List.of(), here);
  }

  @Test
  void taskDoesNotWaitForARunningHandler() {
    does.add(() -> bench.offer(batch(1, task(1, "slow"))));
    bring(1, () -> bench.offer(1, "does"));
    assertEquals(List.of("does"), here);
    assertEquals(List.of("slow"), bench.workers.names());
  }

  @Test
  void itTakesAWorkersPlaceAndWaitsForNone() {
    bench.offer(1, "slow", "slow", "slow", "slow");
    bring(2, () -> bench.offer(2, "does"));
    assertEquals(List.of(), here, "all workers are busy: one of them has it later");
    bench.workers.finishAll();
    assertEquals(5, statuses().size());
    does.add(
        () -> {
          bench.offer(4, "slow", "slow", "slow", "slow");
          assertEquals(3, bench.workers.begun.size(), "one has lent its place");
        });
    bring(3, () -> bench.offer(3, "does"));
    assertEquals(4, bench.workers.begun.size(), "and has it again");
  }

  @Test
  void aLateHandlerIsInterruptedAndAnsweredAndItsInterruptIsItsOwn() {
    does.add(
        () -> {
          bench.pass(Duration.ofSeconds(3));
          assertEquals(List.of(Status.TIMED_OUT), statuses());
          bench.workers.interrupted.forEach(TaskRun::interrupt);
          assertTrue(Thread.currentThread().isInterrupted());
        });
    bring(1, () -> bench.offer(1, "does"));
    assertFalse(Thread.currentThread().isInterrupted());
    assertEquals(1, statuses().size(), "answered once");
  }

  @Test
  void itIsInterruptedAtTheMessagesDeadlineToo() {
    does.add(
        () -> {
          bench.pass(Duration.ofMillis(490));
          assertEquals(List.of(), bench.workers.interrupted);
          bench.pass(Duration.ofMillis(10));
          bench.workers.interrupted.forEach(TaskRun::interrupt);
          assertTrue(Thread.currentThread().isInterrupted());
        });
    bring(1, () -> bench.offer(batch(1, Duration.ofMillis(500), task(0, "does"))));
    assertEquals(List.of(Status.TIMED_OUT), statuses());
    assertTrue(bench.channel.onlyResult().reason().contains("deadline"));
  }

  @Test
  void theContainersInterruptStays() {
    does.add(() -> Thread.currentThread().interrupt());
    bring(1, () -> bench.offer(1, "does"));
    assertTrue(Thread.interrupted());
    assertEquals(List.of(Status.PERFORMED), statuses());
  }

  @Test
  void oneThatHangsCostsNoWorkerAndIsNotLentAnotherThreadMeanwhile() {
    does.add(
        () -> {
          bench.pass(Duration.ofSeconds(3));
          bench.pass(Duration.ofSeconds(1));
          assertEquals(0, bench.workers.replaced);
          bench.offer(2, "slow", "slow", "slow", "slow");
          assertEquals(4, bench.workers.begun.size(), "all workers");
          bench.workers.finishAll();
          BorrowedThread.lend(
              new BorrowedThread.Request(new MessageId(0, 3)), () -> bench.offer(3, "does"));
          assertEquals(List.of("does"), bench.workers.names());
        });
    bring(1, () -> bench.offer(1, "does"));
    here.clear();
    bring(4, () -> bench.offer(4, "does"));
    assertEquals(List.of("does"), here, "it came back");
  }

  @Test
  void aHandlerThatSendsAMessageItselfLendsTheThreadToThat() {
    does.add(
        () -> {
          BorrowedThread.lend(
              new BorrowedThread.Request(new MessageId(0, 2)),
              () -> {
                bench.offer(batch(1, task(1, "does"))); // of the outer message: not here, not now
                return bench.offer(2, "slow");
              });
          assertEquals(List.of("does", "slow"), here);
          assertEquals(List.of("does"), bench.workers.names());
        });
    bring(1, () -> bench.offer(1, "does"));
    assertEquals(List.of(2L, 1L), bench.doneIds().stream().distinct().toList());
  }

  @Test
  void whatWasLeftRunsAlsoIfTheAdmissionFailsAndAfterItTheThreadIsNotLent() {
    IllegalStateException refused = new IllegalStateException("refused");
    assertSame(
        refused,
        assertThrows(
            IllegalStateException.class,
            () ->
                BorrowedThread.lend(
                    new BorrowedThread.Request(new MessageId(0, 1)),
                    () -> {
                      bench.offer(1, "does");
                      throw refused;
                    })));
    assertEquals(List.of("does"), here);
    assertEquals(List.of(Status.PERFORMED), statuses());
    bench.offer(batch(1, task(1, "does")));
    assertEquals(List.of("does"), bench.workers.names());
  }
}
