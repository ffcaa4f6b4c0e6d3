package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.StoreKey;
import org.dharch.core.view.Unresolved;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

/** An undo is tried until it is done, across lives, or a person has settled it. */
class CompensationRetryTest extends ManagerRestarts {
  @Test
  void anUndoThatWaitedTooLongForASlotIsTriedAgainAlsoWithoutAFolder() {
    DHManagerConfig config =
        DHManagerConfig.DEFAULT.concurrencyLimit(1).timeToStart(Duration.ofSeconds(1));
    Bench bench =
        new Bench(
            config.flow(config.flow().waitingLimit(Duration.ofSeconds(1))),
            Orchestration.of("o", Stage.of(BOOK), Stage.of("check")));
    bench.node("n", "book", "check");
    bench.accepted("m");
    bench.performed(bench.batch(), "book");
    bench.failed(bench.batch(), "check", "no");
    bench.advance(Duration.ofSeconds(10));
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(1, bench.manager.storedMessages().unresolved().size());

    bench.node("n", "book", "check");
    bench.accepted("slow"); // has the only slot
    Bench.Sent slow = bench.batch();
    bench.node("late", "unbook");
    ManagerProbe.of(bench.manager).stepStore();
    bench.advance(Duration.ofMillis(1500));
    assertEquals(List.of(), bench.batches(), "it waits, and then waits no longer");
    bench.failed(slow, "book", "no");
    triesAgain(bench);
    bench.performed(bench.batch(), "unbook");
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(List.of(), bench.manager.storedMessages().unresolved());
  }

  @Test
  void compensationOfALostNodeBlocksNoEarlierOne() {
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
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(2, bench.manager.storedMessages().unresolved().get(0).waiting().size());

    bench.node("late", "unbook");
    ManagerProbe.of(bench.manager).stepStore();
    Bench.Sent compensation = bench.batch();
    assertEquals(Set.of("unbook"), compensation.handlers());
    bench.performed(compensation, "unbook");
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(
        List.of("handler 'pay' by 'refund'"),
        bench.manager.storedMessages().unresolved().get(0).waiting());
  }

  @Test
  void duplicateCallbackReplyIsNotACompensationReply() {
    HandlerEntry seat = HandlerEntry.of("seat").atomicity(Atomicity.ATOMIC).compensator("unseat");
    Stage first = Stage.of(BOOK.completionCallback(true));
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
    bench.advance(Duration.ofSeconds(10)); // the time to compensate
    Bench.Sent told = bench.batch();
    bench.performed(told, "book");
    ManagerProbe.of(bench.manager).stepStore();
    Bench.Sent compensation = bench.batch();
    assertEquals(Set.of("unbook"), compensation.handlers());
    bench.performed(told, "book"); // it was doubled on its way
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(
        2, bench.manager.storedMessages().unresolved().get(0).waiting().size(), "of unbook, too");
    bench.performed(compensation, "unbook");
    bench.heartbeat(other, "seat", "unseat");
    triesAgain(bench);
    bench.performed(bench.batch(), "unseat");
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(List.of(), bench.manager.storedMessages().unresolved());
  }

  @Test
  void unknownOutcomeIsListedAndNotRetried() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(BOOK), Stage.of("check")));
    bench.node("n", "book", "check", "unbook");
    bench.accepted("m");
    bench.performed(bench.batch(), "book");
    bench.failed(bench.batch(), "check", "no");
    bench.reply(
        bench.batch(), "unbook", HandlerResult.Status.UNKNOWN, "it went down", Changes.NONE);
    ManagerProbe.of(bench.manager).stepStore();
    Unresolved left = bench.manager.storedMessages().unresolved().get(0);
    assertEquals(
        List.of("whether compensator 'unbook' of handler 'book' has performed is not known"),
        left.doubtful());
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(List.of(), bench.batches());
    assertTrue(bench.manager.storedMessages().resolve(left.message().key().id()));
    assertEquals(List.of(), bench.manager.storedMessages().unresolved());
    assertFalse(bench.manager.storedMessages().resolve(left.message().key().id()));
  }

  /** Once it was there again when the attempt failed that was under way. */
  @Test
  void whatIsSettledWhileItIsTriedStaysSettled() {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(BOOK), Stage.of("check")));
    NodeId node = bench.node("n", "book", "check", "unbook");
    bench.accepted("m");
    bench.performed(bench.batch(), "book");
    bench.failed(bench.batch(), "check", "no");
    awaitFailedAttempts(bench, node);
    Unresolved left = bench.manager.storedMessages().unresolved().get(0);
    assertEquals(1, left.waiting().size());
    triesAgain(bench);
    assertTrue(bench.manager.storedMessages().resolve(left.message().key().id()));
    for (int tries = 0; tries < 40; tries++) {
      isNotCompensated(bench, node);
      assertEquals(List.of(), bench.manager.storedMessages().unresolved());
    }
    assertEquals(List.of(), bench.batches());
  }

  /** It is tried to undo something until that is given up for now. */
  private static void awaitFailedAttempts(Bench bench, NodeId node) {
    for (int tries = 0; bench.manager.storedMessages().unresolved().isEmpty(); tries++) {
      assertTrue(tries < 100, "it is given up for now");
      isNotCompensated(bench, node);
    }
  }

  private static void isNotCompensated(Bench bench, NodeId node) {
    ManagerProbe.of(bench.manager).stepProgress();
    bench.batches().forEach(sent -> bench.failed(sent, "unbook", "not yet"));
    bench.advance(Duration.ofSeconds(1));
    bench.heartbeat(node, "book", "check", "unbook");
    ManagerProbe.of(bench.manager).stepStore();
  }

  /** A life in which it is tried once more to undo something, and that is on disk. */
  private Bench tries() {
    Bench first = incarnation(RESPONDED);
    NodeId node = first.node("n", "book", "check", "unbook");
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.failed(first.batch(), "check", "no");
    awaitFailedAttempts(first, node);
    triesAgain(first);
    return first;
  }

  private static MessageId left(Bench bench) {
    return bench.manager.storedMessages().unresolved().get(0).message().key().id();
  }

  /** Fault G88: what the try had on disk brought it back. */
  @Test
  void whatIsSettledWhileItIsTriedStaysSettledInTheNextLife() {
    Bench first = tries();
    assertTrue(first.manager.storedMessages().resolve(left(first)));
    first.batches().forEach(sent -> first.failed(sent, "unbook", "not yet"));
    first.advance(Duration.ofSeconds(1));
    ManagerProbe.of(first.manager).stepProgress();
    assertEquals(1, first.batches().size(), "it is under way yet");
    first.manager.close();

    Bench second = incarnation(RESPONDED);
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
    assertEquals(1, second.manager.storedMessages().failed().size());
  }

  /** The same by a person who finds no manager. */
  @Test
  void whatIsSettledBetweenTwoLivesStaysSettled() {
    StoreKey key = tries().manager.storedMessages().unresolved().get(0).message().key();
    open.forEach(FolderStore::close); // as a kill leaves it
    assertTrue(FolderStore.openForOperator(folder).resolve(key));
    assertFalse(FolderStore.openForOperator(folder).resolve(key));

    Bench second = incarnation(RESPONDED);
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
    ManagerProbe.of(second.manager).stepStore();
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
  }
}
