package org.dharch.core.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.dharch.api.Limits;
import org.dharch.core.Bench;
import org.dharch.core.ManagerProbe;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.CrashRecovery;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.OnFault;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.StoreLimits;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Between the completion of an answered message and its service. */
class DeliveryConfirmationsTest {
  private static final HandlerEntry BOOK =
      HandlerEntry.of("book")
          .atomicity(Atomicity.ATOMIC)
          .compensator("unbook")
          .completionCallback(true);
  private static final Orchestration RESPONDED =
      Orchestration.of("o", Stage.of(BOOK), Stage.of("check")).recovery(CrashRecovery.COMPENSATE);

  @TempDir Path folder;
  private final List<FolderStore> open = new ArrayList<>();

  @AfterEach
  void close() {
    open.forEach(FolderStore::close);
  }

  private Bench incarnation() {
    return incarnation(DHManagerConfig.DEFAULT, RESPONDED);
  }

  private Bench incarnation(DHManagerConfig config, Orchestration orchestration) {
    open.forEach(FolderStore::close);
    open.clear();
    FolderStore store = FolderStore.open(folder, StoreLimits.DEFAULT, Limits.DEFAULT);
    open.add(store);
    Orchestrations all =
        Orchestrations.of(
            List.of(orchestration), List.of(Rule.all(Direction.IN, orchestration.name())));
    Bench bench = new Bench(config, all, store);
    bench.handsOver = true;
    bench.node("n", "book", "unbook", "check", "log");
    ManagerProbe.of(bench.manager).stepStore();
    return bench;
  }

  /** A life in which message "m" has completed, and waits to be taken to its service. */
  private Bench completed() {
    Bench bench = incarnation();
    bench.accepted("m");
    bench.performed(bench.afterTheDisk(), "book");
    bench.performed(bench.batch(), "check");
    assertFalse(
        ManagerProbe.of(bench.manager).recordsWait(), "that it has completed is not written");
    assertTrue(bench.manager.awaitsHandOver(bench.completed("m").id()));
    assertEquals(List.of(), bench.batches(), "nobody is told before it is sure");
    return bench;
  }

  @Test
  void oneOfWhichItsGatewayNeverSaysAnythingIsUndone() {
    Bench bench = completed();
    Outcome.Completed outcome = bench.completed("m");
    bench.advance(Duration.ofNanos(DeliveryConfirmations.LONGEST_AWAITED));
    bench.node("n", "book", "unbook", "check", "log");
    ManagerProbe.of(bench.manager).stepStore();
    assertFalse(bench.manager.awaitsHandOver(outcome.id()));
    Outcome late = bench.manager.handOver(outcome);
    Fault why = assertInstanceOf(Outcome.Failed.class, late, "too late").fault();
    assertTrue(why.reason().contains("did not confirm the delivery in time"), why.reason());
    ManagerProbe.of(bench.manager).stepStore();
    bench.performed(bench.afterTheDisk(), "unbook");
    ManagerProbe.of(bench.manager).stepProgress();
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(List.of(), bench.manager.storedMessages().unresolved());
  }

  /**
   * What "book" did is compensated in this life, and the message is kept as halted because of this.
   */
  private static void compensated(Bench bench, Fault.Code why, boolean known) {
    ManagerProbe.of(bench.manager).stepStore();
    if (!known) { // its node is asked first whether it has performed
      Bench.Sent asked = bench.afterTheDisk();
      assertEquals(Set.of("book"), asked.handlers());
      bench.performed(asked, "book");
    }
    Bench.Sent compensation = bench.afterTheDisk();
    assertEquals(Set.of("unbook"), compensation.handlers());
    bench.performed(compensation, "unbook");
    ManagerProbe.of(bench.manager).stepProgress();
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(List.of(), bench.manager.storedMessages().unresolved());
    for (Bench.Sent told : bench.batches()) { // in the next life; in this it is not told at all
      assertFalse(known);
      assertEquals(Task.Purpose.NOTIFY_FAILED, told.batch().tasks().get(0).purpose());
    }
    StoredMessage failed = bench.manager.storedMessages().failed().get(0);
    assertEquals(why, failed.failure().orElseThrow().fault().code());
  }

  @Test
  void crashBeforeDeliveryCompensatesTheMessage() {
    completed();
    Bench second = incarnation();
    compensated(second, Fault.Code.SHUT_DOWN, false);
    assertEquals(List.of(), incarnation().manager.storedMessages().unresolved());
  }

  @Test
  void deliveredMessageIsNotCompensated() {
    Bench first = completed();
    Outcome.Completed outcome = first.completed("m");
    CompletableFuture<Outcome> over = ManagerProbe.of(first.manager).handingOver(outcome);
    assertFalse(over.isDone(), "not before it is on disk");
    assertEquals(List.of(), first.batches());
    ManagerProbe.of(first.manager).stepProgress();
    assertSame(outcome, over.join());
    Bench.Sent told = first.batch();
    assertEquals(Task.Purpose.NOTIFY_COMPLETED, told.batch().tasks().get(0).purpose());
    assertFalse(first.manager.awaitsHandOver(outcome.id()));
    assertSame(outcome, first.manager.handOver(outcome), "to say it again changes nothing");
    first.manager.undelivered(outcome, "too late");

    Bench second = incarnation();
    assertEquals(List.of(), second.batches());
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
    assertEquals(List.of(), second.manager.storedMessages().failed());
  }

