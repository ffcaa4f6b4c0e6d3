package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.execution.recovery.RecoveryTable;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.dharch.core.wire.Task;
import org.junit.jupiter.api.Test;

/** The design's failure table, row by row: stateful handlers, backward recovery, the end told. */
class RecoveryTest {
  private static final RetryPolicy TWICE =
      new RetryPolicy(2, Duration.ofMillis(50), Duration.ofMillis(50));
  private static final HandlerEntry A = HandlerEntry.of("A");
  private static final HandlerEntry B = HandlerEntry.of("B");
  private static final HandlerEntry ATOMIC = A.atomicity(Atomicity.ATOMIC).retry(TWICE);
  private static final HandlerEntry QUASI =
      A.atomicity(Atomicity.QUASI_ATOMIC).compensator("undoA").retry(TWICE);
  private static final HandlerEntry NON_ATOMIC = A.atomicity(Atomicity.NON_ATOMIC);
  private static final Duration PATIENCE = Duration.ofSeconds(22);

  private static HandlerEntry compensable(String name) {
    return HandlerEntry.of(name).atomicity(Atomicity.ATOMIC).compensator("undo" + name);
  }

  /** A bench whose only time limit is the one that a test is about. */
  private static Bench bench(Stage... stages) {
    return new Bench(
        DHManagerConfig.DEFAULT.nodeSilence(Duration.ofDays(1)).deadline(Duration.ofHours(1)),
        Orchestration.of("o", stages));
  }

  @Test
  void compensatorsRunInReverseOrderBeforeTheFaultIsSent() {
    Bench bench =
        bench(
            Stage.of(compensable("A")),
            Stage.of(compensable("B"), compensable("B2")),
            Stage.of("C"));
    bench.node("n", "A", "B", "B2", "C", "undoA", "undoB", "undoB2");
    bench.accepted("m");
    bench.performed(bench.batch(), "A");
    Bench.Sent second = bench.batch();
    bench.performed(second, "B2");
    bench.performed(second, "B");
    bench.failed(bench.batch(), "C", "full");
    for (String compensator : List.of("undoB", "undoB2", "undoA")) {
      assertTrue(bench.outcome("m").isEmpty());
      Bench.Sent compensation = bench.batch();
      assertEquals(Set.of(compensator), compensation.handlers());
      assertTrue(
          compensation
              .batch()
              .properties()
              .get("dharch.fault")
              .orElseThrow()
              .toString()
              .contains("full"));
      bench.performed(compensation, compensator);
    }
    assertEquals(new Fault(Fault.Code.HANDLER_FAILED, "C", "full"), bench.fault("m"));
    assertEquals(List.of(), bench.batches());
    assertEquals(3, bench.counter(Counter.COMPENSATED));
    assertEquals(0, ManagerProbe.of(bench.manager).executing());
  }

  @Test
  void theDeadlineHaltsAndWhatPerformedIsCompensatedAllTheSame() {
    Bench bench =
        new Bench(
            Orchestration.of("o", Stage.of(compensable("A")), Stage.of("B"))
                .deadline(Duration.ofMillis(500)));
    bench.node("n", "A", "B", "undoA");
    bench.accepted("m");
    bench.performed(bench.batch(), "A");
    bench.batches();
    bench.advance(Duration.ofMillis(500));
    Bench.Sent compensation = bench.batch();
    assertEquals(
        Duration.ofSeconds(10),
        compensation.batch().timing().remaining(),
        "its own time, not the deadline");
    bench.performed(compensation, "undoA");
    assertEquals(Fault.Code.DEADLINE, bench.fault("m").code());
  }

  @Test
  void unwindingWaitsForAHandlerInFlightThatMayHaveToBeCompensated() {
    Bench bench = bench(Stage.of(compensable("A"), B));
    bench.node("n", "A", "B", "undoA");
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    bench.failed(batch, "B", "no");
    assertEquals(List.of(), bench.batches(), "A may perform yet");
    bench.performed(batch, "A");
    bench.performed(bench.batch(), "undoA");
    assertEquals("B", bench.fault("m").handler());
  }

