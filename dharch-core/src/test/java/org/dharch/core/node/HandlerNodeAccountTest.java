package org.dharch.core.node;

import static org.dharch.core.node.NodeBench.NOTHING;
import static org.dharch.core.node.NodeBench.batch;
import static org.dharch.core.node.NodeBench.task;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.NodeContext;
import org.dharch.core.message.MessageContent;
import org.dharch.core.node.TaskRun.BatchRun;
import org.dharch.core.node.journal.ExecutionJournal;
import org.dharch.core.node.parsed.ParsedMessageQuota;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node says of itself and of what it did. */
final class HandlerNodeAccountTest {
  @TempDir Path folder;

  private final NodeBench bench = new NodeBench();

  private static Task stateful(int index, String handler, Task.Purpose purpose) {
    Duration time = Duration.ofSeconds(5);
    return new Task(index, handler, 1, false, time, time, true, false, purpose, 0);
  }

  private NodeStatus lastAnnounced() {
    return bench.channel.announced.get(bench.channel.announced.size() - 1);
  }

  @Test
  void handlersReceiveTheNotifiedEnd() {
    List<DHHandler.Ending> heard = new ArrayList<>();
    bench.builder.handler(
        "book",
        1,
        new DHHandler() {
          @Override
          public Changes handle(HandlerMessage message) {
            return Changes.NONE;
          }

          @Override
          public void ended(HandlerMessage message, Ending ending) {
            heard.add(ending);
          }
        });
    bench.start();
    bench.offer(batch(1, stateful(1, "book", Task.Purpose.NOTIFY_COMPLETED)));
    bench.offer(batch(2, stateful(1, "book", Task.Purpose.NOTIFY_ANSWERED)));
    bench.offer(batch(3, stateful(1, "book", Task.Purpose.NOTIFY_FAILED)));
    bench.workers.finishAll();
    assertEquals(
        List.of(DHHandler.Ending.COMPLETED, DHHandler.Ending.RESPONDED, DHHandler.Ending.FAILED),
        heard);
    List<Status> output = bench.channel.results().stream().map(HandlerResult::status).toList();
    assertEquals(List.of(Status.PERFORMED, Status.PERFORMED, Status.PERFORMED), output);
  }

  @Test
  void itsNextLifeKnowsHowStatefulAttemptsEnded() {
    Path file = folder.resolve("journal");
    Task book = stateful(0, "book", Task.Purpose.PERFORM);
    try (ExecutionJournal journal = ExecutionJournal.open(file)) {
      bench.builder.journal(journal);
      bench.host("book", 1, m -> Changes.builder().property("n", 7).build()).start();
      bench.offer(batch(1, book));
      bench.workers.finishAll();
    }
    NodeBench next = new NodeBench();
    try (ExecutionJournal journal = ExecutionJournal.open(file)) {
      next.builder.journal(journal);
      next.host("book", 1, NOTHING).start();
      next.offer(batch(1, book));
      assertEquals(7, next.channel.onlyResult().changes().properties().get("n"));
      assertEquals(List.of(), next.performed);
    }
  }

  @Test
  void whatRanTooLongSaysHowLongItWaitedAndRan() {
    bench.host("a", 1, NOTHING).start();
    bench.offer(1, "a");
    bench.offer(2, "a");
    bench.clock.advance(Duration.ofSeconds(1));
    bench.workers.finishFirst();
    bench.pass(Duration.ofMillis(3_001));
    HandlerResult late = bench.channel.results().get(1);
    assertEquals(Status.TIMED_OUT, late.status());
    assertEquals(Duration.ofSeconds(1).toNanos(), late.queueNanos());
    assertEquals(Duration.ofMillis(3_001).toNanos(), late.runNanos());
    assertEquals("ran 3001ms, timeToFinish=PT3S", late.reason());
  }

  @Test
  void whatIsNotBegunInTimeWaitsNoMoreAndSaysHowLongItDid() {
    bench.host("a", 1, NOTHING).start();
    bench.offer(1, "a");
    bench.clock.advance(Duration.ofSeconds(1));
    bench.offer(2, "a");
    assertEquals(1, bench.node.status().waiting());
    bench.pass(Duration.ofSeconds(5));
    assertEquals(1, bench.node.status().waiting(), "it may begin until then");
    bench.pass(Duration.ofNanos(1));
    assertEquals(0, bench.node.status().waiting());
    HandlerResult late = bench.channel.results().get(1);
    assertEquals(Status.NOT_STARTED, late.status());
    assertEquals(Duration.ofSeconds(5).toNanos() + 1, late.queueNanos());
    bench.pass(Duration.ofSeconds(5));
    assertEquals(2, bench.channel.results().size(), "reported once");
    assertEquals(0, bench.node.status().waiting(), "and counted once");
  }

  @Test
  void hungHandlerAndItsReturnAreAnnouncedAtOnce() {
    bench.builder.heartbeat(Duration.ofMinutes(1));
    bench.host("bad", 1, NOTHING).host("good", 1, NOTHING).start();
    bench.offer(1, "bad");
    bench.offer(2, "bad");
    TaskRun hanging = bench.workers.begun.remove(0);
    int announced = bench.channel.announced.size();
    bench.pass(Duration.ofSeconds(3));
    bench.pass(Duration.ofMillis(499));
    assertEquals(announced, bench.channel.announced.size());
    bench.pass(Duration.ofMillis(1));
    assertEquals(announced + 1, bench.channel.announced.size());
    assertEquals(List.of("good"), lastAnnounced().handlers());
    assertEquals(0, lastAnnounced().waiting(), "who waited for it is refused");
    bench.workers.begun.add(hanging);
    bench.workers.finishFirst();
    assertEquals(announced + 2, bench.channel.announced.size());
    assertEquals(List.of("bad", "good"), lastAnnounced().handlers());
    bench.offer(3, "bad");
    assertEquals(List.of("bad"), bench.workers.names(), "it is served again");
  }