  /** Fault G87: what is sent and let be in one decision had the end recorded behind the telling. */
  @Test
  void noEarlyConfirmationWithoutRecordedProgress() {
    HandlerEntry optional = HandlerEntry.of("absent").mustPerform(false);
    HandlerEntry book = HandlerEntry.of("book").atomicity(Atomicity.NON_ATOMIC);
    Orchestration caught =
        Orchestration.of(
                "o",
                Stage.of(HandlerEntry.of("check").completionCallback(true)),
                Sequence.of(Stage.of(book, HandlerEntry.of("gone")))
                    .onFault(OnFault.any(Stage.of(optional))))
            .recovery(CrashRecovery.COMPENSATE);
    Bench bench = incarnation(DHManagerConfig.DEFAULT, caught);
    NodeId other = bench.node("other", "gone");
    bench.accepted("m");
    Bench.Sent check = bench.batch();
    bench.heartbeat(other);
    bench.performed(check, "check");
    ManagerProbe.of(bench.manager).stepProgress();
    Outcome.Completed outcome = bench.completed("m");
    List<Task.Purpose> told =
        bench.batches().stream().map(sent -> sent.batch().tasks().get(0).purpose()).toList();
    assertFalse(told.contains(Task.Purpose.NOTIFY_COMPLETED), told::toString);
    assertTrue(bench.manager.awaitsHandOver(outcome.id()));
    CompletableFuture<Outcome> over = ManagerProbe.of(bench.manager).handingOver(outcome);
    ManagerProbe.of(bench.manager).stepProgress();
    assertSame(outcome, over.join());
    assertEquals(Task.Purpose.NOTIFY_COMPLETED, bench.batch().batch().tasks().get(0).purpose());
  }

  @Test
  void undeliveredMessageIsCompensatedAndNotReportedCompleted() {
    Bench first = completed();
    Outcome.Completed outcome = first.completed("m");
    first.manager.undelivered(outcome, "refused");
    assertEquals(List.of(), first.batches());
    compensated(first, Fault.Code.NOT_DELIVERED, true);
    assertEquals(0, ManagerProbe.of(first.manager).executing());
    assertEquals(List.of(), incarnation().manager.storedMessages().unresolved());
  }

  @Test
  void withoutADiskItIsNotHandedOver() {
    Bench first = completed();
    Outcome.Completed outcome = first.completed("m");
    CompletableFuture<Outcome> over = ManagerProbe.of(first.manager).handingOver(outcome);
    open.get(0).close(); // as on a full disk nothing is written from now on
    ManagerProbe.of(first.manager).stepProgress();
    Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, over.join());
    assertEquals(Fault.Code.NOT_STORED, failed.fault().code());
    assertEquals(List.of(), first.batches(), "nobody hears that it completed");

    compensated(incarnation(), Fault.Code.SHUT_DOWN, false);
  }

  @Test
  void aCleanStopUndoesWhatIsNotHandedOverAndListsIt() {
    Bench first = completed();
    Outcome.Completed outcome = first.completed("m");
    first.manager.close();
    Outcome late = first.manager.handOver(outcome);
    assertEquals(Fault.Code.SHUT_DOWN, assertInstanceOf(Outcome.Failed.class, late).fault().code());

    Bench second = incarnation();
    assertEquals(1, second.manager.storedMessages().failed().size());
    compensated(second, Fault.Code.SHUT_DOWN, true);
  }

  @Test
  void aGatewayThatDoesNotSaySoIsGivenItWhenThatIsOnDisk() {
    Bench first = incarnation();
    first.handsOver = false;
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.performed(first.batch(), "check");
    assertFalse(first.outcomes.containsKey("m"), "not before it is on disk");
    ManagerProbe.of(first.manager).stepProgress();
    Outcome.Completed outcome = first.completed("m");
    assertFalse(first.manager.awaitsHandOver(outcome.id()));
    assertSame(outcome, first.manager.handOver(outcome));
    assertEquals(List.of(), incarnation().manager.storedMessages().unresolved());
  }

  @Test
  void unstoredMessageIsNotReportedCompleted() {
    Bench first = incarnation();
    first.handsOver = false;
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.performed(first.batch(), "check");
    open.get(0).close(); // as on a full disk nothing is written from now on
    ManagerProbe.of(first.manager).stepProgress();
    assertEquals(Fault.Code.NOT_STORED, first.fault("m").code());
    assertEquals(List.of(), first.batches());
    assertEquals(0, ManagerProbe.of(first.manager).executing());
  }

  /** Both leave in one task batch when that it has completed is on disk. */
  @Test
  void onewayHandlerStartsAfterTheDeadlineOfCallbacks() {
    Orchestration order =
        Orchestration.of("o", Stage.of(BOOK), Stage.of(HandlerEntry.of("log").oneway(true)))
            .recovery(CrashRecovery.COMPENSATE);
    Bench bench =
        incarnation(DHManagerConfig.DEFAULT.timeToCompensate(Duration.ofMillis(100)), order);
    bench.handsOver = false;
    bench.accepted("m");
    bench.performed(bench.afterTheDisk(), "book");
    bench.stall(Duration.ofMillis(100));
    assertEquals(Set.of("log"), bench.afterTheDisk().handlers());
    assertEquals(1, bench.counter(Counter.END_NOTICE_LOST));
  }
}
