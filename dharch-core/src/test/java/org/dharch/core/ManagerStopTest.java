package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.dharch.api.Changes;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerResult;
import org.junit.jupiter.api.Test;

/** A manager that is stopped cleanly leaves its messages to the next life. */
class ManagerStopTest extends ManagerRestarts {
  @Test
  void withoutAFolderNothingCanBeRecovered() {
    String why = assertThrows(DHArchException.class, () -> new Bench(RESPONDED)).getMessage();
    assertTrue(why.contains("recover=\"compensate\"") && why.contains("store in a folder"), why);
  }

  @Test
  void aCleanStopLeavesItForTheNextLife() {
    Bench first = incarnation(ONE_WAY);
    serve(first);
    oneWay(first);
    Bench.Sent sent = first.afterTheDisk();
    first.manager.close();
    assertEquals(Fault.Code.SHUT_DOWN, first.fault("m").code());
    assertTrue(((Outcome.Failed) first.outcomes.get("m")).stays());
    assertEquals(List.of(), first.batches(), "nothing is compensated");

    Bench second = incarnation(ONE_WAY);
    serve(second);
    assertEquals(sent.batch().tasks(), second.afterTheDisk().batch().tasks());
  }

  @Test
  void aManagerThatClosesTakesNothingInAgain() {
    Bench first = incarnation(ONE_WAY);
    serve(first);
    oneWay(first);
    Bench.Sent sent = first.afterTheDisk();

    Bench second = incarnation(ONE_WAY);
    var unused = ManagerProbe.of(second.manager).beginClose();
    serve(second);
    ManagerProbe.of(second.manager).stepProgress();
    assertEquals(List.of(), second.batches());

    Bench third = incarnation(ONE_WAY);
    serve(third);
    assertEquals(sent.batch().tasks(), third.afterTheDisk().batch().tasks());
  }

  /** What the second node refuses is to be written while what the first refused is. */
  @Test
  void aCleanStopWhileItIsWrittenHowFarItIsLeavesOutNoHandler() throws InterruptedException {
    HandlerEntry stamp = HandlerEntry.of("stamp").atomicity(Atomicity.ATOMIC);
    Orchestration o =
        Orchestration.of("o", Stage.of(stamp, PRINT), Stage.of("check")).durable(true);
    Bench first = incarnation(o);
    first.node("stamps", "stamp");
    first.node("prints", "print");
    first.node("stamps-too", "stamp", "check");
    first.node("prints-too", "print");
    oneWay(first);
    ManagerProbe.of(first.manager).stepProgress();
    for (Bench.Sent sent : first.batches()) {
      String handler = sent.handlers().iterator().next();
      first.reply(sent, handler, HandlerResult.Status.REFUSED, "it drains", Changes.NONE);
    }
    Thread closing = new Thread(first.manager::close);
    closing.start();
    Awaitility.await("all that is here is to end")
        .until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    while (ManagerProbe.of(first.manager).recordsWait()) {
      ManagerProbe.of(first.manager).stepProgress();
    }
    closing.join();
    assertEquals(Fault.Code.SHUT_DOWN, first.fault("m").code());
    assertEquals(List.of(), first.batches());

    Bench second = incarnation(o);
    second.node("stamps", "stamp");
    second.node("prints", "print");
    second.node("stamps-too", "stamp", "check");
    second.node("prints-too", "print");
    ManagerProbe.of(second.manager).stepStore();
    ManagerProbe.of(second.manager).stepProgress();
    assertEquals(Map.of(), second.outcomes, "its handlers have not performed");
    Set<String> asked = new HashSet<>();
    second.batches().forEach(sent -> asked.addAll(sent.handlers()));
    assertEquals(Set.of("stamp", "print"), asked);
  }
}