  @Test
  void aHandlerInFlightThatFailsWhileUnwindingIsNotCompensated() {
    Bench bench = bench(Stage.of(ATOMIC.compensator("undoA"), B));
    bench.node("n", "A", "B", "undoA");
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    bench.failed(batch, "B", "no");
    bench.failed(batch, "A", "neither");
    assertEquals("B", bench.fault("m").handler());
    assertEquals(List.of(), bench.batches());
  }

  @Test
  void unwindingHasAnEnd() {
    Bench bench =
        new Bench(
            DHManagerConfig.DEFAULT.timeToCompensate(Duration.ofSeconds(1)),
            Orchestration.of("o", Stage.of(compensable("A")), Stage.of("B")));
    NodeId node = bench.node("n", "A", "B", "undoA");
    bench.accepted("m");
    bench.performed(bench.batch(), "A");
    bench.failed(bench.batch(), "B", "no");
    bench.batch();
    bench.heartbeat(node, "A", "B", "undoA");
    bench.advance(Duration.ofSeconds(1));
    assertEquals("B", bench.fault("m").handler());
    assertEquals(
        0, ManagerProbe.of(bench.manager).executing() + ManagerProbe.of(bench.manager).burden());
  }

  @Test
  void whatMayHavePerformedAndCouldNotBeWaitedForIsSaid() {
    Bench bench =
        new Bench(
            DHManagerConfig.DEFAULT.timeToCompensate(Duration.ofSeconds(1)),
            Orchestration.of("o", Stage.of(compensable("A"), B)));
    NodeId node = bench.node("n", "A", "B", "undoA");
    bench.accepted("m");
    bench.failed(bench.batch(), "B", "no");
    bench.heartbeat(node, "A", "B", "undoA");
    bench.advance(Duration.ofSeconds(1));
    Outcome.Failed failed = (Outcome.Failed) bench.outcomes.get("m");
    assertTrue(
        failed.timeline().notes().contains("no time was left to compensate handler 'A' on n~1"),
        failed.timeline().notes()::toString);
    assertEquals(1, bench.counter(Counter.COMPENSATIONS_FAILED));
  }

  @Test
  void aCompensatorThatThrowsIsTriedAgainAndThenNoted() {
    Bench bench = bench(Stage.of(compensable("A")), Stage.of("B"));
    bench.node("n", "A", "B", "undoA");
    bench.accepted("m");
    bench.performed(bench.batch(), "A");
    bench.failed(bench.batch(), "B", "no");
    int attempts = 0;
    while (bench.outcome("m").isEmpty()) {
      bench.failed(bench.batch(), "undoA", "cannot");
      attempts++;
      bench.advance(Duration.ofSeconds(1));
    }
    assertEquals(4, attempts);
    Outcome.Failed failed = (Outcome.Failed) bench.outcomes.get("m");
    assertTrue(
        failed.timeline().notes().stream()
            .anyMatch(n -> n.contains("'A' was not compensated") && n.contains("cannot")),
        failed.timeline().notes()::toString);
    assertEquals(1, bench.counter(Counter.COMPENSATIONS_FAILED));
  }

