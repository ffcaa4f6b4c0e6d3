package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.spi.Gateway;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

/** Fault B5: no live node is lost because its manager did not listen; a dead one is. */
class SilenceTest {
  private static final Duration SILENCE = DHManagerConfig.DEFAULT.nodeSilence();
  private static final Duration HEARTBEAT = Duration.ofMillis(250);

  private final Bench bench = new Bench(Orchestration.of("o", Stage.of("A")));

  /** The nodes' heartbeats come, and time passes, for so long. */
  private void alive(Duration time, NodeId... nodes) {
    for (Duration at = Duration.ZERO; at.compareTo(time) < 0; at = at.plus(HEARTBEAT)) {
      for (NodeId node : nodes) {
        bench.heartbeat(node, "A");
      }
      bench.advance(HEARTBEAT);
    }
  }

  private long lost() {
    return bench.counter(Counter.NODES_LOST);
  }

  @Test
  void aNodeThatIsSilentIsLostWhenItsTimeIsOverAndNotBefore() {
    bench.node("n", "A");
    bench.advance(SILENCE.minusMillis(1));
    assertEquals(0, lost());
    bench.advance(Duration.ofMillis(1));
    assertEquals(1, lost());
  }

  @Test
  void duplicateNodeIsWarned() {
    NodeId first = new NodeId("n", "1");
    NodeId second = new NodeId("n", "2");
    alive(Duration.ofSeconds(5), first, second);
    assertEquals(
        List.of(first), bench.manager.status().nodes().stream().map(s -> s.node()).toList());
    assertEquals(1, Set.copyOf(bench.transport.told).size(), bench.transport.told.toString());
    assertTrue(bench.transport.told.size() > 10, "again and again, as long as it is so");
    String told = bench.transport.told.get(0);
    assertTrue(told.startsWith(second + ": ") && told.contains("gets no work: " + first), told);
  }

  /** Fault B5: a manager that was stopped for 4 s blamed its nodes. */
  @Test
  void aManagerThatWasStoppedLosesNoNode() {
    NodeId node = bench.node("n", "A");
    bench.accepted("m");
    Bench.Sent sent = bench.batch();
    for (int times = 0; times < 5; times++) {
      bench.stall(Duration.ofSeconds(4));
      assertEquals(0, lost(), "the heartbeats of that time are still on their way");
      bench.heartbeat(node, "A");
    }
    assertEquals(List.of(), bench.batches());
    bench.performed(sent, "A");
    bench.completed("m");
  }

  /**
   * What the manager did not hear is not counted, what it did is: a dead node is lost all the same.
   */
  @Test
  void aNodeThatDiedIsLostAlthoughItsManagerIsStoppedAgainAndAgain() {
    NodeId dead = bench.node("dead", "A");
    NodeId live = bench.node("live", "A");
    for (int times = 0; times < 12 && lost() == 0; times++) {
      bench.stall(Duration.ofSeconds(4));
      bench.heartbeat(live, "A");
    }
    assertEquals(1, lost());
    assertEquals(
        List.of(live), bench.manager.status().nodes().stream().map(s -> s.node()).toList());
    bench.heartbeat(dead, "A");
    assertEquals(2, bench.manager.status().nodes().size());
  }

  /** Fault B5: after 3.5 s without a turn 144 of 400 nodes were lost, their heartbeats unread. */
  @Test
  void inboxIsReadBeforeANodeCountsAsSilent() {
    List<NodeId> nodes = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      nodes.add(bench.node("n" + i, "A"));
    }
    Gateway<String> slow = new Gateway<>() { // in the turn, so that it ends no sooner
          @Override
          public void completed(String context, Outcome.Completed outcome) {
            bench.clock.advance(Duration.ofMillis(3500));
            nodes.forEach(node -> bench.heartbeat(node, "A"));
          }

          @Override
          public void failed(String context, Outcome.Failed outcome) {}

          @Override
          public void responded(String context, Outcome.Responded outcome) {}
        };
    bench.manager.admit(
        slow, "m", Submission.of(org.dharch.core.message.Direction.IN, "Service", Bench.ENVELOPE));
    bench.performed(bench.batch(), "A");
    assertEquals(0, lost());
    assertEquals(400, bench.manager.status().nodes().size());
  }

  /** Fault B5: with replies by the thousand, and no heartbeat among them, nodes were lost. */
  @Test
  void aReplyIsASignOfLife() {
    bench.node("n", "A");
    for (int i = 0; i < 40; i++) {
      bench.accepted("m" + i);
      bench.advance(HEARTBEAT);
      bench.performed(bench.batch(), "A");
    }
    assertEquals(0, lost());
    bench.advance(SILENCE);
    assertEquals(1, lost());
  }

  @Test
  void aReplyIsTakenBeforeItsAttemptIsOutOfTime() {
    NodeId node = bench.node("n", "A");
    bench.accepted("m");
    Bench.Sent sent = bench.batch();
    Gateway<String> stopped =
        new Gateway<>() {
          @Override
          public void completed(String context, Outcome.Completed outcome) {
            for (int i = 0; i < 300; i++) {
              bench.heartbeat(node, "A");
            }
            bench.performed(sent, "A");
            bench.clock.advance(Duration.ofSeconds(22));
          }

          @Override
          public void failed(String context, Outcome.Failed outcome) {}

          @Override
          public void responded(String context, Outcome.Responded outcome) {}
        };
    bench.manager.admit(
        stopped,
        "other",
        Submission.of(org.dharch.core.message.Direction.IN, "Service", Bench.ENVELOPE));
    bench.performed(bench.batch(), "A");
    assertTrue(bench.outcome("m").isPresent());
    assertEquals(0, bench.counter(Counter.TIME_OUTS));
  }

  @Test
  void noNodeCountsAsSilentWithoutABroker() {
    NodeId node = bench.node("n", "A");
    alive(Duration.ofSeconds(2), node);
    bench.receiver.connected(false);
    bench.advance(SILENCE.minusMillis(1));
    bench.receiver.connected(true);
    bench.advance(SILENCE.minusMillis(1));
    assertEquals(0, lost());
    bench.advance(Duration.ofMillis(1));
    assertEquals(1, lost());
  }

  @Test
  void silentNodeIsLostAndItsNeighborStays() {
    NodeId heard = bench.node("heard", "A");
    bench.node("silent", "A");
    alive(Duration.ofSeconds(30), heard);
    assertEquals(1, lost());
    assertEquals("heard", bench.manager.status().nodes().get(0).node().name());
  }
}
