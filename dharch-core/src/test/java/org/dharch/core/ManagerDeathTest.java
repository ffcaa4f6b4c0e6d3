package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.execution.recovery.RecoveryTable;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** Faults B1, B2 and B4: a manager's death is a store closed; what is durable is gone on with. */
class ManagerDeathTest extends ManagerRestarts {
  /** It was waited for as if it might have performed, though it had never been sent. */
  @Test
  void whatWaitsForTheDiskIsSentToAnotherNodeWhenItsOwnIsLost() {
    Bench bench = incarnation(ONE_WAY);
    serve(bench);
    MessageId id = oneWay(bench);
    bench.receiver.gone(new NodeId("n", "1"));
    NodeId other = bench.node("other", "book", "unbook", "check", "print");
    bench.advance(Duration.ofMillis(50)); // in a moment, and not when all its time is over
    ManagerProbe.of(bench.manager).stepProgress();
    ManagerProbe.of(bench.manager).stepProgress();
    Bench.Sent sent = bench.batch();
    assertEquals(id, sent.batch().id());
    assertEquals(other, sent.node());
    assertEquals(Set.of("book"), sent.handlers());
  }

  @Test
  void anAttemptThatWasUnderWayIsAskedForAgainByItsOwnNumbers() {
    Bench first = incarnation(ONE_WAY);
    serve(first);
    MessageId id = oneWay(first);
    Bench.Sent sent = first.afterTheDisk();

    Bench second = incarnation(ONE_WAY);
    serve(second);
    Bench.Sent again = second.afterTheDisk();
    assertEquals(id, again.batch().id());
    assertEquals(
        sent.batch().incarnation(), again.batch().incarnation(), "so that its node knows it");
    assertEquals(sent.batch().tasks(), again.batch().tasks());
    second.changed(again, "book", mark("booked"));
    Bench.Sent check = second.batch();
    assertEquals(Set.of("check"), check.handlers());
    assertNotEquals(sent.batch().incarnation(), check.batch().incarnation());
    second.performed(check, "check");
    second.performed(second.afterTheDisk(), "print");
    ManagerProbe.of(second.manager).stepProgress();
    Outcome.Completed done = second.completed("again");
    assertEquals(id, done.id());
    assertTrue(Utf8.text(done.envelope()).contains("booked"));
  }

  /** The node has worked for others meanwhile, and may have forgotten what it did for this one. */
  @Test
  void nodeReceivesTheNumberOfEarlierAttempts() {
    NodeId node = new NodeId("n", "1").withJournal("m");
    Bench first = incarnation(ONE_WAY);
    first.heartbeat(node, 17, "book", "unbook", "check", "print");
    oneWay(first);
    assertEquals(17, first.afterTheDisk().task("book").after());

    Bench second = incarnation(ONE_WAY);
    NodeId next = new NodeId("n", "2").withJournal("m");
    second.heartbeat(next, 400, "book", "unbook", "check", "print");
    ManagerProbe.of(second.manager).stepStore();
    Bench.Sent again = second.afterTheDisk();
    assertEquals(17, again.task("book").after());
    second.reply(again, "book", HandlerResult.Status.UNKNOWN, "forgotten", Changes.NONE);
    for (int n = 0; n < 5 && second.sent.isEmpty(); n++) {
      ManagerProbe.of(second.manager).stepProgress();
      ManagerProbe.of(second.manager).stepStore();
    }
    Bench.Sent compensation = second.batch();
    assertEquals(Set.of("unbook"), compensation.handlers(), "it may have performed");
    assertEquals(400, compensation.task("unbook").after(), "a new attempt");
  }

  @Test
  void lateNodeIsAskedForEarlierAttempts() {
    Bench first = incarnation(ONE_WAY);
    serve(first);
    oneWay(first);
    Bench.Sent sent = first.afterTheDisk();

    Bench second = incarnation(ONE_WAY);
    second.node("other", "book", "unbook", "check", "print");
    ManagerProbe.of(second.manager).stepStore();
    assertEquals(List.of(), second.batches(), "its own node knows");
    second.node("n", "book", "unbook", "check", "print");
    assertEquals(sent.batch().tasks(), second.afterTheDisk().batch().tasks());
  }

  /** "m" has booked, and is to be checked. */
  private Bench nineSecondsAfterItsOnlyNodeWent() {
    Bench bench = incarnation(ONE_WAY);
    NodeId node = bench.node("n", "book", "unbook", "check", "print");
    oneWay(bench);
    bench.performed(bench.afterTheDisk(), "book");
    bench.batch();
    bench.receiver.gone(node);
    bench.advance(Duration.ofSeconds(9));
    return bench;
  }

  @Test
  void aDurableMessageUnderWayWaitsForItsNodesAsLongAsForRoom() {
    Bench bench = nineSecondsAfterItsOnlyNodeWent();
    assertEquals(Map.of(), bench.outcomes, "nobody serves 'check'");
    bench.node("checker", "check");
    bench.performed(bench.batch(), "check");
    assertEquals(List.of(), bench.batches(), "nor 'print'");
    bench.advance(Duration.ofSeconds(9));
    bench.node("printer", "print");
    bench.performed(bench.afterTheDisk(), "print");
    ManagerProbe.of(bench.manager).stepProgress();
    bench.completed("m");
  }

