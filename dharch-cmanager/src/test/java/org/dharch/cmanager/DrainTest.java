package org.dharch.cmanager;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.Gateway;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.HoldGate;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A whole manager, and nodes that come and leave over a real broker. */
class DrainTest {
  private static final HandlerEntry STATEFUL = HandlerEntry.of("A").atomicity(Atomicity.ATOMIC);

  private final JmsCManager transport =
      new JmsCManagerProvider().manager(URI.create("embedded:tcp://127.0.0.1:0"), Map.of());
  private final DHManager manager =
      DHManager.start(
          DHManagerConfig.DEFAULT,
          Orchestrations.of(
              List.of(Orchestration.of("o", Stage.of(STATEFUL))),
              List.of(Rule.all(Direction.IN, "o"))),
          transport);
  private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
  private final Queue<MessageId> performed = new ConcurrentLinkedQueue<>();
  private final HoldGate gate = new HoldGate();

  private final Gateway<String> gateway =
      new Gateway<>() {
        @Override
        public void completed(String context, Outcome.Completed outcome) {
          outcomes.add(outcome);
        }

        @Override
        public void failed(String context, Outcome.Failed outcome) {
          outcomes.add(outcome);
        }

        @Override
        public void responded(String context, Outcome.Responded outcome) {
          outcomes.add(outcome);
        }
      };

  @AfterEach
  void close() {
    manager.close();
  }

  private HandlerNode node(String name) {
    HandlerNode node =
        HandlerNode.builder(name)
            .workers(1)
            .inboxTasks(1)
            .handler(
                "A",
                1,
                message -> {
                  performed.add(message.id());
                  gate.await();
                  return Changes.NONE;
                })
            .start(
                new JmsCManagerProvider()
                    .node(transport.nodeUri().orElseThrow(), Map.of("prefetch", "4")));
    soon().until(() -> manager.status().nodes().stream().anyMatch(s -> s.node().equals(node.id())));
    return node;
  }

  /**
   * Fault B7: stateful tasks that lay in the queue of a node that left, or had been prefetched,
   * waited for 22 s, when the manager could ask for them no more; then they had failed.
   */
  @Test
  void unconsumedTaskBatchesOfDepartedNodeAreReassigned() throws Exception {
    HandlerNode leaves = node("leaves");
    CountDownLatch open = gate.close();
    byte[] envelope = Utf8.bytes(EnvelopeText.SOAP11.of("<x/>"));
    for (int i = 0; i < 30; i++) {
      assertInstanceOf(
          Admission.Accepted.class,
          manager.admit(gateway, "m" + i, Submission.of(Direction.IN, "S", envelope)));
    }
    soon().until(() -> leaves.status().active() == 1 && leaves.status().waiting() == 1);
    try (HandlerNode stays = node("stays")) {
      Thread leaving = new Thread(() -> leaves.drain(Duration.ofSeconds(10)), "leaving");
      leaving.start();
      soon().until(() -> performed.size() >= 2); // one of what goes back has begun elsewhere
      assertTrue(leaving.isAlive(), "it waits for what it has taken");
      open.countDown();
      soon().atMost(Duration.ofSeconds(10)).until(() -> outcomes.size() == 30);
      outcomes.forEach(outcome -> assertInstanceOf(Outcome.Completed.class, outcome));
      assertEquals(30, performed.size(), "none twice");
      leaving.join(10_000);
      assertEquals(
          List.of(stays.id()), manager.status().nodes().stream().map(s -> s.node()).toList());
    }
  }
}
