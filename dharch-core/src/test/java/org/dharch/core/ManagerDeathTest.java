package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.execution.Execution;
import org.dharch.core.message.Admission;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.orchestration.Recovery;
import org.dharch.core.orchestration.Rule;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.spi.Revival;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.SimulatedStore;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreLimits;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults B1, B2 and B4: a manager's death is a store closed, whatever was under way. */
class ManagerDeathTest {
  private static final HandlerEntry BOOK =
      HandlerEntry.of("book").atomicity(Atomicity.ATOMIC).compensator("unbook");
  private static final HandlerEntry PRINT = HandlerEntry.of("print").atomicity(Atomicity.ATOMIC);
  private static final Orchestration ONE_WAY =
      Orchestration.of("o", Stage.of(BOOK), Stage.of("check"), Stage.of(PRINT)).durable(true);
  private static final Orchestration ANSWERED =
      Orchestration.of("o", Stage.of(BOOK), Stage.of("check")).recovery(Recovery.COMPENSATE);

  @TempDir Path folder;
  private final List<FolderStore> open = new ArrayList<>();

  @AfterEach
  void close() {
    open.forEach(FolderStore::close);
  }

  /** The next life of the manager on the folder. */
  private Bench life(Orchestration orchestration) {
    return life(only(orchestration));
  }

  private static Orchestrations only(Orchestration orchestration) {
    return Orchestrations.of(
        List.of(orchestration), List.of(Rule.all(Direction.IN, orchestration.name())));
  }

  private Bench life(Orchestrations orchestrations) {
    return life(DHManagerConfig.DEFAULT, orchestrations);
  }

  private Bench life(DHManagerConfig config, Orchestrations orchestrations) {
    open.forEach(FolderStore::close);
    open.clear();
    FolderStore store = FolderStore.open(folder, StoreLimits.DEFAULT, Limits.DEFAULT);
    open.add(store);
    return reviving(new Bench(config, orchestrations, store));
  }

  private static Bench reviving(Bench bench) {
    bench.manager.revival(
        new Revival<String>() {
          @Override
          public Optional<String> revive(Submission message) {
            return Optional.of("again");
          }

          @Override
          public void discard(String context) {}

          @Override
          public void completed(String context, Outcome.Completed outcome) {
            bench.gateway.completed(context, outcome);
          }

          @Override
          public void halted(String context, Outcome.Halted outcome) {
            bench.gateway.halted(context, outcome);
          }

          @Override
          public void answered(String context, Outcome.Answered outcome) {
            bench.gateway.answered(context, outcome);
          }
        });
    return bench;
  }

  private static void serve(Bench bench) {
    bench.node("n", "book", "unbook", "check", "print");
    bench.manager.stepStore();
  }

  private static MessageId oneWay(Bench bench) {
    Submission submission = Submission.of(Direction.IN, "S", Bench.ENVELOPE).oneWay(true);
    Admission admission = bench.manager.admit(bench.gateway, "m", submission);
    return assertInstanceOf(Admission.Accepted.class, admission).id();
  }

  /** Files cannot be written, or can again; what is added to the journal still finds a place. */
  private void disk(boolean full) throws IOException {
    Path tmp = folder.resolve("tmp");
    Path away = folder.resolve("away");
    Files.move(full ? tmp : away, full ? away : tmp);
  }

  private static Changes mark(String name) {
    return Changes.builder().addHeader(Utf8.bytes("<h:" + name + " xmlns:h='urn:h'/>")).build();
  }

  /** It was waited for as if it might have performed, though it had never been sent. */
  @Test
  void whatWaitsForTheDiskIsSentToAnotherNodeWhenItsOwnIsLost() {
    Bench bench = life(ONE_WAY);
    serve(bench);
    MessageId id = oneWay(bench);
    bench.receiver.gone(new NodeId("n", "1"));
    NodeId other = bench.node("other", "book", "unbook", "check", "print");
    bench.advance(Duration.ofMillis(50)); // in a moment, and not when all its time is over
    bench.manager.stepProgress();
    bench.manager.stepProgress();
    Bench.Sent sent = bench.batch();
    assertEquals(id, sent.batch().id());
    assertEquals(other, sent.node());
    assertEquals(Set.of("book"), sent.handlers());
  }

  @Test
  void anAttemptThatWasUnderWayIsAskedForAgainByItsOwnNumbers() {
    Bench first = life(ONE_WAY);
    serve(first);
    MessageId id = oneWay(first);
    Bench.Sent sent = first.afterTheDisk();

    Bench second = life(ONE_WAY);
    serve(second);
    Bench.Sent again = second.afterTheDisk();
    assertEquals(id, again.batch().id());
    assertEquals(sent.batch().life(), again.batch().life(), "so that its node knows it");
    assertEquals(sent.batch().tasks(), again.batch().tasks());
    second.changed(again, "book", mark("booked"));
    Bench.Sent check = second.batch();
    assertEquals(Set.of("check"), check.handlers());
    assertNotEquals(sent.batch().life(), check.batch().life());
    second.performed(check, "check");
    second.performed(second.afterTheDisk(), "print");
    second.manager.stepProgress();
    Outcome.Completed done = second.completed("again");
    assertEquals(id, done.id());
    assertTrue(Utf8.text(done.envelope()).contains("booked"));
  }

