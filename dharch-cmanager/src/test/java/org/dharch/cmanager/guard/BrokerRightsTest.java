package org.dharch.cmanager.guard;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerRegistry;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.region.RegionBroker;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ConnectionId;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.state.ConnectionState;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.RandomTaskBatch;
import org.dharch.cmanager.RawClient;
import org.dharch.cmanager.Recorder;
import org.dharch.cmanager.TestNode;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.frame.FrameHeader.Way;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.frame.TestKeys;
import org.dharch.cmanager.frame.UnauthenticatedClient;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fault D: any node's credentials opened every queue, and took whole envelopes out of them. */
class BrokerRightsTest {
  private static final NodeId NODE = new NodeId("node", "1");
  private static final KeyRing.NamespaceKey OURS = KeyFile.namespace(KeyFile.find());
  private static final Map<String, String> USER = Map.of("user", "u", "password", "p");

  private final Recorder recorder = new Recorder();
  private final JmsCManager manager =
      new JmsCManagerProvider().manager(URI.create("embedded:tcp://127.0.0.1:0"), USER);

  @AfterEach
  void close() {
    manager.close();
  }

  private UnauthenticatedClient connect(String clientId) throws JMSException {
    ActiveMQConnectionFactory factory =
        new ActiveMQConnectionFactory(manager.nodeUri().orElseThrow());
    factory.setClientID(clientId);
    factory.setUserName("u");
    factory.setPassword("p");
    factory.setWatchTopicAdvisories(false); // as our own ends
    return new UnauthenticatedClient(factory.createConnection());
  }

  static Stream<String> others() {
    return Stream.of(
        BrokerLogin.ofNode(OURS, "other"),
        BrokerLogin.ofNode(OURS, "nod")); // the beginning of another's name
  }

  @ParameterizedTest
  @MethodSource("others")
  void queueIsDeniedToOtherNodes(String clientId) throws Exception {
    manager.start(recorder);
    try (TestNode node = new TestNode(manager.nodeUri().orElseThrow(), NODE, USER).start();
        UnauthenticatedClient unknownClient = connect(clientId)) {
      soon().until(() -> recorder.hasStatusOf(NODE));
      for (Target target :
          List.of(
              Target.node(NODE),
              Target.forwards(NODE),
              Target.replies(manager.address()),
              Target.HEARTBEAT,
              Target.NODE_ADVISORY,
              queue(">"),
              queue("*.node.node.1"),
              queue("dharch.node.>"),
              queue("mine,dharch.node.node.1"),
              queue(Target.node(NODE).name() + "?consumer.exclusive=true"))) {
        assertThrows(JMSException.class, () -> unknownClient.listen(target), target::name);
      }
      assertThrows(
          JMSException.class,
          () ->
              unknownClient
                  .session
                  .createBrowser(new ActiveMQQueue(Target.node(NODE).name()))
                  .getEnumeration());
      for (Target target : List.of(Target.node(NODE), Target.MANAGER, queue("a,dharch.node.x.1"))) {
        assertThrows(
            JMSException.class,
            () -> unknownClient.send(target, unknownClient.session.createMessage()),
            target::name);
      }
      ActiveMQConnection connection = (ActiveMQConnection) unknownClient.connection;
      assertThrows(
          JMSException.class,
          () -> connection.destroyDestination(new ActiveMQQueue(Target.node(NODE).name())));
      DMFormat batch = RandomTaskBatch.of(manager.address(), 100);
      assertTrue(manager.send(NODE, batch));
      soon().until(() -> recorder.replies.contains(batch));
      assertEquals(List.of(), List.copyOf(recorder.gone));
      assertNotNull(node.channel);
    }
  }

  /** What is not sealed for it means nothing to it, and nobody is there for what is for nobody. */
  @Test
  void nodeMaySendOnlyToForwardQueuesOfOthers() throws Exception {
    manager.start(recorder);
    try (TestNode node = new TestNode(manager.nodeUri().orElseThrow(), NODE, USER).start();
        UnauthenticatedClient unknownClient = connect(BrokerLogin.ofNode(OURS, "other"))) {
      soon().until(() -> recorder.hasStatusOf(NODE));
      unknownClient.send(Target.forwards(NODE), unknownClient.session.createMessage());
      soon().until(() -> node.channel.forgedCount() == 1);
      Target nobodys = Target.forwards(new NodeId("absent", "1"));
      assertThrows(
          JMSException.class,
          () -> unknownClient.send(nobodys, unknownClient.session.createMessage()));
      unknownClient
          .session
          .createProducer(null)
          .send(new ActiveMQQueue(nobodys.name()), unknownClient.session.createMessage());
      BrokerService broker = BrokerRegistry.getInstance().findFirst();
      assertFalse(
          ((RegionBroker) broker.getRegionBroker())
              .getDestinationMap()
              .containsKey(new ActiveMQQueue(nobodys.name())));
      for (String name :
          List.of("dharch.node.a.b.c.forward", "dharch.node.a.forward", "a.b.c.pass")) {
        assertThrows(
            JMSException.class,
            () -> unknownClient.send(queue(name), unknownClient.session.createMessage()),
            name);
      }
    }
  }

