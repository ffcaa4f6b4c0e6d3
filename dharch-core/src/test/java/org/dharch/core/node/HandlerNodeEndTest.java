package org.dharch.core.node;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.dharch.core.node.NodeBench.NOTHING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.core.message.DHArchException;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.junit.jupiter.api.Test;

/** Drain and close. */
final class HandlerNodeEndTest {
  private final NodeBench bench = new NodeBench();

  @Test
  void drainingTakesNothingNewAndFinishesWhatIsThere() {
    bench.builder.workers(1);
    bench.host("a", 1, NOTHING).start();
    bench.offer(1, "a");
    bench.offer(2, "a");
    assertTrue(bench.node.beginDrain());
    assertTrue(bench.offer(3, "a"));
    HandlerResult refused = bench.channel.onlyResult();
    assertEquals(Status.REFUSED, refused.status());
    assertEquals("node n1 is draining", refused.reason());
    bench.workers.finishAll();
    assertEquals(2, bench.performed.size());
    bench.node.drain(Duration.ofSeconds(5));
    assertEquals(
        List.of(
            "announce READY",
            "announce DRAINING",
            "drain",
            "reply to manager",
            "reply to manager",
            "reply to manager",
            "dry",
            "announce STOPPED",
            "close handler a",
            "close"),
        bench.channel.log);
    assertTrue(bench.workers.closed);
    assertFalse(bench.offer(4, "a"), "a stopped node keeps nothing");
  }

  @Test
  void drainWaitsForTheEndOfWhatIsBegun() throws InterruptedException {
    bench.host("a", 1, NOTHING).start();
    bench.offer(1, "a");
    Thread drain = new Thread(() -> bench.node.drain(Duration.ofSeconds(20)), "drain");
    drain.start();
    await().atMost(10, SECONDS).until(() -> bench.channel.log.contains("drain"));
    await().atMost(10, SECONDS).until(() -> drain.getState() == Thread.State.TIMED_WAITING);
    assertFalse(bench.channel.log.contains("announce STOPPED"));
    bench.workers.finishAll();
    drain.join(10_000);
    assertEquals("close", bench.channel.log.get(bench.channel.log.size() - 1));
    assertEquals(Status.PERFORMED, bench.channel.onlyResult().status());
  }

  @Test
  void whatIsNotFinishedInTimeIsGivenBack() {
    bench.builder.workers(1);
    bench.host("a", 1, NOTHING).start();
    bench.offer(1, "a");
    bench.offer(2, "a");
    bench.node.drain(Duration.ZERO);
    assertEquals(
        List.of(Status.REFUSED, Status.TIMED_OUT),
        bench.channel.results().stream().map(HandlerResult::status).toList());
    assertEquals(1, bench.workers.interrupted.size());
    assertEquals(List.of(2L, 1L), bench.doneIds());
  }

  /** Fault B10: a task batch was acknowledged before its reply had left. */
  @Test
  void aTaskBatchIsDoneWhenItsReplyHasLeftAndNotBefore() {
    bench.host("a", 4, NOTHING).start();
    bench.channel.kept = new ArrayList<>();
    bench.offer(1, "a");
    bench.workers.finishAll();
    assertEquals(1, bench.channel.replies.size());
    assertEquals(List.of(), bench.doneIds());
    bench.offer(1, "a"); // killed now, and delivered again: it is answered, not performed again
    assertEquals(2, bench.channel.replies.size());
    assertEquals(1, bench.performed.size());
    bench.channel.kept.get(0).run();
    assertEquals(List.of(1L), bench.doneIds());
    bench.channel.kept.get(1).run();
    assertEquals(List.of(1L, 1L), bench.doneIds());
  }

  @Test
  void aTaskBatchWhoseReplyTheTransportDoesNotTakeIsDoneAllTheSame() {
    bench.host("a", 4, NOTHING).start();
    bench.channel.onReply =
        () -> {
          throw new IllegalStateException("no way");
        };
    bench.offer(1, "a");
    bench.workers.finishAll();
    assertEquals(List.of(1L), bench.doneIds());
  }

  /** Fault B7: a node whose inbox was full took no more to refuse it. */
  @Test
  void aNodeThatDrainsHasRoomForAllThatItRefuses() throws InterruptedException {
    bench.builder.workers(1).inboxTasks(1);
    bench.host("a", 1, NOTHING).start();
    bench.offer(1, "a");
    bench.offer(2, "a");
    assertFalse(bench.offer(3, "a"));
    assertFalse(bench.node.engine.awaitCapacity(Duration.ZERO));
    bench.node.beginDrain();
    assertTrue(bench.node.engine.awaitCapacity(Duration.ZERO));
    assertTrue(bench.offer(3, "a"));
    assertEquals(Status.REFUSED, bench.channel.onlyResult().status());
    assertEquals(List.of(3L), bench.doneIds());
  }

  @Test
  void closeIsIdempotent() {
    bench.host("a", 1, NOTHING).start();
    bench.node.close();
    bench.node.close();
    assertEquals(1, bench.channel.log.stream().filter("close"::equals).count());
  }

  @Test
  void whatThrowsAtItsCloseKeepsNothingElseOpen() {
    DHHandler bad =
        new DHHandler() {
          @Override
          public Changes handle(HandlerMessage message) {
            return Changes.NONE;
          }

          @Override
          public void close() {
            throw new IllegalStateException("file is gone");
          }
        };
    bench.host("a", 1, bad).host("b", 1, NOTHING).start();
    DHArchException e = assertThrows(DHArchException.class, bench.node::close);
    assertEquals(
        "node n1~1 did not close cleanly: java.lang.IllegalStateException: file is gone",
        e.getMessage());
    assertTrue(bench.channel.log.containsAll(List.of("close handler b", "close")));
  }

  @Test
  void builderRejectsSettingsOutsideTheirBounds() {
    assertProblem("name must be [A-Za-z0-9_]", () -> HandlerNode.builder("a b"));
    HandlerNode.Builder builder = HandlerNode.builder("n");
    assertProblem("workers must be 1 to 1024 (got 0)", () -> builder.workers(0));
    assertProblem(
        "concurrency of 'h' must be 1 to 1032 (got 1033)",
        () -> builder.handler("h", 1033, NOTHING));
    assertProblem(
        "heartbeat must be 10 to 60000 (got 1)", () -> builder.heartbeat(Duration.ofMillis(1)));
    assertProblem("inboxTasks must be 1 to 1000000 (got 0)", () -> builder.inboxTasks(0));
    assertProblem(
        "incarnation must be [A-Za-z0-9]{1,64} (got '~')", () -> builder.incarnation("~"));
    assertProblem("a node must have at least one handler", () -> builder.start(new FakeChannel()));
    builder.handler("h", 1, NOTHING);
    assertProblem("handler 'h' must be unique", () -> builder.handler("h", 1, NOTHING));
  }

  private static void assertProblem(String message, Runnable step) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, step::run);
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
  }
}