  @Test
  void callThatReturnsInTimeIsNotAnnounced() {
    bench.host("a", 1, NOTHING).start();
    bench.offer(1, "a");
    int before = bench.channel.announced.size();
    bench.workers.finishAll();
    assertEquals(before, bench.channel.announced.size());
  }

  @Test
  void heartbeatsComeAtTheirIntervalAndNotBefore() {
    bench.host("a", 1, NOTHING).start();
    int before = bench.channel.announced.size();
    bench.pass(Duration.ofMillis(249));
    assertEquals(before, bench.channel.announced.size());
    bench.pass(Duration.ofMillis(1));
    assertEquals(before + 1, bench.channel.announced.size());
    bench.pass(Duration.ofMillis(249));
    assertEquals(before + 1, bench.channel.announced.size());
    bench.pass(Duration.ofMillis(1));
    assertEquals(before + 2, bench.channel.announced.size());
  }

  @Test
  void aStandbyNodeSaysSo() {
    bench.builder.standby(true);
    bench.host("a", 1, NOTHING).start();
    assertEquals(
        Set.of(
            NodeStatus.Trait.STANDBY,
            NodeStatus.Trait.SPECULATIVE,
            NodeStatus.Trait.FORWARDS,
            NodeStatus.Trait.WELCOME),
        bench.node.status().traits());
    NodeBench other = new NodeBench().host("a", 1, NOTHING);
    other.builder.speculative(false);
    other.start();
    assertEquals(Set.of(NodeStatus.Trait.WELCOME), other.node.status().traits());
  }

  @Test
  void drainingIsSaidOnceAndTheTransportIsLeftDry() {
    bench.host("a", 1, NOTHING).start();
    assertTrue(bench.node.beginDrain());
    assertFalse(bench.node.beginDrain());
    bench.node.close();
    assertTrue(bench.channel.log.indexOf("dry") > bench.channel.log.indexOf("drain"));
    assertTrue(bench.channel.log.indexOf("dry") < bench.channel.log.indexOf("announce STOPPED"));
  }

  @Test
  void roomInBytesIsFreeAgainWhenTheLastTaskOfATaskBatchHasEnded() {
    NodeCapacity capacity = new NodeCapacity(NodeBench.config(10, 100));
    BatchRun run = run(60);
    TaskRun one = run(run, 0);
    TaskRun two = run(run, 1);
    assertTrue(capacity.isFor(1, 1_000), "one at least, however large");
    capacity.queued(one);
    assertFalse(capacity.isFor(1, 41), "one task holds the envelope, too");
    capacity.queued(two);
    assertTrue(capacity.isFor(1, 40));
    assertFalse(capacity.isFor(1, 41));
    capacity.wanted(1, 41);
    assertFalse(capacity.isForWanted());
    capacity.unqueued();
    capacity.ended(one);
    assertFalse(capacity.isFor(1, 41), "its envelope is held for the other one");
    capacity.unqueued();
    capacity.ended(two);
    assertTrue(capacity.isFor(1, 41));
    assertTrue(capacity.isForWanted());
    assertEquals(0, capacity.waiting());
  }

  @Test
  void roomInTasksAndRepliesIsBounded() {
    NodeCapacity capacity = new NodeCapacity(NodeBench.config(2, 100));
    assertTrue(capacity.couldHold(2));
    assertFalse(capacity.couldHold(3));
    assertTrue(capacity.isFor(2, 0));
    assertFalse(capacity.isFor(3, 0));
    capacity.wanted(3, 0);
    assertFalse(capacity.isForWanted());
    capacity.nothingWanted();
    assertTrue(capacity.isForWanted());
    capacity.outboundReplies(1);
    assertTrue(capacity.isFor(1, 0));
    capacity.outboundReplies(1);
    assertFalse(capacity.isFor(1, 0), "as many replies wait to leave");
    capacity.outboundReplies(-1);
    assertTrue(capacity.isFor(1, 0));
  }

  private static BatchRun run(int envelopeBytes) {
    TaskBatch small = batch(1, task(0, "a"), task(1, "a"));
    return new BatchRun(
        new TaskBatch(
            small.id(),
            small.incarnation(),
            small.replyTo(),
            small.tasks(),
            List.of(),
            Optional.empty(),
            new TaskBatch.Timing(0, small.timing().transfer(), small.timing().remaining()),
            new MessageContent(new byte[envelopeBytes], small.properties(), small.processed())),
        () -> {},
        new ParsedMessageQuota(1, 0));
  }

  private static TaskRun run(BatchRun run, int index) {
    HostedHandler hosted = new HostedHandler("a", 1, NOTHING);
    return new TaskRun(run, run.batch.tasks().get(index), hosted, 0, index);
  }

  @Test
  void whatIsSaidOfANodeIsSaidInOneSentence() {
    HandlerNode.Builder builder = HandlerNode.builder("n");
    assertSame(builder, builder.standby(true));
    assertSame(builder, builder.limits(Limits.DEFAULT));
    assertSame(builder, builder.heartbeat(Duration.ofSeconds(1)));
    assertSame(builder, builder.inboxTasks(1));
    assertSame(builder, builder.workers(1));
  }

  @Test
  void aHandlerHasTheTimeOfDayAndTimersThatEndWithItsNode() {
    HandlerNode.Builder builder = HandlerNode.builder("n");
    NodeContext context = builder.context("h");
    assertTrue(context.clock().millis() > 0);
    assertFalse(context.timers().isShutdown());
    builder.abandon();
    assertTrue(context.timers().isShutdown());
  }
}