  private static Target queue(String name) {
    return new Target(Target.Kind.QUEUE, name, Way.TASK_BATCH, "", "");
  }

  /** To look on, say. */
  @Test
  void namespaceKeyGrantsAllRights() throws Exception {
    manager.start(recorder);
    try (UnauthenticatedClient one = connect(EmbeddedBroker.clientId(Map.of()))) {
      MessageConsumer consumer = one.listen(queue("theirs"));
      one.send(queue("theirs"), one.session.createMessage());
      assertNotNull(consumer.receive(5_000));
      assertNotNull(one.listen(Target.HEARTBEAT));
    }
  }

  @Test
  void nodeKeyGrantsNoOtherDestinations() throws Exception {
    manager.start(recorder);
    try (UnauthenticatedClient one = connect(BrokerLogin.ofNode(OURS, "other"))) {
      Target theirs = queue("theirs");
      assertThrows(JMSException.class, () -> one.listen(theirs));
      assertThrows(JMSException.class, () -> one.send(theirs, one.session.createMessage()));
      assertThrows(JMSException.class, () -> one.session.createTemporaryQueue());
    }
  }

  @Test
  void loginIsValidOnce() throws Exception {
    manager.start(recorder);
    String login = BrokerLogin.ofNode(OURS, "node");
    connect(login).close();
    assertThrows(JMSException.class, () -> connect(login));
  }

  @Test
  void loginNeedsKeyUserAndPassword() throws Exception {
    manager.start(recorder);
    String ours = BrokerLogin.ofNode(OURS, "node");
    for (String wrong :
        List.of(
            BrokerLogin.ofNode(TestKeys.NAMESPACE, "node"),
            BrokerLogin.ofManager(TestKeys.NAMESPACE),
            ours.replace(":node:", ":other:"),
            ours.replace(":node:", "::"),
            "dharch:",
            "dharch:x:y")) {
      assertThrows(JMSException.class, () -> connect(wrong), wrong); // or it is closed before
    }
    assertThrows(
        JMSException.class,
        () ->
            new UnauthenticatedClient(
                manager.nodeUri().orElseThrow(), BrokerLogin.ofManager(OURS)));
    connect(BrokerLogin.ofNode(OURS, "node")).close(); // so it was the login
  }

  /** Fault D: a connection's id is no secret, and the broker gives one up for another of its id. */
  @Test
  void connectionIdCannotBeTakenOver() throws Exception {
    manager.start(recorder);
    URI broker = manager.nodeUri().orElseThrow();
    try (TestNode node = new TestNode(broker, NODE, USER).start()) {
      soon().until(() -> recorder.hasStatusOf(NODE));
      for (ConnectionId id : connections()) {
        assertTrue(id.getValue().matches("ID:[0-9a-f-]{36}-.*"), "guessed by nobody, and besides:");
        try (RawClient enemy = new RawClient(broker)) {
          ConnectionInfo info = new ConnectionInfo(id);
          info.setClientId(BrokerLogin.ofNode(OURS, "node")); // whose one of them is
          info.setUserName("u");
          info.setPassword("p");
          assertTrue(enemy.isRefused(info), () -> "let in as " + id);
        }
      }
      assertTrue(
          List.copyOf(recorder.connected).equals(List.of(true)), "the manager's connection stands");
      assertNotNull(node.channel);
    }
  }

  /** Those that there are, manager's and node's. */
  private static List<ConnectionId> connections() {
    BrokerService broker = BrokerRegistry.getInstance().findFirst();
    Map<ConnectionId, ConnectionState> all =
        ((RegionBroker) broker.getRegionBroker()).getConnectionStates();
    assertEquals(2, all.size());
    return List.copyOf(all.keySet());
  }
}
