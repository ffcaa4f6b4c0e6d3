package org.dharch.core.node;

import static org.dharch.core.node.NodeBench.NOTHING;
import static org.dharch.core.node.NodeBench.batch;
import static org.dharch.core.node.NodeBench.task;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Reply;
import org.junit.jupiter.api.Test;

/** The ordinary way of a task batch through a node. */
final class HandlerNodeTest {
  private final NodeBench bench = new NodeBench();

  private static List<Status> statuses(List<HandlerResult> results) {
    return results.stream().map(HandlerResult::status).toList();
  }

  @Test
  void tasksOfABatchRunAtTheSameTimeAndLeaveInOneReply() {
    bench.host("a", 4, NOTHING).host("b", 4, NOTHING).host("c", 4, NOTHING).start();
    assertTrue(bench.offer(1, "a", "b", "c"));
    assertEquals(List.of("a", "b", "c"), bench.workers.names());
    bench.workers.finishFirst();
    bench.workers.finishFirst();
    assertEquals(0, bench.channel.replies.size());
    assertEquals(List.of(), bench.done);
    bench.workers.finishFirst();
    assertEquals(1, bench.channel.replies.size());
    Reply reply = bench.channel.replies.get(0);
    assertEquals(new MessageId(0, 1), reply.id());
    assertEquals("n1~1", reply.node().toString());
    assertEquals(List.of(0, 1, 2), reply.results().stream().map(HandlerResult::index).toList());
    assertEquals(List.of(1L), bench.doneIds());
  }

  @Test
  void whoWantsItsMessageLaterHasNotPerformed() {
    Changes defer = Changes.builder().defer(Duration.ofMillis(30)).build();
    bench.host("a", 1, message -> defer).start();
    bench.offer(1, "a");
    bench.workers.finishAll();
    HandlerResult result = bench.channel.onlyResult();
    assertEquals(Status.DEFERRED, result.status());
    assertEquals(Duration.ofMillis(30), result.delay());
  }

  @Test
  void responseWithinTheBoundIsReturned() {
    byte[] small = {1};
    byte[] large = new byte[17 << 20];
    bench
        .host("a", 1, message -> Changes.builder().respond(small).build())
        .host("b", 1, message -> Changes.builder().respond(large).build())
        .start();
    bench.offer(1, "a", "b");
    bench.workers.finishAll();
    List<HandlerResult> results =
        bench.channel.replies.stream().flatMap(reply -> reply.results().stream()).toList();
    HandlerResult answer = results.stream().filter(r -> r.index() == 0).findFirst().orElseThrow();
    HandlerResult failed = results.stream().filter(r -> r.index() == 1).findFirst().orElseThrow();
    assertEquals(Status.PERFORMED, answer.status());
    assertTrue(answer.changes().verdict().isPresent());
    assertEquals(Status.FAILED, failed.status());
    assertTrue(failed.reason().endsWith("> maxPayloadBytes=16777216"), failed.reason());
  }

  @Test
  void changesAndTimesComeBack() {
    Changes changes = Changes.builder().property("seen", true).build();
    bench
        .host(
            "a",
            1,
            message -> {
              bench.clock.advance(Duration.ofMillis(7));
              return changes;
            })
        .start();
    bench.offer(1, "a");
    bench.clock.advance(Duration.ofMillis(2));
    bench.workers.finishAll();
    HandlerResult result = bench.channel.onlyResult();
    assertEquals(Status.PERFORMED, result.status());
    assertEquals(Map.of("seen", true), result.changes().properties());
    assertEquals(Duration.ofMillis(2).toNanos(), result.queueNanos());
    assertEquals(Duration.ofMillis(7).toNanos(), result.runNanos());
  }

  @Test
  void concurrencyHoldsBackOneHandlerAndNotTheOthersAndKeepsTheOrder() {
    bench.host("one", 1, NOTHING).host("many", 4, NOTHING).start();
    for (int i = 1; i <= 3; i++) {
      bench.offer(i, "one");
    }
    bench.offer(4, "many");
    assertEquals(List.of("one", "many"), bench.workers.names());
    assertEquals(2, bench.node.status().waiting());
    assertEquals(2, bench.node.status().active());
    bench.workers.finishAll();
    assertEquals(List.of(1L, 4L, 2L, 3L), bench.doneIds());
  }

