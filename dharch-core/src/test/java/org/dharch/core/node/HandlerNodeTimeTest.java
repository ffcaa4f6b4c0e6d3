package org.dharch.core.node;

import static org.dharch.core.node.NodeBench.NOTHING;
import static org.dharch.core.node.NodeBench.batch;
import static org.dharch.core.node.NodeBench.task;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.junit.jupiter.api.Test;

/** Time to start, deadline, time to finish, and handlers that do not come back. */
final class HandlerNodeTimeTest {
  private final NodeBench bench = new NodeBench();

  private void waitingBehindOne(TaskBatch batch) {
    bench.builder.workers(1);
    bench.host("a", 1, NOTHING).start();
    bench.offer(1, "a");
    bench.offer(batch);
  }

  @Test
  void aTaskWaitingPastItsTimeToStartIsAnsweredAtTheTick() {
    waitingBehindOne(batch(2, task(0, "a")));
    bench.workers.begun.get(0); // the first one runs for long
    bench.clock.advance(Duration.ofMillis(2900));
    bench.node.engine.tick();
    assertEquals(List.of(), bench.channel.results());
    bench.clock.advance(Duration.ofMillis(2101));
    bench.node.engine.tick();
    HandlerResult late =
        bench.channel.results().stream()
            .filter(r -> r.status() == Status.NOT_STARTED)
            .findFirst()
            .orElseThrow();
    assertEquals("waited 5001ms > timeToStart=5000ms", late.reason());
    assertEquals(Duration.ofMillis(5001).toNanos(), late.queueNanos());
    assertEquals(0, bench.node.status().waiting());
  }

  @Test
  void lateTaskIsNotStarted() {
    waitingBehindOne(batch(2, task(0, "a")));
    bench.clock.advance(Duration.ofMillis(5001)); // no tick in between
    bench.workers.finishFirst();
    assertEquals(List.of(), bench.workers.begun);
    assertEquals(1, bench.performed.size());
    assertEquals(Status.NOT_STARTED, bench.channel.results().get(1).status());
  }

  @Test
  void aTaskIsNotBegunAtTheMessagesDeadline() {
    waitingBehindOne(batch(2, Duration.ofMillis(40), task(0, "a")));
    bench.pass(Duration.ofMillis(39));
    assertEquals(List.of(), bench.channel.results());
    bench.pass(Duration.ofMillis(1));
    assertEquals(Status.NOT_STARTED, bench.channel.onlyResult().status());
    assertEquals(
        "the message's deadline passed after 40ms on the node",
        bench.channel.onlyResult().reason());
    assertEquals(List.of(2L), bench.doneIds());
  }

  @Test
  void absurdTimesOffTheWireDoNotOverflow() {
    bench.host("a", 1, NOTHING).start();
    Duration ever = Duration.ofNanos(Long.MAX_VALUE);
    bench.offer(batch(1, ever, Task.stateless(0, "a", 1, false, ever, ever)));
    bench.pass(Duration.ofSeconds(1));
    assertEquals(List.of(), bench.workers.interrupted);
    bench.workers.finishAll();
    assertEquals(Status.PERFORMED, bench.channel.onlyResult().status());
  }

  @Test
  void runningPastTimeToFinishIsInterruptedAndAnsweredAtOnceAndItsLaterResultDropped() {
    bench.host("a", 1, NOTHING).start();
    bench.offer(1, "a");
    bench.pass(Duration.ofMillis(2999));
    assertEquals(List.of(), bench.workers.interrupted);
    bench.pass(Duration.ofMillis(1));
    assertEquals(1, bench.workers.interrupted.size());
    assertEquals(Status.TIMED_OUT, bench.channel.onlyResult().status());
    assertEquals("ran 3000ms, timeToFinish=PT3S", bench.channel.onlyResult().reason());
    assertEquals(List.of(1L), bench.doneIds());
    bench.offer(2, "a");
    assertEquals(1, bench.workers.begun.size(), "its place is taken until it comes back");
    bench.workers.finishFirst();
    assertEquals(1, bench.channel.results().size(), "the late result is dropped");
    assertEquals(1, bench.workers.begun.size());
    assertEquals(0, bench.workers.replaced);
  }

  @Test
  void whatWasGivenUpBeforeItsWorkerGotToItIsNotBegun() {
    bench.host("a", 1, NOTHING).start();
    bench.offer(1, "a");
    bench.pass(Duration.ofSeconds(3));
    bench.workers.interrupted.get(0).interrupt();
    bench.workers.finishFirst();
    assertEquals(List.of(), bench.performed);
    assertEquals(Status.TIMED_OUT, bench.channel.onlyResult().status());
  }

  @Test
  void aHungCallsWorkerIsReplacedButItsPlaceIsNot() {
    bench.builder.workers(1);
    bench.host("bad", 2, NOTHING).host("good", 1, NOTHING).start();
    bench.offer(1, "bad");
    TaskRun hanging = bench.workers.begun.remove(0);
    bench.pass(Duration.ofSeconds(3));
    bench.offer(2, "good");
    assertEquals(List.of(), bench.workers.begun);
    bench.pass(Duration.ofMillis(500));
    assertEquals(1, bench.workers.replaced);
    assertEquals(List.of("good"), bench.workers.names());
    bench.workers.finishFirst();
    bench.offer(3, "bad");
    TaskRun second = bench.workers.begun.remove(0);
    bench.pass(Duration.ofSeconds(3));
    bench.offer(4, "bad");
    bench.pass(Duration.ofMillis(500));
    assertEquals(2, bench.workers.replaced);
    HandlerResult refused = bench.channel.results().get(3);
    assertEquals(Status.REFUSED, refused.status());
    assertEquals("hung: 2 calls of bad ignore their interrupt", refused.reason());
    bench.offer(5, "bad");
    assertEquals(Status.REFUSED, bench.channel.results().get(4).status());
    assertEquals(List.of("good"), bench.node.status().handlers());
    NodeStatus announced = bench.channel.announced.get(bench.channel.announced.size() - 1);
    assertEquals(bench.node.status().handlers(), announced.handlers());
    assertEquals(bench.node.status().active(), announced.active());
    assertEquals(bench.node.status().waiting(), announced.waiting());
    bench.workers.begun.add(hanging);
    bench.workers.finishFirst();
    assertEquals(List.of("bad", "good"), bench.node.status().handlers());
    bench.offer(6, "bad");
    assertEquals(List.of("bad"), bench.workers.names());
    bench.workers.finishAll();
    assertTrue(bench.doneIds().containsAll(List.of(1L, 2L, 3L, 4L, 5L, 6L)));
    assertEquals(1, bench.node.status().active());
    bench.workers.begun.add(second);
    bench.workers.finishAll();
    assertEquals(0, bench.node.status().active());
    bench.offer(7, "good");
    bench.offer(8, "good");
    assertEquals(1, bench.workers.begun.size(), "one worker, as before");
  }
}
