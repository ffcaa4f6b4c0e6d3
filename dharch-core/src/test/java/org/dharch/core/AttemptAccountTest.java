package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.execution.recovery.RecoveryTable;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

/** What is counted, noted and timed of attempts that come to nothing. */
class AttemptAccountTest {
  private static final HandlerEntry A = HandlerEntry.of("A");
  private static final HandlerEntry B = HandlerEntry.of("B");
  private static final HandlerEntry KEPT = A.atomicity(Atomicity.NON_ATOMIC);
  private static final HandlerEntry COMPENSABLE =
      A.atomicity(Atomicity.ATOMIC).compensator("undoA");
  private static final Duration PATIENCE = Duration.ofSeconds(22);

  private static Bench bench(Stage... stages) {
    return new Bench(
        DHManagerConfig.DEFAULT.nodeSilence(Duration.ofDays(1)).deadline(Duration.ofHours(1)),
        Orchestration.of("o", stages));
  }

  private static Timeline timeline(Bench bench) {
    Outcome outcome = bench.outcomes.get("m");
    return outcome instanceof Outcome.Failed failed
        ? failed.timeline()
        : ((Outcome.Completed) outcome).timeline();
  }

  private static void assertNoted(Bench bench, String note) {
    List<String> notes = timeline(bench).notes();
    assertTrue(notes.stream().anyMatch(each -> each.contains(note)), notes::toString);
  }

  private static List<String> results(Bench bench) {
    return timeline(bench).attempts().stream().map(Timeline.Attempt::result).toList();
  }

  @Test
  void aReplyForAStepThatIsNotThereIsIgnored() {
    Bench bench = bench(Stage.of(A));
    bench.node("n", "A");
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    bench.reply(batch, List.of(performed(1, 1), performed(0, 1)));
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
    assertEquals(1, bench.counter(Counter.RESULTS_IGNORED));
    assertEquals(0, bench.counter(Counter.ERRORS));
  }

  private static HandlerResult performed(int index, int attempt) {
    return HandlerResult.of(index, attempt, Status.PERFORMED, "", 1, 1, Changes.NONE);
  }

  @Test
  void aOnewayHandlerThatCannotBeSentIsNeglectedAndNoted() {
    Bench bench = bench(Stage.of(A.oneway(true)), Stage.of(B));
    bench.node("n", "A");
    NodeId other = bench.node("n2", "B");
    bench.transportUp = false;
    bench.accepted("m");
    bench.transportUp = true;
    bench.advance(Duration.ofMillis(20));
    Bench.Sent batch = bench.batch();
    assertEquals(other, batch.node());
    bench.performed(batch, "B");
    assertEquals(1, bench.counter(Counter.SKIPPED));
    assertNoted(bench, "oneway handler 'A' could not be sent");
    assertEquals("sent", results(bench).get(0));
  }

  @Test
  void whatDidNotStartInTimeIsATimeOutAndGoesElsewhere() {
    Bench bench = bench(Stage.of(A));
    bench.node("n", "A");
    bench.node("n2", "A");
    bench.accepted("m");
    Bench.Sent first = bench.batch();
    bench.reply(first, "A", Status.NOT_STARTED, "too late", Changes.NONE);
    assertEquals(1, bench.counter(Counter.TIME_OUTS));
    assertEquals(1, bench.counter(Counter.MOVED));
    Bench.Sent second = bench.batch();
    assertTrue(!first.node().equals(second.node()));
    bench.performed(second, "A");
    assertNoted(bench, "handler 'A' leaves " + first.node() + ": too late");
    assertEquals(List.of("timed-out", "performed"), results(bench));
  }

  @Test
  void whoIsTheOnlyOneToRefuseIsAskedAgainAfterAWhile() {
    Bench bench = bench(Stage.of(A));
    bench.node("n", "A");
    bench.accepted("m");
    bench.reply(bench.batch(), "A", Status.REFUSED, "full", Changes.NONE);
    bench.advance(Duration.ofMillis(20).minusNanos(1));
    assertEquals(List.of(), bench.batches());
    bench.advance(Duration.ofNanos(1));
    bench.performed(bench.batch(), "A");
    assertEquals(List.of("refused", "performed"), results(bench));
    assertEquals(0, timeline(bench).attempts().get(0).queueNanos());
    assertEquals(1000, timeline(bench).attempts().get(1).queueNanos());
    assertEquals(2000, timeline(bench).attempts().get(1).runNanos());
  }