  @Test
  void neverMoreCallsThanWorkersAndTheOldestFirst() {
    bench.builder.workers(2);
    bench.host("a", 4, NOTHING).host("b", 4, NOTHING).start();
    bench.offer(1, "a", "a");
    bench.offer(2, "b");
    bench.offer(3, "a");
    assertEquals(2, bench.workers.begun.size());
    bench.workers.finishFirst();
    bench.workers.finishFirst();
    assertEquals(List.of("b", "a"), bench.workers.names());
  }

  @Test
  void aFailureFlushesWhatIsDoneSoFar() {
    bench.host("a", 1, NOTHING).host("bad", 1, failing("no key")).host("c", 1, NOTHING).start();
    bench.offer(1, "a", "bad", "c");
    bench.workers.finishFirst();
    bench.workers.finishFirst();
    assertEquals(List.of(Status.PERFORMED, Status.FAILED), statuses(bench.channel.results()));
    assertEquals(1, bench.channel.replies.size());
    assertEquals(
        "java.lang.IllegalStateException: no key", bench.channel.results().get(1).reason());
    assertEquals(List.of(), bench.done);
    bench.workers.finishFirst();
    assertEquals(3, bench.channel.results().size());
    assertEquals(List.of(1L), bench.doneIds());
  }

  private static DHHandler failing(String reason) {
    return message -> {
      throw new IllegalStateException(reason);
    };
  }

  @Test
  void whatIsDoneDoesNotWaitLongForTheRest() {
    bench.host("a", 1, NOTHING).host("b", 1, NOTHING).start();
    bench.offer(1, "a", "b");
    bench.workers.finishFirst();
    bench.pass(Duration.ofNanos(4_999_999));
    assertEquals(0, bench.channel.replies.size());
    bench.pass(Duration.ofNanos(1));
    assertEquals(0, bench.channel.onlyResult().index());
    bench.pass(Duration.ofMillis(5));
    assertEquals(1, bench.channel.replies.size());
    bench.workers.finishFirst();
    assertEquals(
        List.of(0, 1), bench.channel.results().stream().map(HandlerResult::index).toList());
  }

  @Test
  void onewayTasksArePerformedAndNotAnswered() {
    bench.host("a", 1, NOTHING).host("log", 1, failing("not told")).start();
    bench.offer(batch(1, task(0, "a"), task(1, "log", 1, true)));
    bench.workers.finishFirst();
    assertEquals(0, bench.channel.onlyResult().index());
    assertEquals(List.of(), bench.done);
    bench.workers.finishFirst();
    assertEquals(2, bench.performed.size());
    assertEquals(1, bench.channel.results().size());
    assertEquals(List.of(1L), bench.doneIds());
  }

  @Test
  void anUnknownHandlerIsRefusedWithWhatIsHosted() {
    bench.host("a", 1, NOTHING).host("b", 1, NOTHING).start();
    bench.offer(1, "a", "x");
    HandlerResult result = bench.channel.onlyResult();
    assertEquals(Status.REFUSED, result.status());
    assertEquals("not hosted by node n1; it hosts [a, b]", result.reason());
    bench.workers.finishAll();
    assertEquals(List.of(1L), bench.doneIds());
  }

  @Test
  void aFullInboxKeepsNothing() throws InterruptedException {
    bench.builder.workers(1).inboxTasks(2);
    bench.host("a", 1, NOTHING).start();
    assertTrue(bench.offer(1, "a"));
    assertTrue(bench.offer(2, "a", "a"));
    assertFalse(bench.offer(3, "a"));
    assertFalse(bench.channel.listener.awaitCapacity(Duration.ZERO));
    bench.workers.finishFirst();
    assertTrue(bench.channel.listener.awaitCapacity(Duration.ZERO));
    assertFalse(bench.offer(3, "a", "a"));
    assertFalse(
        bench.channel.listener.awaitCapacity(Duration.ZERO), "one place is not the two wanted");
    bench.workers.finishAll();
    assertTrue(bench.offer(3, "a", "a"));
    bench.workers.finishAll();
    assertEquals(List.of(1L, 2L, 3L), bench.doneIds());
  }

