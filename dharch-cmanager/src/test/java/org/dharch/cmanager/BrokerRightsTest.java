package org.dharch.cmanager;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.BrokerInfo;
import org.apache.activemq.command.ConnectionId;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.command.ExceptionResponse;
import org.apache.activemq.transport.DefaultTransportListener;
import org.apache.activemq.transport.Transport;
import org.apache.activemq.transport.TransportFactory;
import org.dharch.cmanager.FrameHeader.Way;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fault D: any node's credentials opened every queue, and took whole envelopes out of them. */
class BrokerRightsTest {
  private static final NodeId NODE = new NodeId("node", "1");
  private static final KeyRing.SystemKey OURS = KeyFile.system(KeyFile.find(Optional.empty()));
  private static final Map<String, String> USER = Map.of("user", "u", "password", "p");

  private final Recorder heard = new Recorder();
  private final JmsCManager manager =
      new JmsCManagerProvider().manager(URI.create("embedded:tcp://127.0.0.1:0"), USER);

  @AfterEach
  void close() {
    manager.close();
  }

  private Stranger connect(String clientId) throws JMSException {
    ActiveMQConnectionFactory factory =
        new ActiveMQConnectionFactory(manager.nodeUri().orElseThrow());
    factory.setClientID(clientId);
    factory.setUserName("u");
    factory.setPassword("p");
    return new Stranger(factory.createConnection());
  }

  static Stream<String> others() {
    return Stream.of(
        BrokerLogin.ofNode(OURS, "other"),
        BrokerLogin.ofNode(OURS, "nod"), // the beginning of another's name
        UUID.randomUUID().toString());
  }

  @ParameterizedTest
  @MethodSource("others")
  void whoeverIsNotItsNodeHasNothingOfAQueue(String clientId) throws Exception {
    manager.start(heard);
    try (TestNode node = new TestNode(manager.nodeUri().orElseThrow(), NODE, USER).start();
        Stranger stranger = connect(clientId)) {
      soon().until(() -> heard.heard(NODE));
      for (Target target :
          List.of(
              Target.node(NODE),
              Target.replies(manager.address()),
              Target.HEARTBEAT,
              Target.NODE_ADVISORY,
              queue(">"),
              queue("*.node.node.1"),
              queue("dharch.node.>"),
              queue("mine,dharch.node.node.1"),
              queue(Target.node(NODE).name() + "?consumer.exclusive=true"))) {
        assertThrows(JMSException.class, () -> stranger.listen(target), target::name);
      }
      assertThrows(
          JMSException.class,
          () ->
              stranger
                  .session
                  .createBrowser(new ActiveMQQueue(Target.node(NODE).name()))
                  .getEnumeration());
      for (Target target : List.of(Target.node(NODE), Target.MANAGER, queue("a,dharch.node.x.1"))) {
        assertThrows(
            JMSException.class,
            () -> stranger.send(target, stranger.session.createMessage()),
            target::name);
      }
      ActiveMQConnection connection = (ActiveMQConnection) stranger.connection;
      assertThrows(
          JMSException.class,
          () -> connection.destroyDestination(new ActiveMQQueue(Target.node(NODE).name())));
      DMFormat batch = RandomTaskBatch.of(manager.address(), 100);
      assertTrue(manager.send(NODE, batch));
      soon().until(() -> heard.replies.contains(batch));
      assertEquals(List.of(), List.copyOf(heard.gone));
      assertNotNull(node.channel);
    }
  }

  private static Target queue(String name) {
    return new Target(Target.Kind.QUEUE, name, Way.TASK_BATCH, "");
  }

  @Test
  void whatIsNotDHArchsIsForAllWhoAreLetIn() throws Exception {
    manager.start(heard);
    try (Stranger one = connect(UUID.randomUUID().toString())) {
      MessageConsumer consumer = one.listen(queue("theirs"));
      one.send(queue("theirs"), one.session.createMessage());
      assertNotNull(consumer.receive(5_000));
    }
  }

  @Test
  void aLoginIsGoodOnce() throws Exception {
    manager.start(heard);
    String login = BrokerLogin.ofNode(OURS, "node");
    connect(login).close();
    assertThrows(JMSException.class, () -> connect(login));
  }

  @Test
  void aLoginWithAnothersKeyIsRefusedAndUserAndPasswordAreAskedForBesides() throws Exception {
    manager.start(heard);
    String ours = BrokerLogin.ofNode(OURS, "node");
    for (String wrong :
        List.of(
            BrokerLogin.ofNode(TestKeys.SYSTEM, "node"),
            BrokerLogin.ofManager(TestKeys.SYSTEM),
            ours.replace(":node:", ":other:"),
            ours.replace(":node:", "::"),
            "dharch:",
            "dharch:x:y")) {
      assertThrows(JMSException.class, () -> connect(wrong), wrong); // or it is closed before
    }
    assertThrows(
        JMSException.class,
        () -> new Stranger(manager.nodeUri().orElseThrow(), BrokerLogin.ofManager(OURS)));
    connect(BrokerLogin.ofNode(OURS, "node")).close(); // so it was the login
  }

  private static void connectAs(URI broker, int number) throws Exception {
    BlockingQueue<BrokerInfo> infos = new LinkedBlockingQueue<>();
    CountDownLatch refused = new CountDownLatch(1);
    Transport transport = TransportFactory.connect(broker);
    transport.setTransportListener(
        new DefaultTransportListener() {
          @Override
          public void onCommand(Object command) {
            if (command instanceof BrokerInfo info) {
              infos.add(info);
            } else if (command instanceof ExceptionResponse) {
              refused.countDown();
            }
          }

          @Override
          public void onException(IOException error) {
            refused.countDown();
          }
        });
    transport.start();
    String stub = infos.take().getBrokerId().getValue().replaceAll("\\d+:\\d+$", "");
    ConnectionInfo info = new ConnectionInfo(new ConnectionId(stub + number + ":1"));
    info.setClientId("stranger-" + number);
    info.setResponseRequired(true);
    info.setCommandId(1);
    transport.oneway(info);
    assertTrue(refused.await(20, TimeUnit.SECONDS));
    transport.stop();
  }

  /** Fault D: a connection's id is no secret, and the broker gives one up for another of its id. */
  @Test
  void nobodyTakesAnothersConnection() throws Exception {
    manager.start(heard);
    URI broker = manager.nodeUri().orElseThrow();
    try (TestNode node = new TestNode(broker, NODE, USER).start()) {
      soon().until(() -> heard.heard(NODE));
      for (int number = 1; number <= 40; number++) { // one of these is the manager's
        connectAs(broker, number);
      }
      assertTrue(
          List.copyOf(heard.connected).equals(List.of(true)), "the manager's connection stands");
      assertNotNull(node.channel);
    }
  }
}
