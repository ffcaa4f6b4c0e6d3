package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.store.SimulatedStore;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.view.Unresolved;
import org.junit.jupiter.api.Test;

/** What had completed, or come to its service, when the manager died. */
class DeliveredAndDeadTest extends ManagerRestarts {
  private static final Orchestration LEAVES =
      Orchestration.of("o", Stage.of(BOOK.atomicity(Atomicity.QUASI_ATOMIC).mustPerform(false)))
          .durable(true);

  /** A one-way message that has been delivered while nothing could be written. */
  private static Bench deliveredOnAFullDisk(SimulatedStore disk) {
    Bench first = withReplays(new Bench(DHManagerConfig.DEFAULT, only(ONE_WAY), disk));
    serve(first);
    MessageId id = oneWay(first);
    first.performed(first.afterTheDisk(), "book");
    first.performed(first.batch(), "check");
    Bench.Sent last = first.afterTheDisk();
    disk.full(true);
    first.performed(last, "print");
    ManagerProbe.of(first.manager).stepProgress();
    first.completed("m");
    first.manager.delivered(id);
    ManagerProbe.of(first.manager).stepStore();
    return first;
  }

  /** What has come to its service is delivered again at worst, and not compensated. */
  @Test
  void whatWasDeliveredWhileTheDiskWasFullIsDeliveredAgainIfItsManagerIsKilledMeanwhile() {
    SimulatedStore disk = new SimulatedStore();
    deliveredOnAFullDisk(disk);
    disk.crash(new SplittableRandom(1));
    Bench second = withReplays(new Bench(DHManagerConfig.DEFAULT, only(ONE_WAY), disk));
    serve(second);
    second.performed(second.afterTheDisk(), "print");
    ManagerProbe.of(second.manager).stepProgress();
    second.completed("again");
    assertEquals(List.of(), second.batches());
    assertEquals(List.of(), second.manager.storedMessages().failed());
  }

  @Test
  void whatWasDeliveredWhileTheDiskWasFullIsKnownOnceThereIsRoom() {
    SimulatedStore disk = new SimulatedStore();
    Bench first = deliveredOnAFullDisk(disk);
    assertEquals(0, first.counter(Counter.ERRORS), "the disk is full, and nothing is wrong within");
    assertTrue(first.counter(Counter.PROGRESS_NOT_WRITTEN) > 0);
    disk.full(false);
    ManagerProbe.of(first.manager).stepStore();
    disk.crash(new SplittableRandom(1));
    Bench second = withReplays(new Bench(DHManagerConfig.DEFAULT, only(ONE_WAY), disk));
    serve(second);
    ManagerProbe.of(second.manager).stepProgress();
    assertEquals(List.of(), second.batches());
    assertEquals(List.of(), second.manager.storedMessages().failed());
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
  }

  @Test
  void oneThatHadCompletedIsNotUndone() {
    Bench first = incarnation(RESPONDED);
    serve(first);
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.performed(first.batch(), "check");
    ManagerProbe.of(first.manager).stepProgress();
    first.completed("m");

    Bench second = incarnation(RESPONDED);
    serve(second);
    assertEquals(List.of(), second.batches());
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
  }

  @Test
  void aDeathWhileItIsUndoneUndoesItOnce() {
    Bench first = incarnation(RESPONDED);
    serve(first);
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.failed(first.batch(), "check", "no");
    Bench.Sent compensation = first.afterTheDisk();

    Bench second = incarnation(RESPONDED);
    serve(second);
    Bench.Sent again = second.afterTheDisk();
    assertEquals(compensation.batch().incarnation(), again.batch().incarnation());
    assertEquals(compensation.batch().tasks(), again.batch().tasks());
    second.performed(again, "unbook");
    ManagerProbe.of(second.manager).stepProgress();
    ManagerProbe.of(second.manager).stepStore();
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
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
    ManagerProbe.of(bench.manager).stepStore();
    Unresolved left = bench.manager.storedMessages().unresolved().get(0);
    assertEquals(List.of("handler 'book' by 'unbook'"), left.waiting());
    assertEquals(List.of(), bench.batches());

    bench.node("late", "unbook");
    ManagerProbe.of(bench.manager).stepStore();
    bench.failed(bench.batch(), "unbook", "not now");
    for (int retry = 0; retry < 3; retry++) {
      bench.advance(Duration.ofSeconds(1));
      bench.failed(bench.batch(), "unbook", "not now");
    }
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(1, bench.manager.storedMessages().unresolved().size());
    triesAgain(bench);
    bench.performed(bench.batch(), "unbook");
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(List.of(), bench.manager.storedMessages().unresolved());
  }

  /** Its handler may have done something that no node compensates. */
  private Bench completesWithSomethingLeft() {
    Bench first = incarnation(LEAVES);
    first.node("n", "book");
    oneWay(first);
    first.failed(first.afterTheDisk(), "book", "half of it is done");
    first.advance(Duration.ofSeconds(60));
    ManagerProbe.of(first.manager).stepProgress();
    assertInstanceOf(Outcome.Completed.class, first.outcomes.get("m"));
    ManagerProbe.of(first.manager).stepStore();
    return first;
  }