  @Test
  void aTaskBatchThatNeverFitsIsRefused() {
    bench.builder.inboxTasks(1);
    bench.host("a", 1, NOTHING).start();
    assertTrue(bench.offer(1, "a", "a"));
    assertEquals(List.of(Status.REFUSED, Status.REFUSED), statuses(bench.channel.results()));
    assertEquals("tasks=2 > inboxTasks=1", bench.channel.results().get(0).reason());
    assertEquals(List.of(1L), bench.doneIds());
  }

  @Test
  void whatIsNoTaskBatchIsIgnoredAndDone() {
    bench.host("a", 1, NOTHING).start();
    DMFormat rubbish = DMFormat.of(new MessageId(1, 1), MessageProperties.empty(), new byte[3]);
    assertTrue(bench.channel.listener.offer(rubbish, () -> bench.done.add(rubbish.id())));
    assertEquals(1, bench.done.size());
    assertEquals(0, bench.channel.replies.size());
  }

  @Test
  void announcesAtStartAndAtEveryInterval() {
    bench.host("a", 1, NOTHING).host("b", 1, NOTHING).start();
    assertEquals(1, bench.channel.announced.size());
    assertEquals(List.of("a", "b"), bench.channel.announced.get(0).handlers());
    assertEquals(NodeStatus.State.READY, bench.channel.announced.get(0).state());
    for (int i = 0; i < 10; i++) {
      bench.pass(Duration.ofMillis(100));
    }
    assertEquals(4, bench.channel.announced.size());
  }

  @Test
  void aReplyThatTheTransportThrowsAwayEndsNothingElse() {
    bench.host("a", 1, NOTHING).start();
    bench.channel.onReply =
        () -> {
          throw new IllegalStateException("broker is down");
        };
    bench.offer(1, "a");
    bench.workers.finishAll();
    assertEquals(List.of(1L), bench.doneIds());
    bench.channel.onReply = () -> {};
    bench.offer(1, "a");
    assertEquals(1, bench.performed.size(), "answered from memory");
    assertEquals(1, bench.channel.results().size());
  }

  @Test
  void theTransportMayCallStraightBackIn() {
    bench.host("a", 1, NOTHING).start();
    bench.channel.onReply =
        () -> {
          if (bench.channel.replies.size() < 3) {
            bench.offer(10 + bench.channel.replies.size(), "a");
          }
        };
    bench.offer(1, "a");
    bench.workers.finishAll();
    assertEquals(4, bench.channel.replies.size());
  }

  @Test
  void taskBatchDuringAReplyIsRunByTheSameWorker() {
    bench.host("a", 1, NOTHING).host("b", 1, NOTHING).start();
    bench.offer(1, "a");
    bench.channel.onReply = () -> bench.offer(2, "a", "b");
    TaskRun next = bench.workers.engine.perform(bench.workers.begun.remove(0));
    assertEquals("a", next.task.handler());
    assertEquals(List.of("b"), bench.workers.names());
    bench.channel.onReply = () -> {};
    bench.workers.begun.add(next);
    bench.workers.finishAll();
    assertEquals(List.of(1L, 2L), bench.doneIds());
  }

  @Test
  void ofSeveralTaskBatchesThatComeBackNoneWaitsForTheWorker() {
    bench.host("a", 4, NOTHING).start();
    bench.offer(1, "a");
    List<Integer> begun = new ArrayList<>();
    bench.channel.onReply =
        () -> {
          for (int id = 2; id <= 4; id++) {
            bench.offer(id, "a");
            begun.add(bench.workers.begun.size());
          }
        };
    assertNull(bench.workers.engine.perform(bench.workers.begun.remove(0)));
    assertEquals(List.of(0, 2, 3), begun);
    bench.channel.onReply = () -> {};
    bench.workers.finishAll();
    assertEquals(4, bench.done.size());
  }

  @Test
  void handlerReceivesTheOriginalEnvelope() {
    bench.host("a", 1, NOTHING).start();
    bench.offer(1, "a");
    bench.workers.finishAll();
    assertEquals("<e/>", new String(bench.performed.get(0).envelope(), StandardCharsets.UTF_8));
  }
}
