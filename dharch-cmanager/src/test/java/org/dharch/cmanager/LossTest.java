package org.dharch.cmanager;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.dharch.api.Limits;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.node.JmsNodeChannel;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.testing.ForkedJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Brokers, connections and nodes that go, and come back. */
class LossTest {
  private static final NodeId NODE = new NodeId("node", "1");

  private final Recorder recorder = new Recorder();
  private EmbeddedBroker broker =
      EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), JmsOptions.DEFAULT);
  private final URI uri = broker.uri();
  private final JmsCManager manager = new JmsCManagerProvider().manager(uri, Map.of());

  @AfterEach
  void close() {
    manager.close();
    broker.close();
  }

  @Test
  void restartedBrokerIsUsedAgain() {
    manager.start(recorder);
    try (TestNode node = new TestNode(uri, NODE).start()) {
      roundTrip(node);
      broker.close();
      soon().until(() -> !recorder.isUp());
      assertFalse(manager.send(NODE, RandomTaskBatch.of(manager.address(), 1)));
      DMFormat kept = RandomTaskBatch.of(manager.address(), 1);
      node.channel.reply(manager.address(), kept); // while the broker is away
      recorder.statuses.clear();
      broker = EmbeddedBroker.start(uri, JmsOptions.DEFAULT);
      soon().until(() -> recorder.isUp() && recorder.hasStatusOf(NODE));
      soon().until(() -> recorder.replies.contains(kept));
      roundTrip(node);
      assertEquals(List.of(true, false, true), List.copyOf(recorder.connected));
    }
  }

  /** A real broker is stopped, and started again; the node's manager makes no link. */
  @Test
  void nodeReportsUnreachableManagers() {
    JmsOptions options = JmsOptions.ofNode(Map.of("link", "off"), Limits.DEFAULT);
    try (JmsNodeChannel channel = new JmsNodeChannel(uri, options, Duration.ofMillis(100))) {
      assertFalse(channel.isReachable());
      channel.start(NODE, new TestNode(uri, NODE));
      soon().until(channel::isReachable);
      broker.close();
      soon().until(() -> !channel.isReachable());
      broker = EmbeddedBroker.start(uri, JmsOptions.DEFAULT);
      soon().until(channel::isReachable);
    }
  }

  /** Its broker is gone for longer than the grace, and yet its link serves. */
  @Test
  void linkedNodeIsReachable() {
    JmsOptions options = JmsOptions.ofNode(Map.of("link", "auto"), Limits.DEFAULT);
    manager.start(recorder);
    try (JmsNodeChannel channel = new JmsNodeChannel(uri, options, Duration.ZERO);
        TestNode listener = new TestNode(uri, NODE)) {
      channel.start(NODE, listener);
      channel.announce(listener.status(NodeStatus.State.READY));
      soon().until(() -> manager.linked().size() == 1);
      broker.close();
      soon().until(() -> !recorder.isUp());
      soon().until(() -> channel.isReachable());
      manager.close();
      soon().until(() -> !channel.isReachable());
    }
  }

  /** Fault: the log said {@code java.io.EOFException}. */
  @Test
  void lostConnectionIsLoggedWithReason() {
    manager.start(recorder);
    soon().until(recorder::isUp);
    String log =
        Logs.of(
            soFar -> {
              broker.close();
              soon().until(() -> soFar.get().contains("Connection lost"));
            });
    assertTrue(
        log.contains("broker=tcp://127.0.0.1:" + uri.getPort() + " reason=closed by peer"), log);
    assertFalse(log.contains("java."), log);
  }

  @Test
  void startWaitsForAbsentBroker() {
    broker.close();
    manager.start(recorder);
    try (TestNode node = new TestNode(uri, NODE).start()) {
      assertFalse(manager.send(NODE, RandomTaskBatch.of(manager.address(), 1)));
      broker = EmbeddedBroker.start(uri, JmsOptions.DEFAULT);
      soon().until(() -> recorder.isUp() && recorder.hasStatusOf(NODE));
      roundTrip(node);
    }
    assertEquals(List.of(true), List.copyOf(recorder.connected));
  }

  @Test
  void closeReturnsWithoutBroker() {
    broker.close();
    manager.start(recorder);
    TestNode node = new TestNode(uri, NODE).start();
    long begin = System.nanoTime();
    node.close();
    manager.close();
    assertTrue(System.nanoTime() - begin < Duration.ofSeconds(4).toNanos());
    assertTrue(recorder.connected.isEmpty());
  }

  @Test
  void replyWaitsForCapacityWithinPatience() {
    broker.close();
    Map<String, String> small = Map.of("outboxMessages", "2", "replyPatienceMillis", "100");
    try (TestNode node = new TestNode(uri, NODE, small).start()) {
      long begin = System.nanoTime();
      for (int i = 0; i < 3; i++) {
        node.channel.reply(manager.address(), RandomTaskBatch.of(manager.address(), 1));
      }
      long took = System.nanoTime() - begin;
      assertTrue(took >= Duration.ofMillis(100).toNanos(), "took " + took);
      broker = EmbeddedBroker.start(uri, JmsOptions.DEFAULT);
      manager.start(recorder);
      soon().until(() -> recorder.replies.size() == 2);
    }
  }

  @Test
  void sendDoesNotBlockOnHangingBroker() throws Exception {
    Map<String, String> small = Map.of("outboxMessages", "50");
    try (Cut way = new Cut(uri);
        JmsCManager hung = new JmsCManagerProvider().manager(way.uri(), small);
        TestNode node = new TestNode(uri, NODE).start()) {
      hung.start(recorder);
      soon().until(() -> recorder.isUp() && recorder.hasStatusOf(node.id));
      way.freeze();
      DMFormat large = RandomTaskBatch.of(hung.address(), 1 << 20);
      assertTimeoutPreemptively(
          Duration.ofSeconds(5),
          () -> {
            while (hung.send(NODE, large)) {
              // until the outbox is full
            }
          });
    }
  }

  @Test
  void failoverUsesAvailableBroker() {
    URI both = URI.create("failover:(tcp://127.0.0.1:1," + uri + ")?randomize=false");
    manager.start(recorder);
    try (TestNode node = new TestNode(both, NODE).start()) {
      soon().until(() -> recorder.hasStatusOf(NODE));
      roundTrip(node);
    }
  }

  @Test
  void cutNodeIsLostAndItsTaskBatchIsRedelivered() throws Exception {
    manager.start(recorder);
    try (Cut way = new Cut(uri);
        TestNode node = new TestNode(way.uri(), NODE)) {
      node.holding = true;
      node.start();
      soon().until(() -> recorder.isUp() && recorder.hasStatusOf(NODE));
      DMFormat batch = RandomTaskBatch.of(manager.address(), 1);
      DMFormat done = RandomTaskBatch.of(manager.address(), 1);
      assertTrue(manager.send(NODE, done));
      soon().until(() -> node.held.size() == 1);
      node.answer(node.held.remove());
      assertTrue(manager.send(NODE, batch));
      soon().until(() -> node.held.size() == 1 && recorder.replies.size() == 1);
      way.cut();
      soon().atMost(Duration.ofSeconds(2)).until(() -> recorder.gone.contains(NODE));
      soon().until(() -> node.held.size() == 2);
      assertEquals(List.of(batch, batch), node.held.stream().map(TestNode.Held::batch).toList());
      node.answer(node.held.remove()); // its acknowledgement is of the lost connection: no harm
      node.answer(node.held.remove());
      soon().until(() -> recorder.replies.size() == 3);
      recorder.statuses.clear();
      way.cut();
      soon().until(() -> way.ways.get() == 3 && recorder.hasStatusOf(NODE));
      soon().during(Duration.ofMillis(200)).until(node.held::isEmpty);
    }
  }

  @Test
  void managerReconnectsAfterCut() throws Exception {
    try (Cut way = new Cut(uri);
        JmsCManager cutOff = new JmsCManagerProvider().manager(way.uri(), Map.of());
        TestNode node = new TestNode(uri, NODE).start()) {
      cutOff.start(recorder);
      soon().until(() -> recorder.isUp() && recorder.hasStatusOf(NODE));
      way.cut();
      soon().until(() -> List.of(true, false, true).equals(List.copyOf(recorder.connected)));
      DMFormat batch = RandomTaskBatch.of(cutOff.address(), 1);
      assertTrue(cutOff.send(NODE, batch));
      soon().until(() -> recorder.replies.contains(batch));
      assertEquals(NODE, node.id);
    }
  }

  @Test
  void aKilledJvmIsGone(@TempDir Path folder) throws Exception {
    manager.start(recorder);
    NodeId killed = new NodeId("killed", "9");
    Path log = folder.resolve("node.log");
    try (ForkedJvm jvm =
        ForkedJvm.start(
            log, List.of("-Xmx256m"), EchoNodeMain.class, uri.toString(), "killed", "9", "hold")) {
      soon().atMost(Duration.ofSeconds(60)).until(() -> recorder.hasStatusOf(killed));
      assertTrue(manager.send(killed, RandomTaskBatch.of(manager.address(), 1)));
      assertFalse(recorder.gone.contains(killed));
      assertTrue(jvm.process().isAlive());
    }
    soon().atMost(Duration.ofSeconds(5)).until(() -> recorder.gone.contains(killed));
  }

  private void roundTrip(TestNode node) {
    soon().until(() -> recorder.isUp() && recorder.hasStatusOf(node.id));
    DMFormat batch = RandomTaskBatch.of(manager.address(), 1000);
    assertTrue(manager.send(node.id, batch));
    soon().until(() -> recorder.replies.contains(batch));
  }
}