  @Test
  void whatItLeftIsNotSettledBeforeItHasComeToItsService() {
    Bench first = completesWithSomethingLeft();
    MessageId id = first.manager.storedMessages().unresolved().get(0).message().key().id();
    String why =
        assertThrows(DHArchException.class, () -> first.manager.storedMessages().resolve(id))
            .getMessage();
    assertTrue(why.contains(id + " is not delivered yet"), why);
    assertEquals(1, first.manager.storedMessages().unresolved().size());
    first.manager.delivered(id);
    ManagerProbe.of(first.manager).stepStore();
    assertTrue(first.manager.storedMessages().resolve(id));

    Bench second = incarnation(LEAVES);
    second.node("n", "book", "unbook");
    ManagerProbe.of(second.manager).stepStore();
    ManagerProbe.of(second.manager).stepProgress();
    assertEquals(List.of(), second.batches());
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
  }

  @Test
  void whatACompletedMessageLeftIsUndoneOnceThoughItIsDeliveredAgain() {
    Bench first = completesWithSomethingLeft();
    assertEquals(
        1,
        first.manager.storedMessages().unresolved().size(),
        first.manager.status().timelines()::toString);

    Bench second = incarnation(LEAVES); // its service may not have had it
    second.node("n", "book", "unbook");
    ManagerProbe.of(second.manager).stepStore();
    assertEquals(List.of(), second.batches(), "neither begun anew nor compensated beside it");
    ManagerProbe.of(second.manager).stepProgress();
    assertInstanceOf(Outcome.Completed.class, second.outcomes.get("again"));
    second.manager.delivered(second.outcomes.get("again").id());
    triesAgain(second);
    Bench.Sent compensation = second.batch();
    assertEquals(Set.of("unbook"), compensation.handlers());
    second.performed(compensation, "unbook");
    ManagerProbe.of(second.manager).stepProgress();
    ManagerProbe.of(second.manager).stepStore();
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
    Bench third = incarnation(LEAVES);
    third.node("n", "book", "unbook");
    ManagerProbe.of(third.manager).stepStore();
    assertEquals(List.of(), third.batches());
  }

  private void completes(Orchestration orchestration) {
    Bench first = incarnation(orchestration);
    serve(first);
    oneWay(first);
    first.performed(first.afterTheDisk(), "book");
    ManagerProbe.of(first.manager).stepProgress();
    first.performed(first.batch(), "check");
    ManagerProbe.of(first.manager).stepProgress();
    assertInstanceOf(Outcome.Completed.class, first.outcomes.get("m"));
  }

  /**
   * Seed 4,409,104 of the simulation: it was halted, and what it had done was never compensated.
   */
  @Test
  void oneThatHadCompletedIsDeliveredHoweverLongItWaitsForItsTurn() {
    Orchestration booked =
        Orchestration.of("o", Stage.of(BOOK), Stage.of("check"))
            .durable(true)
            .deadline(Duration.ofSeconds(60));
    completes(booked);
    Bench second =
        incarnation(
            DHManagerConfig.DEFAULT.concurrencyLimit(1).deadline(Duration.ofSeconds(1)),
            only(booked));
    second.node("n", "book", "unbook", "check");
    Submission slow = Submission.of(Direction.IN, "S", Bench.ENVELOPE);
    second.manager.admit(second.gateway, "slow", slow);
    Bench.Sent book = second.batch();
    ManagerProbe.of(second.manager).stepStore();
    second.advance(Duration.ofSeconds(2));
    assertEquals(Fault.Code.BUSY, second.fault("again").code(), "it is tried again");
    assertEquals(List.of(), second.manager.storedMessages().failed());
    second.outcomes.remove("again");
    second.performed(book, "book");
    second.performed(second.batch(), "check");
    for (int look = 0; !second.outcomes.containsKey("again"); look++) {
      assertTrue(look < 10, "it has its turn");
      ManagerProbe.of(second.manager).stepStore();
      ManagerProbe.of(second.manager).stepProgress();
    }
    assertInstanceOf(Outcome.Completed.class, second.outcomes.get("again"));
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
  }

  @Test
  void oneThatHadCompletedAndCanNeverBeDeliveredIsKeptAndNothingOfItIsUndone() {
    completes(Orchestration.of("o", Stage.of(BOOK), Stage.of("check")).durable(true));
    Bench second =
        incarnation(
            Orchestrations.of(
                List.of(Orchestration.of("p", Stage.of("check"))),
                List.of(Rule.all(Direction.OUT, "p"))));
    serve(second);
    ManagerProbe.of(second.manager).stepProgress();
    assertEquals(List.of(), second.batches());
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
    StoredMessage kept = second.manager.storedMessages().failed().get(0);
    assertEquals(Fault.Code.NOT_DELIVERED, kept.failure().orElseThrow().fault().code());
  }
}