  /** The node has worked for others meanwhile, and may have forgotten what it did for this one. */
  @Test
  void itsNodeIsToldHowManyAttemptsItHadTakenWhenItWasFirstAsked() {
    NodeId node = new NodeId("n", "1").withMemory("m");
    Bench first = life(ONE_WAY);
    first.heartbeat(node, 17, "book", "unbook", "check", "print");
    oneWay(first);
    assertEquals(17, first.afterTheDisk().task("book").after());

    Bench second = life(ONE_WAY);
    NodeId next = new NodeId("n", "2").withMemory("m");
    second.heartbeat(next, 400, "book", "unbook", "check", "print");
    second.manager.stepStore();
    Bench.Sent again = second.afterTheDisk();
    assertEquals(17, again.task("book").after());
    second.reply(again, "book", HandlerResult.Status.UNKNOWN, "forgotten", Changes.NONE);
    for (int n = 0; n < 5 && second.sent.isEmpty(); n++) {
      second.manager.stepProgress();
      second.manager.stepStore();
    }
    Bench.Sent undo = second.batch();
    assertEquals(Set.of("unbook"), undo.handlers(), "it may have performed");
    assertEquals(400, undo.task("unbook").after(), "a new attempt");
  }

  @Test
  void aNodeThatIsHeardOfAfterTheMessageWasTakenInIsAskedToo() {
    Bench first = life(ONE_WAY);
    serve(first);
    oneWay(first);
    Bench.Sent sent = first.afterTheDisk();

    Bench second = life(ONE_WAY);
    second.node("other", "book", "unbook", "check", "print");
    second.manager.stepStore();
    assertEquals(List.of(), second.batches(), "its own node knows");
    second.node("n", "book", "unbook", "check", "print");
    assertEquals(sent.batch().tasks(), second.afterTheDisk().batch().tasks());
  }

  /** "m" has booked, and is to be checked. */
  private Bench nineSecondsAfterItsOnlyNodeWent() {
    Bench bench = life(ONE_WAY);
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
    bench.manager.stepProgress();
    bench.completed("m");
  }

  @Test
  void itWaitsForThemNoLonger() {
    Bench bench = nineSecondsAfterItsOnlyNodeWent();
    bench.node("other", "book", "unbook");
    assertEquals(List.of(), bench.batches());
    bench.advance(Duration.ofSeconds(1));
    bench.manager.stepProgress();
    Bench.Sent undo = bench.batch();
    assertEquals(Set.of("unbook"), undo.handlers());
    bench.performed(undo, "unbook");
    bench.manager.stepProgress();
    assertEquals(Fault.Code.NOT_SERVED, bench.fault("m").code());
  }

  /** As one does whose memory is full: what is there goes before its time is over. */
  @Test
  void aDurableMessageThatEveryNodeRefusesIsTriedUntilItsDeadline() {
    Bench bench = life(ONE_WAY);
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
    assertTrue(refused > Execution.MAX_REROUTES, refused + " refusals");
    bench.performed(bench.afterTheDisk(), "book");
    bench.performed(bench.batch(), "check");
    bench.performed(bench.afterTheDisk(), "print");
    bench.manager.stepProgress();
    assertTrue(bench.completed("m").timeline().attempts().size() < 3 + Execution.MAX_REROUTES + 2);
  }

  private static List<Bench.Sent> afterTheDiskAll(Bench bench) {
    bench.manager.stepProgress();
    return bench.batches();
  }

  @Test
  void nothingGoesToANodeThatWasLostWhileTheDiskTookItsTime() {
    HandlerEntry oneway = HandlerEntry.of("tell").oneway(true);
    Bench bench = life(Orchestration.of("o", Stage.of(BOOK, oneway)).durable(true));
    bench.node("n", "book", "unbook");
    NodeId teller = bench.node("teller", "tell");
    oneWay(bench);
    bench.receiver.gone(teller);
    Bench.Sent sent = bench.afterTheDisk();
    assertEquals("n", sent.node().name());
    bench.performed(sent, "book");
    bench.manager.stepProgress();
    assertTrue(
        bench
            .completed("m")
            .timeline()
            .notes()
            .contains("oneway handler 'tell' could not be sent"));
  }

  @Test
  void whatHasPerformedBeforeTheRecordDoesNotPerformAgain() {
    Bench first = life(ONE_WAY);
    serve(first);
    oneWay(first);
    first.changed(first.afterTheDisk(), "book", mark("booked"));
    first.performed(first.batch(), "check");
    Bench.Sent print = first.afterTheDisk();

    Bench second = life(ONE_WAY);
    serve(second);
    Bench.Sent again = second.afterTheDisk();
    assertEquals(Set.of("print"), again.handlers());
    assertEquals(print.batch().tasks(), again.batch().tasks());
    assertTrue(Utf8.text(again.batch().envelope()).contains("booked"));
    second.performed(again, "print");
    second.manager.stepProgress();
    second.completed("again");
  }

  @Test
  void aReplyToTheLifeBeforeIsNotTakenForAnother() {
    Bench first = life(ONE_WAY);
    serve(first);
    oneWay(first);
    first.performed(first.afterTheDisk(), "book");
    Bench.Sent check = first.batch();

    Bench second = life(ONE_WAY);
    serve(second);
    second.performed(second.afterTheDisk(), "book");
    second.performed(check, "check"); // late, of the life before
    Bench.Sent own = second.batch();
    assertEquals(Set.of("check"), own.handlers());
    assertEquals(List.of(), second.batches());
    assertNotEquals(check.batch().life(), own.batch().life());
  }

  @Test
  void aNodeThatForgotIsNotAskedWhatItDid() {
    Bench first = life(ONE_WAY);
    serve(first);
    oneWay(first);
    first.afterTheDisk();

    Bench second = life(ONE_WAY);
    second.heartbeat(new NodeId("n", "2"), "book", "unbook", "check", "print");
    second.manager.stepStore();
    second.manager.stepProgress();
    assertEquals(List.of(), second.batches(), "it may be running where it was");
    for (int seconds = 0; second.sent.isEmpty() && seconds < 60; seconds++) {
      second.advance(Duration.ofSeconds(1));
      second.heartbeat(new NodeId("n", "2"), "book", "unbook", "check", "print");
      second.manager.step();
      second.manager.stepProgress();
    }
    Bench.Sent undo = second.batch();
    assertEquals(Set.of("unbook"), undo.handlers());
    assertEquals(Task.Purpose.UNDO, undo.task("unbook").purpose());
    second.performed(undo, "unbook");
    second.manager.stepProgress();
    assertEquals(Fault.Code.NOT_SERVED, second.fault("again").code());
    assertEquals(List.of(), second.manager.unresolved());
  }