  @Test
  void whatDoesNotAnswerIsAskedForThreeTimesAndEachIsNoted() {
    Bench bench = bench(Stage.of(KEPT));
    bench.node("n", "A");
    bench.accepted("m");
    bench.advance(PATIENCE.multipliedBy(RecoveryTable.MAX_ASKS));
    assertEquals(1 + RecoveryTable.MAX_ASKS, bench.batches().size());
    assertTrue(bench.outcome("m").isEmpty());
    bench.advance(PATIENCE);
    assertEquals(List.of(), bench.batches());
    assertEquals("no reply", bench.fault("m").reason());
    assertEquals(4, bench.counter(Counter.TIME_OUTS));
    assertEquals(List.of("timed-out", "timed-out", "timed-out", "timed-out"), results(bench));
    assertEquals(-1, timeline(bench).attempts().get(0).receivedNanos());
    assertNoted(bench, "handler 'A' on n~1 is asked again for attempt 1");
  }

  @Test
  void whatDoesNotAnswerIsNotAskedAgainWhileTheMessageIsUnwound() {
    Bench bench =
        new Bench(
            DHManagerConfig.DEFAULT
                .nodeSilence(Duration.ofDays(1))
                .deadline(Duration.ofHours(1))
                .timeToCompensate(Duration.ofHours(1)),
            Orchestration.of("o", Stage.of(COMPENSABLE, B)));
    bench.node("n", "A", "B", "undoA");
    bench.accepted("m");
    bench.failed(bench.batch(), "B", "no");
    bench.advance(PATIENCE);
    Bench.Sent compensation = bench.batch();
    assertEquals(Set.of("undoA"), compensation.handlers());
    bench.advance(PATIENCE);
    assertEquals(Set.of("undoA"), bench.batch().handlers(), "a compensator is asked for again");
    bench.performed(compensation, "undoA");
    assertEquals("B", bench.fault("m").handler());
  }

  @Test
  void aNodeThatIsLostIsInTheTimelineAndWaitedFor() {
    Bench bench = bench(Stage.of(KEPT));
    NodeId node = bench.remembering("n", "1", "A");
    bench.accepted("m");
    bench.batch();
    bench.receiver.gone(node);
    bench.remembering("n", "2", "A");
    bench.performed(bench.batch(), "A");
    assertEquals(List.of("lost", "performed"), results(bench));
    assertNoted(bench, "handler 'A' on n~1-m waits until its node returns");
  }

  @Test
  void nodeLostDuringItsCallbackIsCountedAndNotAwaited() {
    Bench bench = bench(Stage.of(A.completionCallback(true)));
    NodeId node = bench.node("n", "A");
    bench.accepted("m");
    bench.performed(bench.batch(), "A");
    bench.batch();
    assertEquals(1, ManagerProbe.of(bench.manager).executing());
    bench.receiver.gone(node);
    assertEquals(0, ManagerProbe.of(bench.manager).executing());
    assertEquals(1, bench.counter(Counter.END_NOTICE_LOST));
  }

  @Test
  void retryIsRecordedAndWaitsWithDoublingPauses() {
    RetryPolicy growing = new RetryPolicy(3, Duration.ofMillis(100), Duration.ofMillis(400));
    for (int run = 0; run < 8; run++) {
      Bench bench = bench(Stage.of(A.retry(growing)));
      bench.node("n", "A");
      bench.accepted("m");
      for (int pause : new int[] {100, 200, 400}) {
        bench.failed(bench.batch(), "A", "not yet");
        bench.advance(Duration.ofMillis(pause / 2).minusNanos(1));
        assertEquals(List.of(), bench.batches(), pause + " ms");
        bench.advance(Duration.ofMillis(pause / 2));
      }
      bench.performed(bench.batch(), "A");
      assertNoted(bench, "handler 'A' on n~1 is tried again: not yet");
      assertEquals(3, bench.counter(Counter.RETRIES));
    }
  }

  @Test
  void aCompensatorForWhichNoTimeIsLeftIsSaidWithItsReason() {
    Bench bench =
        new Bench(
            DHManagerConfig.DEFAULT
                .timeToCompensate(Duration.ofSeconds(1))
                .nodeSilence(Duration.ofDays(1)),
            Orchestration.of("o", Stage.of(COMPENSABLE), Stage.of(B)));
    bench.node("n", "A", "B", "undoA");
    bench.accepted("m");
    bench.performed(bench.batch(), "A");
    bench.failed(bench.batch(), "B", "no");
    bench.batch();
    bench.advance(Duration.ofSeconds(1));
    assertNoted(bench, "handler 'A' was not compensated: ");
    assertNoted(bench, "no time was left");
    assertTrue(results(bench).contains("superseded"), results(bench)::toString);
  }
}