  @Test
  void itWaitsForThemNoLonger() {
    Bench bench = nineSecondsAfterItsOnlyNodeWent();
    bench.node("other", "book", "unbook");
    assertEquals(List.of(), bench.batches());
    bench.advance(Duration.ofSeconds(1));
    ManagerProbe.of(bench.manager).stepProgress();
    Bench.Sent compensation = bench.batch();
    assertEquals(Set.of("unbook"), compensation.handlers());
    bench.performed(compensation, "unbook");
    ManagerProbe.of(bench.manager).stepProgress();
    assertEquals(Fault.Code.NOT_SERVED, bench.fault("m").code());
  }

  /** As one does whose memory is full: what is there goes before its time is over. */
  @Test
  void aDurableMessageThatEveryNodeRefusesIsTriedUntilItsDeadline() {
    Bench bench = incarnation(ONE_WAY);
    serve(bench);
    oneWay(bench);
    int refused = 0;
    for (Duration time = Duration.ZERO; time.toSeconds() < 25; refused++) {
      for (Bench.Sent sent : afterTheDiskAll(bench)) {
        bench.reply(sent, "book", HandlerResult.Status.REFUSED, "its memory is full", Changes.NONE);
      }
      bench.advance(Duration.ofMillis(1300));
      time = time.plusMillis(1300);
    }
    assertEquals(Map.of(), bench.outcomes, "its sender was told that it is safe");
    assertTrue(refused > RecoveryTable.MAX_REROUTES, refused + " refusals");
    bench.performed(bench.afterTheDisk(), "book");
    bench.performed(bench.batch(), "check");
    bench.performed(bench.afterTheDisk(), "print");
    ManagerProbe.of(bench.manager).stepProgress();
    assertTrue(
        bench.completed("m").timeline().attempts().size() < 3 + RecoveryTable.MAX_REROUTES + 2);
  }

  @Test
  void nothingGoesToANodeThatWasLostWhileTheDiskTookItsTime() {
    HandlerEntry oneway = HandlerEntry.of("tell").oneway(true);
    Bench bench = incarnation(Orchestration.of("o", Stage.of(BOOK, oneway)).durable(true));
    bench.node("n", "book", "unbook");
    NodeId teller = bench.node("teller", "tell");
    oneWay(bench);
    bench.receiver.gone(teller);
    Bench.Sent sent = bench.afterTheDisk();
    assertEquals("n", sent.node().name());
    bench.performed(sent, "book");
    ManagerProbe.of(bench.manager).stepProgress();
    assertTrue(
        bench
            .completed("m")
            .timeline()
            .notes()
            .contains("oneway handler 'tell' could not be sent"));
  }

  @Test
  void whatHasPerformedBeforeTheRecordDoesNotPerformAgain() {
    Bench first = incarnation(ONE_WAY);
    serve(first);
    oneWay(first);
    first.changed(first.afterTheDisk(), "book", mark("booked"));
    first.performed(first.batch(), "check");
    Bench.Sent print = first.afterTheDisk();

    Bench second = incarnation(ONE_WAY);
    serve(second);
    Bench.Sent again = second.afterTheDisk();
    assertEquals(Set.of("print"), again.handlers());
    assertEquals(print.batch().tasks(), again.batch().tasks());
    assertTrue(Utf8.text(again.batch().envelope()).contains("booked"));
    second.performed(again, "print");
    ManagerProbe.of(second.manager).stepProgress();
    second.completed("again");
  }

  @Test
  void aReplyToTheLifeBeforeIsNotTakenForAnother() {
    Bench first = incarnation(ONE_WAY);
    serve(first);
    oneWay(first);
    first.performed(first.afterTheDisk(), "book");
    Bench.Sent check = first.batch();

    Bench second = incarnation(ONE_WAY);
    serve(second);
    second.performed(second.afterTheDisk(), "book");
    second.performed(check, "check"); // late, of the life before
    Bench.Sent own = second.batch();
    assertEquals(Set.of("check"), own.handlers());
    assertEquals(List.of(), second.batches());
    assertNotEquals(check.batch().incarnation(), own.batch().incarnation());
  }

  @Test
  void aNodeThatForgotIsNotAskedWhatItDid() {
    Bench first = incarnation(ONE_WAY);
    serve(first);
    oneWay(first);
    first.afterTheDisk();

    Bench second = incarnation(ONE_WAY);
    second.heartbeat(new NodeId("n", "2"), "book", "unbook", "check", "print");
    ManagerProbe.of(second.manager).stepStore();
    ManagerProbe.of(second.manager).stepProgress();
    assertEquals(List.of(), second.batches(), "it may be running where it was");
    for (int seconds = 0; second.sent.isEmpty() && seconds < 60; seconds++) {
      second.advance(Duration.ofSeconds(1));
      second.heartbeat(new NodeId("n", "2"), "book", "unbook", "check", "print");
      ManagerProbe.of(second.manager).step();
      ManagerProbe.of(second.manager).stepProgress();
    }
    Bench.Sent compensation = second.batch();
    assertEquals(Set.of("unbook"), compensation.handlers());
    assertEquals(Task.Purpose.COMPENSATE, compensation.task("unbook").purpose());
    second.performed(compensation, "unbook");
    ManagerProbe.of(second.manager).stepProgress();
    assertEquals(Fault.Code.NOT_SERVED, second.fault("again").code());
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
  }
}
