package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

/** One of several brokers is lost: its nodes are alive, and there is no way to them now. */
class UnreachableTest {
  private final Bench bench = new Bench(Orchestration.of("o", Stage.of("A")));

  @Test
  void whatItHasGoesToAnotherAtOnceAndNothingNewToIt() {
    NodeId cut = bench.node("cut", "A");
    bench.accepted("m");
    assertEquals(cut, bench.batch().node());
    NodeId other = bench.node("other", "A");
    bench.receiver.unreachable(cut);
    Bench.Sent again = bench.batch();
    assertEquals(other, again.node());
    for (int i = 0; i < 20; i++) {
      bench.accepted("n" + i);
      assertEquals(other, bench.batch().node());
    }
    bench.performed(again, "A");
    bench.completed("m");
    assertEquals(0, bench.counter(Counter.NODES_LOST));
  }

  @Test
  void messagesWaitForTheOnlyNodeThatServesThem() {
    NodeId lone = bench.node("lone", "A");
    bench.accepted("m");
    Bench.Sent first = bench.batch();
    bench.receiver.unreachable(lone);
    bench.accepted("n");
    bench.advance(Duration.ofSeconds(2));
    assertEquals(List.of(), bench.batches());
    bench.heartbeat(lone, "A");
    List<Bench.Sent> sent = bench.batches();
    assertEquals(2, sent.size());
    bench.performed(first, "A");
    assertTrue(bench.outcome("m").isEmpty(), "what was sent before is over");
    sent.forEach(batch -> bench.performed(batch, "A"));
    bench.completed("m");
    bench.completed("n");
  }

  /** It may be running there, so it goes nowhere else, and its node is asked when it is back. */
  @Test
  void whatIsStatefulWaitsForItsNode() {
    HandlerEntry stateful = HandlerEntry.of("A").atomicity(Atomicity.NON_ATOMIC);
    Bench one = new Bench(Orchestration.of("o", Stage.of(stateful)));
    NodeId node = one.node("n", "A");
    one.accepted("m");
    Bench.Sent first = one.batch();
    one.node("other", "A");
    one.receiver.unreachable(node);
    assertEquals(List.of(), one.batches());
    one.heartbeat(node, "A");
    Bench.Sent again = one.batch();
    assertEquals(node, again.node());
    assertEquals(first.task("A").attempt(), again.task("A").attempt());
    one.performed(again, "A");
    one.completed("m");
  }

  @Test
  void unreachableNodeIsLostAfterItsTime() {
    NodeId node = bench.node("n", "A");
    bench.receiver.unreachable(node);
    bench.accepted("m");
    bench.advance(DHManagerConfig.DEFAULT.nodeSilence());
    assertEquals(1, bench.counter(Counter.NODES_LOST));
    bench.receiver.unreachable(node); // of one that is not here it means nothing
    assertEquals(List.of(), bench.batches());
  }
}