  @Test
  void whatWasDoneForAnAnsweredMessageIsUndoneInTheNextLife() {
    Bench first = life(ANSWERED);
    serve(first);
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.batch();

    Bench second = life(ANSWERED);
    assertEquals(1, second.manager.unresolved().size());
    serve(second);
    Bench.Sent asked = second.afterTheDisk(); // it may or may not have performed: its node knows
    assertEquals(Set.of("book"), asked.handlers());
    second.performed(asked, "book");
    Bench.Sent undo = second.afterTheDisk();
    assertEquals(Set.of("unbook"), undo.handlers());
    second.performed(undo, "unbook");
    second.manager.stepProgress();
    second.manager.stepStore();
    assertEquals(List.of(), second.manager.unresolved());
    StoredMessage halted = second.manager.halted().get(0);
    assertEquals(Fault.Code.SHUT_DOWN, halted.halt().orElseThrow().fault().code());
    assertEquals(List.of(), life(ANSWERED).manager.unresolved());
  }

  private static final Orchestration SPARED =
      Orchestration.of("o", Stage.of(BOOK), Stage.of(HandlerEntry.of("check").mayAnswer(true)))
          .recovery(Recovery.COMPENSATE);

  private static final Changes ACCEPT = Changes.builder().accept().build();

  @Test
  void oneThatAHandlerAnsweredIsNotUndoneOnceItsGatewayMayKnow() {
    Bench first = life(SPARED);
    serve(first);
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.changed(first.batch(), "check", ACCEPT);
    assertTrue(first.outcome("m").isEmpty(), "it is not on disk yet");
    first.manager.stepProgress();
    assertInstanceOf(Outcome.Answered.class, first.outcomes.get("m"));
    Bench second = life(SPARED);
    serve(second);
    assertEquals(List.of(), second.batches());
    assertEquals(List.of(), second.manager.unresolved());
  }

  @Test
  void oneWhoseAnswerCannotBeWrittenIsHaltedAndUndone() {
    Bench first = life(SPARED);
    serve(first);
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.changed(first.batch(), "check", ACCEPT);
    open.get(0).close(); // as on a full disk nothing is written from now on
    first.manager.stepProgress();
    assertEquals(
        new Fault(Fault.Code.NOT_STORED, "", "that it was answered could not be stored"),
        first.fault("m"));

    Bench second = life(SPARED);
    serve(second);
    second.performed(second.afterTheDisk(), "book");
    second.performed(second.afterTheDisk(), "unbook");
    second.manager.stepProgress();
    second.manager.stepStore();
    assertEquals(List.of(), second.manager.unresolved());
  }

  /** Fault G18: its fault named a node, which had never been asked. */
  @Test
  void oneWhoseDeadlinePassedWhileNothingCouldBeWrittenSaysSo() {
    Bench bench = life(DHManagerConfig.DEFAULT.deadline(Duration.ofSeconds(1)), only(ANSWERED));
    serve(bench);
    bench.accepted("m");
    open.get(0).close(); // as on a full disk nothing is written from now on
    for (int i = 0; i < 150 && bench.outcome("m").isEmpty(); i++) {
      bench.manager.stepProgress();
      bench.advance(Duration.ofMillis(100));
    }
    assertEquals(Fault.Code.DEADLINE, bench.fault("m").code());
    assertTrue(
        bench.fault("m").reason().endsWith("; how far the message is could not be stored"),
        bench.fault("m").reason());
  }

  @Test
  void anAnsweredOneThatIsExecutedOnceMoreIsAnsweredOnceMore() {
    Orchestration durable =
        Orchestration.of("o", Stage.of(BOOK), Stage.of(HandlerEntry.of("check").mayAnswer(true)))
            .durable(true);
    Bench first = life(durable);
    serve(first);
    oneWay(first);
    first.performed(first.afterTheDisk(), "book");
    first.changed(first.batch(), "check", ACCEPT);
    first.manager.stepProgress();
    assertInstanceOf(Outcome.Answered.class, first.outcomes.get("m"));
    Bench second = life(durable); // before its record was gone
    serve(second);
    second.manager.stepStore();
    second.manager.stepProgress();
    assertInstanceOf(Outcome.Answered.class, second.outcomes.get("again"));
    assertEquals(List.of(), second.batches());
    second.manager.stepStore();
    Bench third = life(durable);
    serve(third);
    third.manager.stepStore();
    assertEquals(Map.of(), third.outcomes);
    assertEquals(List.of(), third.manager.halted());
  }

  /** A one-way message that has been delivered while nothing could be written. */
  private static Bench deliveredOnAFullDisk(SimulatedStore disk) {
    Bench first = reviving(new Bench(DHManagerConfig.DEFAULT, only(ONE_WAY), disk));
    serve(first);
    MessageId id = oneWay(first);
    first.performed(first.afterTheDisk(), "book");
    first.performed(first.batch(), "check");
    Bench.Sent last = first.afterTheDisk();
    disk.full(true);
    first.performed(last, "print");
    first.manager.stepProgress();
    first.completed("m");
    first.manager.delivered(id);
    first.manager.stepStore();
    return first;
  }

