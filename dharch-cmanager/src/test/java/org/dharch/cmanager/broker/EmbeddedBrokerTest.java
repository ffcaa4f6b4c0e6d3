package org.dharch.cmanager.broker;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.Logs;
import org.dharch.cmanager.RandomTaskBatch;
import org.dharch.cmanager.Recorder;
import org.dharch.cmanager.TestNode;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.frame.UnauthenticatedClient;
import org.dharch.cmanager.guard.BrokerLogin;
import org.dharch.cmanager.guard.GuardedConnector;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.testing.Keytool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in, over what, and what is done with rubbish. */
class EmbeddedBrokerTest {
  private static final URI ANY = URI.create("tcp://127.0.0.1:0");
  private static final NodeId NODE = new NodeId("node", "1");

  private final JmsCManagerProvider provider = new JmsCManagerProvider();
  private final Recorder recorder = new Recorder();

  @Test
  void portInUseIsReported() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        JmsCManager manager =
            provider.manager(
                URI.create("embedded:tcp://127.0.0.1:" + taken.getLocalPort()), Map.of())) {
      CManagerException e = assertThrows(CManagerException.class, () -> manager.start(recorder));
      assertTrue(e.getMessage().contains("tcp://127.0.0.1:" + taken.getLocalPort()), e::getMessage);
      assertTrue(e.getMessage().contains("in use"), e::getMessage);
    }
  }

  @Test
  void loginNeedsUserAndPassword() {
    Map<String, String> right = Map.of("user", "u", "password", "p");
    try (JmsCManager manager = provider.manager(URI.create("embedded:" + ANY), right)) {
      manager.start(recorder);
      URI uri = manager.nodeUri().orElseThrow();
      String log =
          Logs.of(
              () -> {
                try (TestNode wrong =
                        new TestNode(uri, NODE, Map.of("user", "u", "password", "wrong")).start();
                    TestNode none = new TestNode(uri, NODE).start();
                    TestNode node = new TestNode(uri, new NodeId("right", "1"), right).start()) {
                  soon().until(() -> recorder.hasStatusOf(node.id));
                  soon().during(Duration.ofMillis(500)).until(() -> !recorder.hasStatusOf(NODE));
                  assertEquals(wrong.id, none.id);
                  roundTrip(manager, node.id);
                }
              });
      assertEquals(2, log.lines().filter(line -> line.contains("Broker rejects")).count(), log);
      assertTrue(log.contains("user 'u'"), log);
      assertFalse(log.contains("wrong"), log);
      assertFalse(log.contains("\tat "), log);
    }
  }

  @Test
  void queuesOfDepartedNodesAndManagersAreRemoved() {
    EmbeddedBroker.Bounds ofAll = EmbeddedBroker.Bounds.of(JmsOptions.DEFAULT);
    try (EmbeddedBroker broker =
        EmbeddedBroker.start(
            ANY,
            JmsOptions.DEFAULT,
            new EmbeddedBroker.Bounds(
                300, ofAll.loginLimit(), ofAll.refusals(), ofAll.capacity()))) {
      JmsCManager manager = provider.manager(broker.uri(), Map.of());
      manager.start(recorder);
      Target replies = Target.replies(manager.address());
      try (TestNode node = new TestNode(broker.uri(), NODE).start()) {
        soon().until(() -> recorder.hasStatusOf(node.id));
        roundTrip(manager, NODE);
      }
      assertTrue(broker.destinations().contains(Target.node(NODE).name()));
      soon().until(() -> !broker.destinations().contains(Target.node(NODE).name()));
      assertTrue(broker.destinations().contains(replies.name()));
      manager.close();
      soon().until(() -> !broker.destinations().contains(replies.name()));
      // what removes them says errors, in the next test's log, if its broker ends meanwhile
      soon().until(() -> broker.destinations().isEmpty());
    }
  }

  @Test
  void invalidMessagesAreDropped() throws Exception {
    try (JmsCManager manager = provider.manager(URI.create("embedded:" + ANY), Map.of())) {
      manager.start(recorder);
      URI uri = manager.nodeUri().orElseThrow();
      try (TestNode node = new TestNode(uri, NODE).start();
          Connection connection =
              UnauthenticatedClient.connection(
                  uri, BrokerLogin.ofManager(KeyFile.namespace(KeyFile.find())))) {
        soon().until(() -> recorder.hasStatusOf(NODE));
        rubbish(connection, Target.replies(manager.address()));
        rubbish(connection, Target.HEARTBEAT);
        rubbish(connection, Target.MANAGER);
        rubbish(connection, Target.node(NODE));
        soon().until(() -> recorder.forged.size() == 6);
        roundTrip(manager, node.id);
        assertEquals(1, recorder.replies.size());
        recorder.statuses.clear();
        node.channel.announce(node.status(org.dharch.core.wire.NodeStatus.State.READY));
        soon().until(() -> recorder.hasStatusOf(NODE));
      }
    }
  }

  private static void rubbish(Connection connection, Target target) throws JMSException {
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    MessageProducer producer =
        session.createProducer(
            target.kind() == Target.Kind.QUEUE
                ? session.createQueue(target.name())
                : session.createTopic(target.name()));
    producer.send(session.createTextMessage("rubbish"));
    BytesMessage frame = session.createBytesMessage();
    frame.writeBytes(new byte[] {'D', 'F', 1, 0, 1, 0, 0, 0, 1, 7, 0, 0, 0, 0});
    producer.send(frame); // a frame, but what is in it is no DMFormat
    producer.send(session.createMapMessage());
    session.close();
  }

  private static Path keyStore(Path dir) throws Exception {
    Path keys = dir.resolve("broker.p12");
    Keytool.pair(keys, "changeit", "broker", "ip:127.0.0.1");
    return keys;
  }

  private static Map<String, String> server(Path keys) {
    return Map.of("keyStore", keys.toString(), "keyStorePassword", "changeit");
  }

  /** Of a handshake that is not ended ActiveMQ waits for the end. */
  @Test
  void whoDoesNotEndItsHandshakeIsClosed(@TempDir Path dir) throws Exception {
    Path keys = keyStore(dir);
    JmsOptions options = JmsOptions.of(server(keys));
    EmbeddedBroker.Bounds ofAll = EmbeddedBroker.Bounds.of(options);
    EmbeddedBroker.Bounds bounds =
        new EmbeddedBroker.Bounds(
            60_000, Duration.ofMillis(500), ofAll.refusals(), ofAll.capacity());
    List<Socket> silent = new ArrayList<>();
    try (EmbeddedBroker broker =
        EmbeddedBroker.start(URI.create("ssl://127.0.0.1:0"), options, bounds)) {
      for (int i = 0; i < GuardedConnector.MOST_UNKNOWN; i++) {
        silent.add(new Socket(broker.uri().getHost(), broker.uri().getPort()));
      }
      for (Socket socket : silent) {
        socket.setSoTimeout(20_000);
        socket.getInputStream().readAllBytes(); // it may be told why
      }
      Map<String, String> client =
          Map.of("trustStore", keys.toString(), "trustStorePassword", "changeit");
      try (JmsCManager manager = provider.manager(broker.uri(), client)) {
        manager.start(recorder);
        soon().until(recorder::isUp);
      }
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void tlsWorksAndAnUnknownCertificateDoesNot(@TempDir Path dir) throws Exception {
    Path keys = keyStore(dir);
    Map<String, String> server = server(keys);
    Map<String, String> client =
        Map.of("trustStore", keys.toString(), "trustStorePassword", "changeit");
    try (JmsCManager manager = provider.manager(URI.create("embedded:ssl://127.0.0.1:0"), server)) {
      manager.start(recorder);
      URI uri = manager.nodeUri().orElseThrow();
      assertEquals("ssl", uri.getScheme());
      try (TestNode node = new TestNode(uri, NODE, client).start();
          TestNode distrustful = new TestNode(uri, new NodeId("distrustful", "1")).start()) {
        soon().until(() -> recorder.hasStatusOf(NODE));
        roundTrip(manager, NODE);
        assertFalse(recorder.hasStatusOf(distrustful.id));
        assertEquals(NODE, node.id);
      }
    }
  }

  @Test
  void sslBrokerNeedsKeyStore() {
    try (JmsCManager manager =
        provider.manager(URI.create("embedded:ssl://127.0.0.1:0"), Map.of())) {
      CManagerException e = assertThrows(CManagerException.class, () -> manager.start(recorder));
      assertTrue(e.getMessage().contains("keyStore"), e::getMessage);
    }
  }

  private void roundTrip(JmsCManager manager, NodeId node) {
    DMFormat batch = RandomTaskBatch.of(manager.address(), 1000);
    assertTrue(manager.send(node, batch));
    soon().until(() -> recorder.replies.contains(batch));
  }
}
