package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.CrashRecovery;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.store.StoredMessage;
import org.junit.jupiter.api.Test;

/** What was done for requests whose manager died is compensated in its next life, once. */
class CompensationAfterCrashTest extends ManagerRestarts {
  @Test
  void whatWasDoneForAnAnsweredMessageIsUndoneInTheNextLife() {
    Bench first = incarnation(RESPONDED);
    serve(first);
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.batch();

    Bench second = incarnation(RESPONDED);
    assertEquals(1, second.manager.storedMessages().unresolved().size());
    serve(second);
    Bench.Sent asked = second.afterTheDisk(); // it may or may not have performed: its node knows
    assertEquals(Set.of("book"), asked.handlers());
    second.performed(asked, "book");
    Bench.Sent compensation = second.afterTheDisk();
    assertEquals(Set.of("unbook"), compensation.handlers());
    second.performed(compensation, "unbook");
    ManagerProbe.of(second.manager).stepProgress();
    ManagerProbe.of(second.manager).stepStore();
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
    StoredMessage failed = second.manager.storedMessages().failed().get(0);
    assertEquals(Fault.Code.SHUT_DOWN, failed.failure().orElseThrow().fault().code());
    assertEquals(List.of(), incarnation(RESPONDED).manager.storedMessages().unresolved());
  }

  private static final Orchestration SPARED =
      Orchestration.of("o", Stage.of(BOOK), Stage.of(HandlerEntry.of("check").mayRespond(true)))
          .recovery(CrashRecovery.COMPENSATE);

  private static final Changes ACCEPT = Changes.builder().accept().build();

  @Test
  void oneThatAHandlerAnsweredIsNotUndoneOnceItsGatewayMayKnow() {
    Bench first = incarnation(SPARED);
    serve(first);
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.changed(first.batch(), "check", ACCEPT);
    assertTrue(first.outcome("m").isEmpty(), "it is not on disk yet");
    ManagerProbe.of(first.manager).stepProgress();
    assertInstanceOf(Outcome.Responded.class, first.outcomes.get("m"));
    Bench second = incarnation(SPARED);
    serve(second);
    assertEquals(List.of(), second.batches());
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
  }

  @Test
  void oneWhoseAnswerCannotBeWrittenIsHaltedAndUndone() {
    Bench first = incarnation(SPARED);
    serve(first);
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.changed(first.batch(), "check", ACCEPT);
    open.get(0).close(); // as on a full disk nothing is written from now on
    ManagerProbe.of(first.manager).stepProgress();
    assertEquals(
        new Fault(Fault.Code.NOT_STORED, "", "that it was answered could not be stored"),
        first.fault("m"));

    undoesTheBooking(SPARED);
  }

  /** Fault G18: its fault named a node, which had never been asked. */
  @Test
  void oneWhoseDeadlinePassedWhileNothingCouldBeWrittenSaysSo() {
    Bench bench =
        incarnation(DHManagerConfig.DEFAULT.deadline(Duration.ofSeconds(1)), only(RESPONDED));
    serve(bench);
    bench.accepted("m");
    open.get(0).close(); // as on a full disk nothing is written from now on
    for (int i = 0; i < 150 && bench.outcome("m").isEmpty(); i++) {
      ManagerProbe.of(bench.manager).stepProgress();
      bench.advance(Duration.ofMillis(100));
    }
    assertEquals(Fault.Code.DEADLINE, bench.fault("m").code());
    assertTrue(
        bench.fault("m").reason().endsWith("; failed to store the message's progress"),
        bench.fault("m").reason());
  }

  @Test
  void anAnsweredOneThatIsExecutedOnceMoreIsAnsweredOnceMore() {
    Orchestration durable =
        Orchestration.of("o", Stage.of(BOOK), Stage.of(HandlerEntry.of("check").mayRespond(true)))
            .durable(true);
    Bench first = incarnation(durable);
    serve(first);
    oneWay(first);
    first.performed(first.afterTheDisk(), "book");
    first.changed(first.batch(), "check", ACCEPT);
    ManagerProbe.of(first.manager).stepProgress();
    assertInstanceOf(Outcome.Responded.class, first.outcomes.get("m"));
    Bench second = incarnation(durable); // before its record was gone
    serve(second);
    ManagerProbe.of(second.manager).stepStore();
    ManagerProbe.of(second.manager).stepProgress();
    assertInstanceOf(Outcome.Responded.class, second.outcomes.get("again"));
    assertEquals(List.of(), second.batches());
    ManagerProbe.of(second.manager).stepStore();
    Bench third = incarnation(durable);
    serve(third);
    ManagerProbe.of(third.manager).stepStore();
    assertEquals(Map.of(), third.outcomes);
    assertEquals(List.of(), third.manager.storedMessages().failed());
  }
}