  @Test
  void aQuasiAtomicHandlerIsTriedAgainOnlyAfterItsCompensatorRan() {
    Bench bench = bench(Stage.of(QUASI));
    bench.node("n", "A", "undoA");
    bench.accepted("m");
    bench.failed(bench.batch(), "A", "half done");
    Bench.Sent compensation = bench.batch();
    assertEquals(Set.of("undoA"), compensation.handlers());
    bench.advance(Duration.ofSeconds(1));
    assertEquals(List.of(), bench.batches(), "not before it is compensated");
    bench.performed(compensation, "undoA");
    bench.advance(Duration.ofMillis(50));
    Bench.Sent again = bench.batch();
    assertEquals(2, again.task("A").attempt());
    bench.performed(again, "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
  }

  @Test
  void aQuasiAtomicHandlerThatCannotBeUndoneIsNotTriedAgain() {
    Bench bench = bench(Stage.of(QUASI));
    bench.node("n", "A");
    bench.accepted("m");
    bench.failed(bench.batch(), "A", "half done");
    bench.advance(Duration.ofSeconds(10)); // no node comes that could
    assertEquals("half done", bench.fault("m").reason());
    assertEquals(List.of(), bench.batches());
  }

  @Test
  void aNonAtomicHandlerIsNeverTriedAgain() {
    Bench bench = bench(Stage.of(NON_ATOMIC));
    bench.node("n", "A");
    bench.node("n2", "A");
    bench.accepted("m");
    bench.failed(bench.batch(), "A", "no");
    assertEquals("no", bench.fault("m").reason());
  }

  @Test
  void aStatefulHandlerThatDoesNotAnswerIsAskedForTheSameAttemptAgain() {
    for (HandlerEntry entry : List.of(ATOMIC, QUASI, NON_ATOMIC)) {
      Bench bench = bench(Stage.of(entry));
      bench.node("n", "A", "undoA");
      bench.node("n2", "A", "undoA");
      bench.accepted("m");
      Bench.Sent first = bench.batch();
      for (int ask = 0; ask < RecoveryTable.MAX_ASKS; ask++) {
        bench.advance(PATIENCE);
        Bench.Sent again = bench.batch();
        assertEquals(first.node(), again.node());
        assertEquals(first.task("A"), again.task("A"));
      }
      bench.performed(first, "A");
      assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
    }
  }

  @Test
  void unknownAtomicHandlerFailsAndIsCompensated() {
    Bench bench = bench(Stage.of(ATOMIC.compensator("undoA")));
    NodeId node = bench.node("n", "A", "undoA");
    bench.accepted("m");
    bench.batch();
    bench.node("n2", "A", "undoA");
    bench.receiver.gone(node);
    bench.advance(PATIENCE.minusMillis(1));
    assertEquals(List.of(), bench.batches(), "it may be running yet");
    bench.advance(Duration.ofMillis(1));
    Bench.Sent compensation = bench.batch();
    assertEquals(Set.of("undoA"), compensation.handlers(), "not begun on the other node");
    bench.performed(compensation, "undoA");
    assertEquals(Fault.Code.NOT_SERVED, bench.fault("m").code());
    assertTrue(
        bench.fault("m").reason().contains("it is unknown whether it performed"),
        bench.fault("m")::reason);
  }

  @Test
  void aNodeThatRemembersIsWaitedForAndAskedAgain() {
    Bench bench = bench(Stage.of(NON_ATOMIC));
    NodeId node = bench.remembering("n", "1", "A");
    bench.accepted("m");
    Bench.Sent first = bench.batch();
    bench.node("n2", "A");
    bench.receiver.gone(node);
    assertEquals(List.of(), bench.batches());
    bench.remembering("n", "2", "A");
    Bench.Sent again = bench.batch();
    assertEquals("n~2-m", again.node().toString());
    assertEquals(first.task("A"), again.task("A"));
    bench.performed(first, "A");
    assertTrue(bench.outcome("m").isEmpty(), "the old life's word does not count any more");
    bench.performed(again, "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
  }

  @Test
  void aNodeThatDoesNotKnowEitherIsBelieved() {
    Bench bench = bench(Stage.of(ATOMIC));
    NodeId node = bench.remembering("n", "1", "A");
    bench.accepted("m");
    bench.batch();
    bench.receiver.gone(node);
    bench.remembering("n", "2", "A");
    bench.reply(bench.batch(), "A", Status.UNKNOWN, "went down while it ran", Changes.NONE);
    assertEquals("went down while it ran", bench.fault("m").reason());
  }

  @Test
  void theNodeThatRemembersIsNotWaitedForForEver() {
    Bench bench = bench(Stage.of(ATOMIC));
    NodeId node = bench.remembering("n", "1", "A");
    bench.accepted("m");
    bench.batch();
    bench.receiver.gone(node);
    bench.advance(PATIENCE);
    assertTrue(
        bench.fault("m").reason().contains("it is unknown whether it performed"),
        bench.fault("m")::reason);
  }

  @Test
  void aNodeThatWasOnlyCutOffIsAskedAgain() {
    Bench bench = bench(Stage.of(NON_ATOMIC));
    NodeId node = bench.node("n", "A");
    bench.accepted("m");
    Bench.Sent first = bench.batch();
    bench.receiver.gone(node);
    bench.heartbeat(node, "A");
    assertEquals(first.task("A"), bench.batch().task("A"));
    bench.performed(first, "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
  }

  @Test
  void whatALostNodeSaysLateOfItsAttemptCounts() {
    Bench bench = bench(Stage.of(ATOMIC));
    NodeId node = bench.node("n", "A");
    bench.accepted("m");
    Bench.Sent sent = bench.batch();
    bench.receiver.gone(node);
    bench.performed(sent, "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
    assertEquals(List.of(), bench.batches(), "it is not asked for again");
    assertEquals(0, ManagerProbe.of(bench.manager).burden());
  }

  @Test
  void whatALostNodeSaysLateOfACompensatorCounts() {
    Bench bench = bench(Stage.of(compensable("A")), Stage.of(compensable("B")), Stage.of("C"));
    NodeId node = bench.node("n", "A", "undoA", "B", "undoB", "C");
    bench.accepted("m");
    bench.performed(bench.batch(), "A");
    bench.performed(bench.batch(), "B");
    bench.failed(bench.batch(), "C", "no");
    Bench.Sent compensation = bench.batch();
    bench.receiver.gone(node);
    bench.performed(compensation, "undoB");
    assertEquals(1, bench.counter(Counter.COMPENSATED));
    bench.node("other", "undoA");
    assertEquals(Set.of("undoA"), bench.batch().handlers(), "the next one's turn");
  }

  @Test
  void aNewLifeWithoutMemoryKnowsNothing() {
    Bench bench = bench(Stage.of(ATOMIC));
    bench.node("n", "A");
    bench.accepted("m");
    bench.batch();
    bench.receiver.gone(new NodeId("n", "1"));
    bench.heartbeat(new NodeId("n", "2"), "A");
    assertTrue(bench.outcome("m").isEmpty(), "it may be running yet, whatever became of the node");
    bench.advance(PATIENCE);
    assertTrue(
        bench.fault("m").reason().contains("it is unknown whether it performed"),
        bench.fault("m")::reason);
    assertEquals(List.of(), bench.batches());
  }

  @Test
  void aStatefulHandlerWhoseTaskBatchNeverLeftGoesElsewhere() {
    Bench bench = bench(Stage.of(NON_ATOMIC));
    bench.node("n", "A");
    bench.transportUp = false;
    bench.accepted("m");
    bench.transportUp = true;
    bench.advance(Duration.ofMillis(20));
    bench.performed(bench.batch(), "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
  }

  @Test
  void statefulnessTravelsWithTheTask() {
    Bench bench = bench(Stage.of(NON_ATOMIC, B));
    bench.node("n", "A", "B");
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    assertTrue(batch.task("A").stateful());
    assertTrue(!batch.task("B").stateful());
  }

  @Test
  void rubbishFromAStatefulHandlerIsNotTriedAgainUncompensated() {
    Bench bench = bench(Stage.of(ATOMIC));
    bench.node("n", "A");
    bench.accepted("m");
    bench.changed(
        bench.batch(),
        "A",
        Changes.builder().addHeader("<h><unclosed></h>".getBytes(StandardCharsets.UTF_8)).build());
    assertTrue(bench.fault("m").reason().contains("does not fit"), bench.fault("m")::reason);
  }

  @Test
  void rubbishFromAQuasiAtomicHandlerIsCompensatedAndThenTriedAgain() {
    Bench bench = bench(Stage.of(QUASI));
    bench.node("n", "A", "undoA");
    bench.accepted("m");
    bench.changed(
        bench.batch(),
        "A",
        Changes.builder().addHeader("<h><unclosed></h>".getBytes(StandardCharsets.UTF_8)).build());
    bench.performed(bench.batch(), "undoA");
    assertTrue(bench.outcome("m").isEmpty(), "what was compensated has not performed");
    bench.advance(Duration.ofMillis(50));
    Bench.Sent again = bench.batch();
    assertEquals(2, again.task("A").attempt());
    bench.performed(again, "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
  }

  @Test
  void standbyNodeIsUsedOnlyAsTheLastNode() {
    Bench bench = bench(Stage.of(A));
    bench.receiver.status(
        NodeStatus.of(
                new NodeId("local", "1"),
                NodeStatus.State.READY,
                List.of("A"),
                new NodeStatus.Load(64, 0, 0),
                ProcessOrigin.here("host"))
            .traits(Set.of(NodeStatus.Trait.STANDBY)));
    NodeId remote = bench.node("n", "A");
    bench.accepted("m1");
    bench.accepted("m2");
    assertEquals(List.of("n", "n"), bench.batches().stream().map(w -> w.node().name()).toList());
    bench.receiver.gone(remote);
    assertEquals(
        List.of("local", "local"), bench.batches().stream().map(w -> w.node().name()).toList());
  }

  @Test
  void aHandlerTiedToANodeRunsThereOrNowhere() {
    Bench bench = bench(Stage.of(A.node("n2").mustPerform(false)));
    bench.node("n1", "A");
    bench.accepted("m1");
    assertTrue(
        bench.completed("m1").timeline().notes().get(0).contains("node 'n2' is not alive"),
        () -> bench.completed("m1").timeline().notes().toString());
    bench.node("n2", "A");
    bench.accepted("m2");
    assertEquals("n2", bench.batch().node().name());
  }

  @Test
  void completionCallbacksRunInReverseOrderAfterTheGateway() {
    Bench bench =
        bench(
            Stage.of(A.completionCallback(true)),
            Stage.of(B),
            Stage.of(HandlerEntry.of("C").completionCallback(true)));
    bench.node("n", "A", "B", "C");
    bench.accepted("m");
    for (String handler : List.of("A", "B", "C")) {
      bench.performed(bench.batch(), handler);
    }
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
    Bench.Sent tellC = bench.batch();
    assertEquals(Task.Purpose.NOTIFY_COMPLETED, tellC.task("C").purpose());
    bench.performed(tellC, "C");
    Bench.Sent tellA = bench.batch();
    bench.failed(tellA, "A", "does not want to know");
    assertEquals(0, ManagerProbe.of(bench.manager).executing());
    assertEquals(1, bench.counter(Counter.END_NOTICE_LOST));
    assertEquals(0, bench.counter(Counter.FAILED));
  }

  @Test
  void onlyPerformedHandlersAreNotifiedOfAHalt() {
    Bench bench =
        bench(
            Stage.of(A.completionCallback(true)),
            Stage.of(B.completionCallback(true)),
            Stage.of(HandlerEntry.of("C").completionCallback(true)));
    bench.node("n", "A", "B", "C");
    bench.accepted("m");
    bench.performed(bench.batch(), "A");
    bench.failed(bench.batch(), "B", "no");
    Bench.Sent tell = bench.batch();
    assertEquals(Set.of("A"), tell.handlers());
    assertEquals(Task.Purpose.NOTIFY_FAILED, tell.task("A").purpose());
    assertEquals("B", bench.fault("m").handler());
    bench.performed(tell, "A");
    assertEquals(List.of(), bench.batches());
  }

  @Test
  void theWindowsPlaceIsKeptUntilTheTellingEndsAndThatIsBounded() {
    Bench bench =
        new Bench(
            DHManagerConfig.DEFAULT
                .timeToCompensate(Duration.ofSeconds(1))
                .nodeSilence(Duration.ofDays(1)),
            Orchestration.of("o", Stage.of(A.completionCallback(true))));
    bench.node("n", "A");
    bench.accepted("m");
    bench.performed(bench.batch(), "A");
    bench.batch();
    assertEquals(1, ManagerProbe.of(bench.manager).executing());
    bench.advance(Duration.ofSeconds(1));
    assertEquals(
        0, ManagerProbe.of(bench.manager).executing() + ManagerProbe.of(bench.manager).burden());
    assertEquals(1, bench.counter(Counter.END_NOTICE_LOST));
  }

  @Test
  void aManagerThatClosesCompensatesFirst() throws Exception {
    Bench bench = bench(Stage.of(compensable("A")), Stage.of("B"));
    bench.node("n", "A", "B", "undoA");
    bench.accepted("m");
    bench.performed(bench.batch(), "A");
    bench.batches();
    Thread closing = new Thread(bench.manager::close, "closing");
    closing.start();
    org.awaitility.Awaitility.await().until(() -> !bench.sent.isEmpty());
    bench.performed(bench.batch(), "undoA");
    closing.join();
    assertEquals(Fault.Code.SHUT_DOWN, bench.fault("m").code());
    assertEquals(1, bench.counter(Counter.COMPENSATED));
  }
}