  /** What has come to its service is delivered again at worst, and not undone. */
  @Test
  void whatWasDeliveredWhileTheDiskWasFullIsDeliveredAgainIfItsManagerIsKilledMeanwhile() {
    SimulatedStore disk = new SimulatedStore();
    deliveredOnAFullDisk(disk);
    disk.crash(new SplittableRandom(1));
    Bench second = reviving(new Bench(DHManagerConfig.DEFAULT, only(ONE_WAY), disk));
    serve(second);
    second.performed(second.afterTheDisk(), "print");
    second.manager.stepProgress();
    second.completed("again");
    assertEquals(List.of(), second.batches());
    assertEquals(List.of(), second.manager.halted());
  }

  @Test
  void whatWasDeliveredWhileTheDiskWasFullIsKnownOnceThereIsRoom() {
    SimulatedStore disk = new SimulatedStore();
    Bench first = deliveredOnAFullDisk(disk);
    assertEquals(0, first.counter(Counter.ERRORS), "the disk is full, and nothing is wrong within");
    assertTrue(first.counter(Counter.PROGRESS_NOT_WRITTEN) > 0);
    disk.full(false);
    first.manager.stepStore();
    disk.crash(new SplittableRandom(1));
    Bench second = reviving(new Bench(DHManagerConfig.DEFAULT, only(ONE_WAY), disk));
    serve(second);
    second.manager.stepProgress();
    assertEquals(List.of(), second.batches());
    assertEquals(List.of(), second.manager.halted());
    assertEquals(List.of(), second.manager.unresolved());
  }

  @Test
  void oneThatHadCompletedIsNotUndone() {
    Bench first = life(ANSWERED);
    serve(first);
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.performed(first.batch(), "check");
    first.manager.stepProgress();
    first.completed("m");

    Bench second = life(ANSWERED);
    serve(second);
    assertEquals(List.of(), second.batches());
    assertEquals(List.of(), second.manager.unresolved());
  }

  @Test
  void aDeathWhileItIsUndoneUndoesItOnce() {
    Bench first = life(ANSWERED);
    serve(first);
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.failed(first.batch(), "check", "no");
    Bench.Sent undo = first.afterTheDisk();

    Bench second = life(ANSWERED);
    serve(second);
    Bench.Sent again = second.afterTheDisk();
    assertEquals(undo.batch().life(), again.batch().life());
    assertEquals(undo.batch().tasks(), again.batch().tasks());
    second.performed(again, "unbook");
    second.manager.stepProgress();
    second.manager.stepStore();
    assertEquals(List.of(), second.manager.unresolved());
  }

