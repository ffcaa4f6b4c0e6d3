package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.CrashRecovery;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.view.Unresolved;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

/** The manager and a node without an execution journal ended together. */
class CompensationAfterNodeLossTest extends ManagerRestarts {
  private static final HandlerEntry PAY =
      HandlerEntry.of("pay").atomicity(Atomicity.ATOMIC).compensator("refund");
  private static final Orchestration BOOK_AND_PAY =
      Orchestration.of("o", Stage.of(BOOK), Stage.of(PAY)).recovery(CrashRecovery.COMPENSATE);
  private static final String[] ALL = {"book", "unbook", "pay", "refund"};

  /** The time after which an attempt can have no further effect, by default. */
  private static final int PATIENCE_SECONDS = 22;

  /** "book" performed on node n, and "pay" was sent to node p, when the manager ended. */
  private void bookedAndPaying(int messages) {
    Bench first = incarnation(BOOK_AND_PAY);
    first.node("n", "book", "unbook");
    first.node("p", "pay", "refund");
    for (int m = 0; m < messages; m++) {
      first.accepted("m" + m);
      first.performed(first.afterTheDisk(), "book");
      assertEquals(Set.of("pay"), first.afterTheDisk().handlers());
    }
  }

  /** Lets seconds pass in which the nodes live and do what they are asked; returns that. */
  private static List<String> pass(Bench bench, int seconds, List<NodeId> nodes) {
    List<String> compensated = new ArrayList<>();
    for (int second = 0; second < seconds; second++) {
      nodes.forEach(node -> bench.heartbeat(node, ALL));
      ManagerProbe.of(bench.manager).stepStore();
      for (int step = 0; step < 20; step++) {
        ManagerProbe.of(bench.manager).stepProgress();
        for (Bench.Sent sent : bench.batches()) {
          String handler = sent.handlers().iterator().next();
          compensated.add(handler);
          bench.performed(sent, handler);
        }
        bench.advance(Duration.ofMillis(50));
      }
    }
    return compensated;
  }

  private static List<Unresolved> unresolved(Bench bench) {
    ManagerProbe.of(bench.manager).stepStore();
    return bench.manager.storedMessages().unresolved();
  }

  @Test
  void compensatesWhenTheNodeReturnsWithoutItsJournal() {
    bookedAndPaying(1);
    Bench second = incarnation(BOOK_AND_PAY);
    List<NodeId> nodes = List.of(new NodeId("n", "1"), new NodeId("p", "2"));
    assertEquals(List.of(), pass(second, PATIENCE_SECONDS - 2, nodes), "it may still perform");
    assertEquals(List.of("refund", "unbook"), pass(second, 6, nodes));
    assertEquals(List.of(), unresolved(second));
  }

  @Test
  void compensatesOnAnotherNodeWhenTheNameNeverReturns() {
    bookedAndPaying(1);
    Bench second = incarnation(BOOK_AND_PAY);
    List<NodeId> nodes = List.of(new NodeId("q", "1"));
    assertEquals(List.of(), pass(second, PATIENCE_SECONDS - 2, nodes), "it may still perform");
    assertEquals(List.of("refund", "unbook"), pass(second, 6, nodes));
    assertEquals(List.of(), unresolved(second));
  }

  @Test
  void manyMessagesWaitForOnePatience() {
    bookedAndPaying(50);
    Bench second = incarnation(BOOK_AND_PAY);
    List<NodeId> nodes = List.of(new NodeId("q", "1"));
    assertEquals(100, pass(second, PATIENCE_SECONDS + 15, nodes).size());
    assertEquals(List.of(), unresolved(second));
  }

  /** Without the manager's end: the patience is longer than the time to compensate. */
  @Test
  void compensatesInTheSameIncarnation() {
    Stage both = Stage.of(PAY, HandlerEntry.of("check"));
    Bench bench =
        incarnation(Orchestration.of("o", Stage.of(BOOK), both).recovery(CrashRecovery.COMPENSATE));
    NodeId own = bench.node("n", "book", "unbook", "check");
    NodeId gone = bench.node("p", "pay", "refund");
    bench.accepted("m");
    bench.performed(bench.afterTheDisk(), "book");
    ManagerProbe.of(bench.manager).stepProgress();
    Bench.Sent check =
        bench.batches().stream().filter(sent -> sent.node().equals(own)).findFirst().orElseThrow();
    bench.receiver.gone(gone);
    bench.failed(check, "check", "no");
    List<NodeId> nodes = List.of(new NodeId("n", "1"), new NodeId("q", "1"));
    List<String> compensated = pass(bench, 2 * PATIENCE_SECONDS + 15, nodes);
    assertEquals(List.of("refund", "unbook"), compensated);
    assertEquals(List.of(), unresolved(bench));
  }

  @Test
  void compensatorOfALostNodeWithoutJournalIsListedAsDoubtful() {
    bookedAndPaying(1);
    Bench second = incarnation(BOOK_AND_PAY);
    second.heartbeat(new NodeId("q", "1"), ALL);
    List<Bench.Sent> refund = new ArrayList<>();
    for (int tenth = 0; refund.isEmpty(); tenth++) {
      assertTrue(tenth < 400, "the compensator is sent");
      second.heartbeat(new NodeId("q", "1"), ALL);
      ManagerProbe.of(second.manager).stepStore();
      ManagerProbe.of(second.manager).stepProgress();
      refund.addAll(second.batches());
      second.advance(Duration.ofMillis(100));
    }
    assertEquals(Set.of("refund"), refund.get(0).handlers());
    Bench third = incarnation(BOOK_AND_PAY);
    List<NodeId> nodes = List.of(new NodeId("r", "1"));
    assertEquals(List.of("unbook"), pass(third, 2 * PATIENCE_SECONDS + 15, nodes));
    Unresolved left = unresolved(third).get(0);
    assertEquals(List.of(), left.waiting());
    assertEquals(
        List.of("whether compensator 'refund' of handler 'pay' has performed is not known"),
        left.doubtful());
  }

  /**
   * A node with a journal can still report the result, so the manager waits for it without limit.
   */
  @Test
  void compensatorOfALostNodeWithJournalWaitsForIt() {
    Bench first = incarnation(BOOK_AND_PAY);
    NodeId node = first.remembering("n", "1", ALL);
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.failed(first.afterTheDisk(), "pay", "no");
    assertEquals(Set.of("unbook"), first.afterTheDisk().handlers());
    Bench second = incarnation(BOOK_AND_PAY);
    assertEquals(List.of(), pass(second, 60, List.of(new NodeId("q", "1"))));
    assertEquals(List.of("handler 'book' by 'unbook'"), unresolved(second).get(0).waiting());
    NodeId back = second.remembering("n", "2", ALL);
    assertTrue(back.remembers(node));
    assertEquals(List.of("unbook"), pass(second, 70, List.of(back)));
    assertEquals(List.of(), unresolved(second));
  }
}
