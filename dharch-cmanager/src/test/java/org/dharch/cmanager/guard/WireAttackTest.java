package org.dharch.cmanager.guard;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.activemq.command.BrokerId;
import org.apache.activemq.command.CommandTypes;
import org.apache.activemq.command.ConnectionId;
import org.apache.activemq.command.ConnectionInfo;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.RandomTaskBatch;
import org.dharch.cmanager.Recorder;
import org.dharch.cmanager.TestNode;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Fault D: what a few bytes made the broker of a manager take of its memory. */
class WireAttackTest {
  private static final KeyRing.NamespaceKey OURS = KeyFile.namespace(KeyFile.find());
  private static final int LARGE = 30 << 20;

  private final FrameBudget capacity =
      new FrameBudget(2L * LARGE, Duration.ofHours(1), Duration.ofHours(1));
  private final EmbeddedBroker broker = start();

  private EmbeddedBroker start() {
    EmbeddedBroker.Bounds all = EmbeddedBroker.Bounds.of(JmsOptions.DEFAULT);
    return EmbeddedBroker.start(
        URI.create("tcp://127.0.0.1:0"),
        JmsOptions.DEFAULT,
        new EmbeddedBroker.Bounds(all.idleMillis(), Duration.ofHours(1), all.refusals(), capacity));
  }

  @AfterEach
  void close() {
    broker.close();
  }

  /** A manager and a node of it do their work, small and large. */
  private void assertAllIsWell(int bytes) {
    Recorder recorder = new Recorder();
    NodeId id = new NodeId("good", "1");
    try (JmsCManager manager = new JmsCManagerProvider().manager(broker.uri(), Map.of());
        TestNode node = new TestNode(broker.uri(), id)) {
      manager.start(recorder);
      node.start();
      soon().until(() -> recorder.hasStatusOf(id));
      assertTrue(manager.send(id, RandomTaskBatch.of(manager.address(), bytes)));
      soon().until(() -> recorder.replies.size() == 1);
    }
  }

  @Test
  void incompleteFramesAreBounded() throws Exception {
    List<WireClient> enemies = new ArrayList<>();
    try {
      for (int i = 0; i < 7; i++) {
        enemies.add(new WireClient(broker.uri()).join(BrokerLogin.ofNode(OURS, "enemy")));
        enemies.get(i).begin(LARGE);
      }
      soon().until(() -> capacity.usedBytes() == LARGE);
      assertAllIsWell(1 << 20);
      assertEquals(LARGE, capacity.usedBytes(), "one frame of one node");
      enemies.add(new WireClient(broker.uri()).join(BrokerLogin.ofNode(OURS, "another")));
      enemies.get(7).begin(LARGE - 1000);
      soon().until(() -> capacity.usedBytes() == 2 * LARGE - 1000);
      assertAllIsWell(1000);
    } finally {
      for (WireClient enemy : enemies) {
        enemy.close();
      }
    }
    soon().until(() -> capacity.usedBytes() == 0);
  }

  @Test
  void connectionsOfNodeAreBounded() throws Exception {
    List<WireClient> enemies = new ArrayList<>();
    try {
      for (int i = 0; i < BrokerLogins.MOST_OF_A_NODE; i++) {
        enemies.add(new WireClient(broker.uri()).join(BrokerLogin.ofNode(OURS, "enemy")));
      }
      try (WireClient more = new WireClient(broker.uri())) {
        assertThrows(IOException.class, () -> more.join(BrokerLogin.ofNode(OURS, "enemy")));
      }
      assertAllIsWell(1000);
    } finally {
      for (WireClient enemy : enemies) {
        enemy.close();
      }
    }
    soon().until(() -> isLetIn("enemy"));
  }

  private boolean isLetIn(String node) throws IOException {
    try (WireClient one = new WireClient(broker.uri())) {
      one.join(BrokerLogin.ofNode(OURS, node));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void connectionsWithoutLoginAreBounded() throws Exception {
    List<WireClient> unknownClients = new ArrayList<>();
    try {
      for (int i = 0; i < GuardedConnector.MOST_UNKNOWN; i++) {
        unknownClients.add(new WireClient(broker.uri()));
      }
      try (WireClient more = new WireClient(broker.uri())) {
        assertTrue(more.isClosed());
      } catch (IOException e) {
        // it was closed while it said what it speaks: so much the better
      }
      unknownClients.get(0).close();
      soon().until(() -> isLetIn("good"));
    } finally {
      for (WireClient unknownClient : unknownClients) {
        unknownClient.close();
      }
    }
  }

  /** A response of data, in which there is another, and so on: of each it has an array made. */
  @Test
  void arraysWithoutContentAreNotAllocated() throws Exception {
    for (boolean within : new boolean[] {false, true}) {
      try (WireClient enemy = new WireClient(broker.uri())) {
        if (within) {
          enemy.join(BrokerLogin.ofNode(OURS, "enemy"));
        }
        int depth = 1000;
        enemy.out.writeInt(1 + depth * 14);
        enemy.out.writeByte(CommandTypes.DATA_ARRAY_RESPONSE);
        for (int i = 0; i < depth; i++) {
          enemy.out.writeInt(1); // the command's number
          enemy.out.writeBoolean(false);
          enemy.out.writeInt(1); // whose answer it is
          enemy.out.writeBoolean(true);
          enemy.out.writeShort(Short.MAX_VALUE);
          enemy.out.writeBoolean(true); // the first element is there
          enemy.out.writeByte(CommandTypes.DATA_ARRAY_RESPONSE);
        }
        enemy.out.flush();
        assertTrue(enemy.isClosed());
      }
    }
    assertAllIsWell(1000);
  }

  /** A path of brokers with long names, of which the frame's length tells nothing. */
  @Test
  void tooLongCommandIsRejected() throws Exception {
    try (WireClient enemy = new WireClient(broker.uri())) {
      ConnectionInfo info = new ConnectionInfo(new ConnectionId("x"));
      info.setClientId(BrokerLogin.ofNode(OURS, "enemy"));
      BrokerId[] path = new BrokerId[20];
      for (int i = 0; i < path.length; i++) {
        path[i] = new BrokerId("x".repeat(1000));
      }
      info.setBrokerPath(path);
      enemy.sayAsIf(1000, info);
      assertTrue(enemy.isClosed());
    }
    assertAllIsWell(1000);
  }
}