  @Test
  void anUndoWithoutANodeIsTriedUntilItIsDone() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(BOOK), Stage.of("check")));
    bench.node("n", "book", "check");
    bench.accepted("m");
    bench.performed(bench.batch(), "book");
    bench.failed(bench.batch(), "check", "no");
    bench.advance(Duration.ofSeconds(10));
    assertEquals("no", bench.fault("m").reason(), "its client has waited for long enough");
    bench.manager.stepStore();
    Unresolved left = bench.manager.unresolved().get(0);
    assertEquals(List.of("handler 'book' by 'unbook'"), left.waiting());
    assertEquals(List.of(), bench.batches());

    bench.node("late", "unbook");
    bench.manager.stepStore();
    bench.failed(bench.batch(), "unbook", "not now");
    for (int retry = 0; retry < 3; retry++) {
      bench.advance(Duration.ofSeconds(1));
      bench.failed(bench.batch(), "unbook", "not now");
    }
    bench.manager.stepStore();
    assertEquals(1, bench.manager.unresolved().size());
    for (int look = 0; bench.sent.isEmpty(); look++) {
      assertTrue(look < 10, "it is tried again");
      bench.manager.stepStore();
    }
    bench.performed(bench.batch(), "unbook");
    bench.manager.stepStore();
    assertEquals(List.of(), bench.manager.unresolved());
  }

  @Test
  void whatACompletedMessageLeftIsUndoneOnceThoughItIsDeliveredAgain() {
    HandlerEntry tried = BOOK.atomicity(Atomicity.QUASI_ATOMIC).mustPerform(false);
    Orchestration optional = Orchestration.of("o", Stage.of(tried)).durable(true);
    Bench first = life(optional);
    first.node("n", "book");
    oneWay(first);
    first.failed(first.afterTheDisk(), "book", "half of it is done");
    first.advance(Duration.ofSeconds(60));
    first.manager.stepProgress();
    assertInstanceOf(Outcome.Completed.class, first.outcomes.get("m"));
    first.manager.stepStore();
    assertEquals(1, first.manager.unresolved().size(), first.manager.timelines()::toString);

    Bench second = life(optional); // its service may not have had it
    second.node("n", "book", "unbook");
    second.manager.stepStore();
    assertEquals(List.of(), second.batches(), "neither begun anew nor undone beside it");
    second.manager.stepProgress();
    assertInstanceOf(Outcome.Completed.class, second.outcomes.get("again"));
    second.manager.delivered(second.outcomes.get("again").id());
    for (int look = 0; second.sent.isEmpty(); look++) {
      assertTrue(look < 10, "it is undone");
      second.manager.stepStore();
      second.manager.stepProgress();
    }
    Bench.Sent undo = second.batch();
    assertEquals(Set.of("unbook"), undo.handlers());
    second.performed(undo, "unbook");
    second.manager.stepProgress();
    second.manager.stepStore();
    assertEquals(List.of(), second.manager.unresolved());
    Bench third = life(optional);
    third.node("n", "book", "unbook");
    third.manager.stepStore();
    assertEquals(List.of(), third.batches());
  }

  private void completes(Orchestration orchestration) {
    Bench first = life(orchestration);
    serve(first);
    oneWay(first);
    first.performed(first.afterTheDisk(), "book");
    first.manager.stepProgress();
    first.performed(first.batch(), "check");
    first.manager.stepProgress();
    assertInstanceOf(Outcome.Completed.class, first.outcomes.get("m"));
  }

  /** Seed 4,409,104 of the simulation: it was halted, and what it had done was never undone. */
  @Test
  void oneThatHadCompletedIsDeliveredHoweverLongItWaitsForItsTurn() {
    Orchestration booked =
        Orchestration.of("o", Stage.of(BOOK), Stage.of("check"))
            .durable(true)
            .deadline(Duration.ofSeconds(60));
    completes(booked);
    Bench second =
        life(DHManagerConfig.DEFAULT.window(1).deadline(Duration.ofSeconds(1)), only(booked));
    second.node("n", "book", "unbook", "check");
    Submission slow = Submission.of(Direction.IN, "S", Bench.ENVELOPE);
    second.manager.admit(second.gateway, "slow", slow);
    Bench.Sent book = second.batch();
    second.manager.stepStore();
    second.advance(Duration.ofSeconds(2));
    assertEquals(Fault.Code.BUSY, second.fault("again").code(), "it is tried again");
    assertEquals(List.of(), second.manager.halted());
    second.outcomes.remove("again");
    second.performed(book, "book");
    second.performed(second.batch(), "check");
    for (int look = 0; !second.outcomes.containsKey("again"); look++) {
      assertTrue(look < 10, "it has its turn");
      second.manager.stepStore();
      second.manager.stepProgress();
    }
    assertInstanceOf(Outcome.Completed.class, second.outcomes.get("again"));
    assertEquals(List.of(), second.manager.unresolved());
  }

  @Test
  void oneThatHadCompletedAndCanNeverBeDeliveredIsKeptAndNothingOfItIsUndone() {
    completes(Orchestration.of("o", Stage.of(BOOK), Stage.of("check")).durable(true));
    Bench second =
        life(
            Orchestrations.of(
                List.of(Orchestration.of("p", Stage.of("check"))),
                List.of(Rule.all(Direction.OUT, "p"))));
    serve(second);
    second.manager.stepProgress();
    assertEquals(List.of(), second.batches());
    assertEquals(List.of(), second.manager.unresolved());
    StoredMessage kept = second.manager.halted().get(0);
    assertEquals(Fault.Code.NOT_DELIVERED, kept.halt().orElseThrow().fault().code());
  }

  @Test
  void anUndoThatWaitedTooLongForASlotIsTriedAgainAlsoWithoutAFolder() {
    DHManagerConfig config = DHManagerConfig.DEFAULT.window(1).timeToStart(Duration.ofSeconds(1));
    Bench bench =
        new Bench(
            config.flow(config.flow().waitingLimit(Duration.ofSeconds(1))),
            Orchestration.of("o", Stage.of(BOOK), Stage.of("check")));
    bench.node("n", "book", "check");
    bench.accepted("m");
    bench.performed(bench.batch(), "book");
    bench.failed(bench.batch(), "check", "no");
    bench.advance(Duration.ofSeconds(10));
    bench.manager.stepStore();
    assertEquals(1, bench.manager.unresolved().size());

    bench.node("n", "book", "check");
    bench.accepted("slow"); // has the only slot
    Bench.Sent slow = bench.batch();
    bench.node("late", "unbook");
    bench.manager.stepStore();
    bench.advance(Duration.ofMillis(1500));
    assertEquals(List.of(), bench.batches(), "it waits, and then waits no longer");
    bench.failed(slow, "book", "no");
    for (int look = 0; bench.sent.isEmpty(); look++) {
      assertTrue(look < 10, "it is tried again");
      bench.manager.stepStore();
    }
    bench.performed(bench.batch(), "unbook");
    bench.manager.stepStore();
    assertEquals(List.of(), bench.manager.unresolved());
  }

  @Test
  void anUndoWhoseNodeNeverComesBackKeepsNoEarlierOneWaiting() {
    HandlerEntry pay = HandlerEntry.of("pay").atomicity(Atomicity.ATOMIC).compensator("refund");
    Bench bench =
        new Bench(Orchestration.of("o", Stage.of(BOOK), Stage.of(pay), Stage.of("check")));
    bench.node("n", "book", "pay", "check");
    bench.node("gone", "refund");
    bench.accepted("m");
    bench.performed(bench.batch(), "book");
    bench.performed(bench.batch(), "pay");
    bench.failed(bench.batch(), "check", "no");
    assertEquals(Set.of("refund"), bench.batch().handlers());
    bench.receiver.gone(new NodeId("gone", "1"));
    bench.advance(Duration.ofSeconds(60));
    assertEquals("no", bench.fault("m").reason());
    bench.manager.stepStore();
    assertEquals(2, bench.manager.unresolved().get(0).waiting().size());

    bench.node("late", "unbook");
    bench.manager.stepStore();
    Bench.Sent undo = bench.batch();
    assertEquals(Set.of("unbook"), undo.handlers());
    bench.performed(undo, "unbook");
    bench.manager.stepStore();
    assertEquals(List.of("handler 'pay' by 'refund'"), bench.manager.unresolved().get(0).waiting());
  }

  @Test
  void aDoubledReplyOfWhatWasToldIsNotTakenForTheUndoing() {
    HandlerEntry seat = HandlerEntry.of("seat").atomicity(Atomicity.ATOMIC).compensator("unseat");
    Stage first = Stage.of(BOOK.notifyOnEnd(true));
    Bench bench =
        new Bench(
            DHManagerConfig.DEFAULT.nodeSilence(Duration.ofDays(1)),
            Orchestration.of("o", first, Stage.of(seat), Stage.of("check")));
    bench.node("n", "book", "unbook", "check");
    NodeId other = bench.node("other", "seat", "unseat");
    bench.accepted("m");
    bench.performed(bench.batch(), "book");
    bench.performed(bench.batch(), "seat");
    bench.failed(bench.batch(), "check", "no");
    assertEquals(Set.of("unseat"), bench.batch().handlers());
    bench.receiver.gone(other);
    bench.advance(Duration.ofSeconds(10)); // the time to unwind
    Bench.Sent told = bench.batch();
    bench.performed(told, "book");
    bench.manager.stepStore();
    Bench.Sent undo = bench.batch();
    assertEquals(Set.of("unbook"), undo.handlers());
    bench.performed(told, "book"); // it was doubled on its way
    bench.manager.stepStore();
    assertEquals(2, bench.manager.unresolved().get(0).waiting().size(), "of unbook, too");
    bench.performed(undo, "unbook");
    bench.heartbeat(other, "seat", "unseat");
    for (int look = 0; bench.sent.isEmpty(); look++) {
      assertTrue(look < 10, "it is tried again");
      bench.manager.stepStore();
    }
    bench.performed(bench.batch(), "unseat");
    bench.manager.stepStore();
    assertEquals(List.of(), bench.manager.unresolved());
  }

  @Test
  void whatNobodyCanKnowIsListedAndNotTriedAgain() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(BOOK), Stage.of("check")));
    bench.node("n", "book", "check", "unbook");
    bench.accepted("m");
    bench.performed(bench.batch(), "book");
    bench.failed(bench.batch(), "check", "no");
    bench.reply(
        bench.batch(), "unbook", HandlerResult.Status.UNKNOWN, "it went down", Changes.NONE);
    bench.manager.stepStore();
    Unresolved left = bench.manager.unresolved().get(0);
    assertEquals(
        List.of("whether compensator 'unbook' of handler 'book' has performed is not known"),
        left.doubtful());
    bench.manager.stepStore();
    assertEquals(List.of(), bench.batches());
    assertTrue(bench.manager.settle(left.message().key().id()));
    assertEquals(List.of(), bench.manager.unresolved());
    assertFalse(bench.manager.settle(left.message().key().id()));
  }

  /** Once it was there again when the attempt failed that was under way. */
  @Test
  void whatIsSettledWhileItIsTriedStaysSettled() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(BOOK), Stage.of("check")));
    NodeId node = bench.node("n", "book", "check", "unbook");
    bench.accepted("m");
    bench.performed(bench.batch(), "book");
    bench.failed(bench.batch(), "check", "no");
    for (int tries = 0; bench.manager.unresolved().isEmpty(); tries++) {
      assertTrue(tries < 100, "it is given up for now");
      bench.batches().forEach(sent -> bench.failed(sent, "unbook", "not yet"));
      bench.advance(Duration.ofSeconds(1));
      bench.heartbeat(node, "book", "check", "unbook");
      bench.manager.stepStore();
    }
    Unresolved left = bench.manager.unresolved().get(0);
    assertEquals(1, left.waiting().size());
    for (int look = 0; bench.sent.isEmpty(); look++) {
      assertTrue(look < 10, "it is tried again");
      bench.manager.stepStore();
    }
    assertTrue(bench.manager.settle(left.message().key().id()));
    for (int tries = 0; tries < 40; tries++) {
      bench.batches().forEach(sent -> bench.failed(sent, "unbook", "not yet"));
      bench.advance(Duration.ofSeconds(1));
      bench.heartbeat(node, "book", "check", "unbook");
      bench.manager.stepStore();
      assertEquals(List.of(), bench.manager.unresolved());
    }
    assertEquals(List.of(), bench.batches());
  }

  /** Fault G88: what the try had on disk brought it back. */
  @Test
  void whatIsSettledWhileItIsTriedStaysSettledInTheNextLife() {
    Bench first = life(ANSWERED);
    NodeId node = first.node("n", "book", "check", "unbook");
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.failed(first.batch(), "check", "no");
    for (int tries = 0; first.manager.unresolved().isEmpty(); tries++) {
      assertTrue(tries < 100, "it is given up for now");
      first.manager.stepProgress();
      first.batches().forEach(sent -> first.failed(sent, "unbook", "not yet"));
      first.advance(Duration.ofSeconds(1));
      first.heartbeat(node, "book", "check", "unbook");
      first.manager.stepStore();
    }
    Unresolved left = first.manager.unresolved().get(0);
    for (int look = 0; first.sent.isEmpty(); look++) {
      assertTrue(look < 10, "it is tried again");
      first.manager.stepStore();
      first.manager.stepProgress();
    }
    assertTrue(first.manager.settle(left.message().key().id()));
    first.batches().forEach(sent -> first.failed(sent, "unbook", "not yet"));
    first.advance(Duration.ofSeconds(1));
    first.manager.stepProgress();
    assertEquals(1, first.batches().size(), "it is under way yet");
    first.manager.close();

    Bench second = life(ANSWERED);
    assertEquals(List.of(), second.manager.unresolved());
    assertEquals(1, second.manager.halted().size());
  }

  @Test
  void withoutAFolderNothingCanBeRecovered() {
    String why = assertThrows(DHArchException.class, () -> new Bench(ANSWERED)).getMessage();
    assertTrue(why.contains("recover=\"compensate\"") && why.contains("store in a folder"), why);
  }

  @Test
  void aCleanStopLeavesItForTheNextLife() {
    Bench first = life(ONE_WAY);
    serve(first);
    oneWay(first);
    Bench.Sent sent = first.afterTheDisk();
    first.manager.close();
    assertEquals(Fault.Code.SHUT_DOWN, first.fault("m").code());
    assertTrue(((Outcome.Halted) first.outcomes.get("m")).stays());
    assertEquals(List.of(), first.batches(), "nothing is undone");

    Bench second = life(ONE_WAY);
    serve(second);
    assertEquals(sent.batch().tasks(), second.afterTheDisk().batch().tasks());
  }

  @Test
  void aManagerThatClosesTakesNothingInAgain() {
    Bench first = life(ONE_WAY);
    serve(first);
    oneWay(first);
    Bench.Sent sent = first.afterTheDisk();

    Bench second = life(ONE_WAY);
    var unused = second.manager.beginClose();
    serve(second);
    second.manager.stepProgress();
    assertEquals(List.of(), second.batches());

    Bench third = life(ONE_WAY);
    serve(third);
    assertEquals(sent.batch().tasks(), third.afterTheDisk().batch().tasks());
  }

  /** What the second node refuses is to be written while what the first refused is. */
  @Test
  void aCleanStopWhileItIsWrittenHowFarItIsLeavesOutNoHandler() throws InterruptedException {
    HandlerEntry stamp = HandlerEntry.of("stamp").atomicity(Atomicity.ATOMIC);
    Orchestration o =
        Orchestration.of("o", Stage.of(stamp, PRINT), Stage.of("check")).durable(true);
    Bench first = life(o);
    first.node("stamps", "stamp");
    first.node("prints", "print");
    first.node("stamps-too", "stamp", "check");
    first.node("prints-too", "print");
    oneWay(first);
    first.manager.stepProgress();
    for (Bench.Sent sent : first.batches()) {
      String handler = sent.handlers().iterator().next();
      first.reply(sent, handler, HandlerResult.Status.REFUSED, "it drains", Changes.NONE);
    }
    Thread closing = new Thread(first.manager::close);
    closing.start();
    Awaitility.await("all that is here is to end")
        .until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    while (first.manager.recordsWait()) {
      first.manager.stepProgress();
    }
    closing.join();
    assertEquals(Fault.Code.SHUT_DOWN, first.fault("m").code());
    assertEquals(List.of(), first.batches());

    Bench second = life(o);
    second.node("stamps", "stamp");
    second.node("prints", "print");
    second.node("stamps-too", "stamp", "check");
    second.node("prints-too", "print");
    second.manager.stepStore();
    second.manager.stepProgress();
    assertEquals(Map.of(), second.outcomes, "its handlers have not performed");
    Set<String> asked = new HashSet<>();
    second.batches().forEach(sent -> asked.addAll(sent.handlers()));
    assertEquals(Set.of("stamp", "print"), asked);
  }

  /** Halts a message whose handler "book" has been undone, while the disk is full. */
  private Bench haltedOnAFullDisk() throws IOException {
    Bench first = life(ONE_WAY);
    serve(first);
    oneWay(first);
    first.performed(first.afterTheDisk(), "book");
    first.failed(first.batch(), "check", "no");
    first.performed(first.afterTheDisk(), "unbook");
    disk(true);
    first.manager.stepProgress();
    assertEquals("no", first.fault("m").reason());
    first.manager.stepStore();
    assertEquals(List.of(), first.manager.halted());
    return first;
  }

  @Test
  void whatBecameOfAMessageIsKeptAsSoonAsTheDiskTakesIt() throws IOException {
    Bench first = haltedOnAFullDisk();
    disk(false);
    first.manager.stepStore();
    assertEquals("no", first.manager.halted().get(0).halt().orElseThrow().fault().reason());
    Bench second = life(ONE_WAY);
    serve(second);
    assertEquals(List.of(), second.batches());
    assertEquals(1, second.manager.halted().size());
  }

  @Test
  void oneThatHaltedAndCouldNotBeKeptIsNotBegunAnewInTheNextLife() throws IOException {
    haltedOnAFullDisk();
    disk(false);
    Bench second = life(ONE_WAY);
    serve(second);
    assertEquals(List.of(), second.batches());
    second.manager.stepProgress();
    second.manager.stepStore();
    assertEquals(List.of(), second.batches());
    assertEquals("no", second.manager.halted().get(0).halt().orElseThrow().fault().reason());
  }

  /** Halts a message whose handler "book" nobody can undo, while the disk is full. */
  private Bench leftOnAFullDisk() throws IOException {
    Bench first = life(ANSWERED);
    first.node("n", "book", "check");
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.failed(first.batch(), "check", "no");
    disk(true);
    first.advance(Duration.ofSeconds(10));
    first.manager.stepProgress();
    assertEquals("no", first.fault("m").reason());
    first.manager.stepStore();
    assertEquals(List.of(), first.manager.unresolved());
    return first;
  }

  @Test
  void whatIsToBeUndoneIsKeptAsSoonAsTheDiskTakesIt() throws IOException {
    Bench first = leftOnAFullDisk();
    disk(false);
    first.manager.stepStore();
    assertEquals(
        List.of("handler 'book' by 'unbook'"), first.manager.unresolved().get(0).waiting());
  }

  @Test
  void whatIsToBeUndoneAndCouldNotBeKeptIsKnownToTheNextLife() throws IOException {
    leftOnAFullDisk();
    disk(false);
    Bench second = life(ANSWERED);
    assertEquals(
        List.of("handler 'book' by 'unbook'"), second.manager.unresolved().get(0).waiting());
  }

  @Test
  void oneThatCannotBeReadDoesNotHoldUpTheOthers() {
    Bench first = life(ONE_WAY);
    serve(first);
    MessageId id = oneWay(first);
    first.afterTheDisk();
    FolderStore store = open.get(0);
    StoreKey accepted = store.keys(StoreState.ACCEPTED).get(0);
    Submission submission = store.read(StoreState.ACCEPTED, accepted).orElseThrow().submission();
    StoreKey broken = new StoreKey(new MessageId(1, 1), 1);
    store.unresolved(
        new StoredMessage(broken, "o", "", submission, Optional.empty()).so(new byte[] {9}));

    Bench second = life(ONE_WAY);
    serve(second);
    assertEquals(id, second.afterTheDisk().batch().id());
    String why = second.manager.unresolved().get(0).doubtful().get(0);
    assertTrue(why.contains("version 9"), why);
  }

  /** Two one-way messages under way, of the first of which it is on disk how far it is. */
  private Path journalOfTwo() {
    Bench first = life(ONE_WAY);
    serve(first);
    oneWay(first);
    first.afterTheDisk();
    oneWay(first);
    first.afterTheDisk();
    open.forEach(FolderStore::close);
    return folder.resolve("journal");
  }

  @Test
  void ofADamagedJournalNothingIsBegunAnew() throws IOException {
    Path journal = journalOfTwo();
    byte[] bytes = Files.readAllBytes(journal);
    int first = 8 + 33; // behind the record that says that the journal was begun
    bytes[first + 40] ^= 1;
    Files.write(journal, bytes);

    Bench second = life(ONE_WAY);
    serve(second);
    assertEquals(Set.of("book"), second.afterTheDisk().handlers(), "of the other, which is whole");
    assertEquals(List.of(), second.batches());
    StoredMessage halted = second.manager.halted().get(0);
    String why = halted.halt().orElseThrow().fault().reason();
    assertTrue(why.contains("damaged at byte " + first) && why.contains("begun anew"), why);

    Bench third = life(ONE_WAY);
    serve(third);
    third.afterTheDisk();
    assertEquals(1, third.manager.halted().size(), "and the damage is over");
  }

  @Test
  void anAcceptedMessageThatCannotBeReadGoesOnFromHowFarItIs() throws IOException {
    Bench first = life(ONE_WAY);
    serve(first);
    MessageId id = oneWay(first);
    Bench.Sent sent = first.afterTheDisk();
    try (Stream<Path> files = Files.list(folder.resolve("accepted"))) {
      Files.writeString(files.findFirst().orElseThrow(), "rubbish");
    }

    Bench second = life(ONE_WAY);
    serve(second);
    assertEquals(sent.batch().tasks(), second.afterTheDisk().batch().tasks());
    assertEquals(1, open.get(0).keys(StoreState.ACCEPTED).size(), "and it is there again");

    Bench third = life(ONE_WAY);
    serve(third);
    Bench.Sent again = third.afterTheDisk();
    assertEquals(id, again.batch().id());
    third.performed(again, "book");
    third.performed(third.batch(), "check");
    third.performed(third.afterTheDisk(), "print");
    third.manager.stepProgress();
    third.completed("again");
  }

  @Test
  void aMessageWhoseProgressCannotBeReadIsNotBegunAnew() {
    Bench first = life(ONE_WAY);
    serve(first);
    oneWay(first);
    first.afterTheDisk();
    FolderStore store = open.get(0);
    StoredMessage message = store.recorded().get(0);
    store.record(List.of(message.so(new byte[] {9})), List.of());

    Bench second = life(ONE_WAY);
    serve(second);
    second.manager.stepStore();
    assertEquals(List.of(), second.batches());
    assertEquals(message.key(), second.manager.halted().get(0).key());
    String doubt = second.manager.unresolved().get(0).doubtful().get(0);
    assertTrue(doubt.contains("version 9"), doubt);
    assertTrue(second.manager.settle(message.key().id()));
    assertEquals(List.of(), life(ONE_WAY).manager.unresolved());
  }

  @Test
  void whatWasDoneForAMessageThatCanNeverGoOnIsUndone() {
    Bench first = life(ONE_WAY);
    serve(first);
    MessageId id = oneWay(first);
    Bench.Sent sent = first.afterTheDisk();

    Bench second = life(Orchestrations.of(List.of(), List.of()));
    serve(second);
    second.manager.stepStore();
    assertEquals(id, second.manager.halted().get(0).key().id());
    Bench.Sent asked = second.afterTheDisk();
    assertEquals(sent.batch().tasks(), asked.batch().tasks());
    second.performed(asked, "book");
    second.performed(second.afterTheDisk(), "unbook");
    second.manager.stepProgress();
    second.manager.stepStore();
    assertEquals(List.of(), second.manager.unresolved());
    assertEquals(1, second.manager.halted().size());
    Bench third = life(ONE_WAY);
    serve(third);
    assertEquals(List.of(), third.batches());
  }

  @Test
  void oneIsReplayedOnlyWhenWhatItDidIsUndone() throws IOException {
    Bench first = leftOnAFullDisk();
    disk(false);
    first.manager.stepStore();
    MessageId id = first.manager.halted().get(0).key().id();
    assertTrue(first.manager.replay(id));
    first.node("late", "book", "check");
    first.manager.stepStore();
    first.manager.stepProgress();
    assertEquals(List.of(), first.batches());

    first.node("later", "unbook");
    for (int look = 0; first.sent.isEmpty(); look++) {
      assertTrue(look < 10, "it is undone");
      first.manager.stepStore();
      first.manager.stepProgress();
    }
    first.performed(first.batch(), "unbook");
    first.manager.stepProgress();
    first.manager.stepStore();
    first.manager.stepStore();
    Bench.Sent again = first.afterTheDisk();
    assertEquals(Set.of("book"), again.handlers());
    assertNotEquals(id, again.batch().id());
  }

  @Test
  void nobodyIsAnsweredByWhatTheNextLifeWouldUndo() {
    Bench first = life(ANSWERED);
    serve(first);
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.performed(first.batch(), "check");
    open.get(0).close(); // as on a full disk nothing is written from now on
    first.manager.stepProgress();
    assertEquals(Fault.Code.NOT_STORED, first.fault("m").code());

    Bench second = life(ANSWERED);
    serve(second);
    second.performed(second.afterTheDisk(), "book");
    second.performed(second.afterTheDisk(), "unbook");
    second.manager.stepProgress();
    second.manager.stepStore();
    assertEquals(List.of(), second.manager.unresolved());
  }
}
