package org.dharch.cmanager.guard;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.DeliveryMode;
import jakarta.jms.MessageConsumer;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.activemq.broker.BrokerRegistry;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.command.BrokerId;
import org.apache.activemq.command.ConsumerId;
import org.apache.activemq.command.ConsumerInfo;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.command.ProducerId;
import org.apache.activemq.command.ProducerInfo;
import org.apache.activemq.command.SessionId;
import org.apache.activemq.command.SessionInfo;
import org.apache.activemq.util.ByteSequence;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.Logs;
import org.dharch.cmanager.RandomTaskBatch;
import org.dharch.cmanager.RawClient;
import org.dharch.cmanager.Recorder;
import org.dharch.cmanager.TestNode;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.frame.UnauthenticatedClient;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fault D: what somebody with the key of one node can do to the others by what it is allowed. */
class NodeAttackTest {
  private static final NodeId NODE = new NodeId("node", "1");
  private static final NodeId ENEMY = new NodeId("enemy", "1");
  private static final KeyRing.NamespaceKey OURS = KeyFile.namespace(KeyFile.find());
  private static final int MANY = 2_000;

  /** What a manager has taken, and has not said so yet. */
  private static final long ACKNOWLEDGED_LATER = 32 * 3_000;

  private final Recorder recorder = new Recorder();
  private final JmsCManager manager =
      new JmsCManagerProvider().manager(URI.create("embedded:tcp://127.0.0.1:0"), Map.of());
  private TestNode node;
  private RawClient enemy;
  private int sent;

  @BeforeEach
  void start() throws Exception {
    manager.start(recorder);
    URI broker = manager.nodeUri().orElseThrow();
    node = new TestNode(broker, NODE).start();
    soon().until(() -> recorder.hasStatusOf(NODE));
    enemy = new RawClient(broker).join(BrokerLogin.ofNode(OURS, "enemy"));
  }

  @AfterEach
  void close() {
    enemy.close();
    node.close();
    manager.close();
  }

  private static BrokerService broker() {
    return BrokerRegistry.getInstance().findFirst();
  }

  private static long memoryUsed() {
    return BrokerRegistry.getInstance().getBrokers().values().stream()
        .mapToLong(broker -> broker.getSystemUsage().getMemoryUsage().getUsage())
        .sum();
  }

  private static List<String> destinations(String part) throws Exception {
    return Arrays.stream(broker().getRegionBroker().getDestinations())
        .map(ActiveMQDestination::getPhysicalName)
        .filter(name -> name.contains(part))
        .toList();
  }

  private void assertAllIsWell() {
    DMFormat batch = RandomTaskBatch.of(manager.address(), 1000);
    assertTrue(manager.send(NODE, batch));
    soon().until(() -> recorder.replies.contains(batch));
    assertEquals(List.of(true), List.copyOf(recorder.connected));
    assertEquals(List.of(), List.copyOf(recorder.gone));
  }

  private ActiveMQQueue replies() {
    return new ActiveMQQueue(Target.replies(manager.address()).name());
  }

  private ActiveMQBytesMessage message(ActiveMQDestination to) {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.setProducerId(enemy.producer);
    message.setMessageId(new MessageId(enemy.producer, ++sent));
    message.setDestination(to);
    message.setContent(new ByteSequence(new byte[1000]));
    message.setTimestamp(System.currentTimeMillis());
    return message;
  }

  private ConsumerInfo consumer(ConsumerId id, String queue) {
    ConsumerInfo info = new ConsumerInfo(id);
    info.setDestination(new ActiveMQQueue(queue));
    info.setPrefetchSize(Integer.MAX_VALUE);
    return info;
  }

  private ConsumerInfo own(Consumer<ConsumerInfo> with) {
    ConsumerInfo info = consumer(enemy.consumer, Target.node(ENEMY).name());
    with.accept(info);
    return info;
  }

  @Test
  void nodeConsumersAreRestricted() {
    for (Consumer<ConsumerInfo> with :
        List.<Consumer<ConsumerInfo>>of(
            info -> info.setSelector("JMSMessageID LIKE '%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_x'"),
            info -> info.setSelector("XPATH '//a'"),
            info -> info.setBrowser(true),
            info -> info.setPrefetchSize(0),
            info -> info.setSubscriptionName("durable"),
            info -> info.setNetworkSubscription(true),
            info -> info.setBrokerPath(new BrokerId[] {new BrokerId("x")}),
            info -> info.setNetworkConsumerPath(new ConsumerId[] {enemy.consumer}),
            info -> info.setDestination(ActiveMQDestination.createDestination("a,b", (byte) 1)),
            info -> info.setDestination(new ActiveMQQueue(Target.node(ENEMY).name() + "*")))) {
      ConsumerInfo info = own(with);
      assertTrue(enemy.isRefused(info), info::toString);
    }
    assertFalse(enemy.isRefused(own(info -> info.setExclusive(true)))); // its own loss
    assertAllIsWell();
  }

  @Test
  void unconsumedNodeMessagesExpire() {
    for (Consumer<Message> with :
        List.<Consumer<Message>>of(
            message -> message.setTargetConsumerId(new ConsumerId(enemy.session, 1)),
            message -> message.setGroupID("group"),
            message -> message.setBrokerPath(new BrokerId[] {new BrokerId("x")}),
            message -> message.setRecievedByDFBridge(true),
            message -> message.setOriginalDestination(new ActiveMQQueue("x")))) {
      Message message = message(replies());
      with.accept(message);
      assertTrue(enemy.isRefused(message), message::toString);
    }
    assertAllIsWell();
    soon().until(() -> memoryUsed() < ACKNOWLEDGED_LATER);
  }

  private Message storedForEver(ActiveMQDestination to) throws Exception {
    Message ever = message(to);
    ever.setPersistent(true);
    ever.setTimestamp(-1);
    ever.setExpiration(Long.MAX_VALUE);
    ever.setProperty("AMQ_SCHEDULED_DELAY", 3_600_000L);
    ever.setReplyTo(new ActiveMQQueue(Target.node(NODE).name()));
    return ever;
  }

  @Test
  void persistentAndDelayedMessagesAreRestricted() throws Exception {
    for (int i = 0; i < 100; i++) {
      Message expired = message(replies());
      expired.setPersistent(true);
      expired.setExpiration(expired.getTimestamp() + 1);
      enemy.tell(expired);
      enemy.tell(storedForEver(replies()));
    }
    assertFalse(enemy.isRefused(message(replies()))); // it was heard of behind them
    assertAllIsWell();
    soon().until(() -> memoryUsed() < ACKNOWLEDGED_LATER);
    assertEquals(List.of(), destinations("DLQ"));
  }

  /** If the manager goes before it has taken them. */
  @Test
  void nodeMessageExpiresAfterOneMinute() throws Exception {
    try (UnauthenticatedClient manager =
        new UnauthenticatedClient(
            this.manager.nodeUri().orElseThrow(), EmbeddedBroker.clientId(Map.of()))) {
      Target mine = Target.replies("mine");
      MessageConsumer consumer = manager.listen(mine);
      long before = System.currentTimeMillis();
      assertFalse(enemy.isRefused(storedForEver(new ActiveMQQueue(mine.name()))));
      jakarta.jms.Message stored = consumer.receive(20_000);
      assertEquals(DeliveryMode.NON_PERSISTENT, stored.getJMSDeliveryMode());
      assertTrue(stored.getJMSExpiration() <= System.currentTimeMillis() + 60_000);
      assertTrue(stored.getJMSExpiration() >= before + 60_000);
      Message brief = message(new ActiveMQQueue(mine.name()));
      brief.setExpiration(brief.getTimestamp() + 30_000);
      assertFalse(enemy.isRefused(brief));
      assertTrue(
          consumer.receive(20_000).getJMSExpiration() <= System.currentTimeMillis() + 30_000);
    }
  }

  @Test
  void repliesForAbsentManagersAreBounded() throws Exception {
    for (int i = 0; i < MANY; i++) {
      enemy.tell(message(new ActiveMQQueue(Target.replies("gone-" + i).name())));
    }
    assertFalse(enemy.isRefused(message(replies())));
    assertEquals(ReplyQueues.MOST_EXPECTED, destinations("dharch.reply.gone").size());
    assertAllIsWell();
  }

  @Test
  void resourcesOfNodeAreBounded() throws Exception {
    int consumers = 0;
    for (int s = 2; s < 40; s++) {
      SessionId session = new SessionId(enemy.id, s);
      boolean refused = enemy.isRefused(new SessionInfo(session));
      assertEquals(s > NodeCommands.MOST - 1, refused, "session " + s); // beside two that it has
      for (int i = 0; !refused && i < NodeCommands.MOST; i++) {
        String queue = Target.node(new NodeId("enemy", "x" + consumers)).name();
        boolean full = enemy.isRefused(consumer(new ConsumerId(session, i), queue));
        assertEquals(consumers >= BrokerGate.MOST_QUEUES, full, queue);
        consumers++;
      }
    }
    assertEquals(
        BrokerGate.MOST_QUEUES, destinations("dharch.node.enemy.x").size() / 2); // advisories
    for (int i = 2; i < 40; i++) {
      ProducerInfo info = new ProducerInfo(new ProducerId(enemy.session, i));
      assertEquals(i > NodeCommands.MOST, enemy.isRefused(info), "producer " + i);
    }
    assertAllIsWell();
  }

  /** A node that is restarted again and again, as one that fails at its start. */
  @Test
  @SuppressWarnings("try") // the second node is only there
  void queuesOfEndedIncarnationsAreRemoved() throws Exception {
    NodeId other = new NodeId("restarting-too", "1");
    try (TestNode second = new TestNode(manager.nodeUri().orElseThrow(), other).start()) {
      soon().until(() -> recorder.hasStatusOf(other));
      for (int life = 1; life <= BrokerGate.MOST_QUEUES + 10; life++) {
        NodeId id = new NodeId("restarting", "" + life);
        try (RawClient client =
            new RawClient(manager.nodeUri().orElseThrow())
                .join(BrokerLogin.ofNode(OURS, "restarting"))) {
          assertFalse(
              client.isRefused(consumer(new ConsumerId(client.session, 1), Target.node(id).name())),
              "life " + life);
        }
      }
      assertTrue(
          destinations("dharch.node.restarting.").stream()
                  .filter(name -> !name.contains("Advisory"))
                  .count()
              <= 3,
          "of the last lives");
      assertTrue(recorder.hasStatusOf(other));
      assertFalse(destinations(Target.node(other).name()).isEmpty(), "that of another node stays");
    }
  }

  /** ActiveMQ would have the sender wait until what the node is sent is on its wire. */
  @Test
  void slowReaderBlocksNoOtherClient() throws Exception {
    try (WireClient deaf = new WireClient(manager.nodeUri().orElseThrow())) {
      deaf.join(BrokerLogin.ofNode(OURS, "enemy"));
      SessionId session = new SessionId(deaf.id(), 1);
      ConsumerInfo info = consumer(new ConsumerId(session, 1), Target.node(ENEMY).name());
      info.setDispatchAsync(false);
      deaf.say(new SessionInfo(session));
      info.setResponseRequired(true);
      deaf.say(info);
      deaf.answer();
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () -> {
            for (int i = 0; i < 200; i++) {
              assertTrue(manager.send(ENEMY, RandomTaskBatch.of(manager.address(), 100_000)));
            }
            assertAllIsWell();
          });
    }
  }

  @Test
  void unreadCallsAreDropped() throws Exception {
    ConsumerInfo calls = own(info -> info.setDestination(new ActiveMQTopic("dharch.manager")));
    assertFalse(enemy.isRefused(calls));
    try (UnauthenticatedClient caller =
        new UnauthenticatedClient(
            manager.nodeUri().orElseThrow(), EmbeddedBroker.clientId(Map.of()))) {
      byte[] body = new byte[10_000];
      for (int i = 0; i < MANY; i++) {
        jakarta.jms.BytesMessage call = caller.session.createBytesMessage();
        call.writeBytes(body);
        caller.send(Target.MANAGER, call);
      }
    }
    soon().until(() -> memoryUsed() < 3L * NodeCommands.MOST_CALLS * 11_000);
    assertAllIsWell();
  }

  @Test
  void rejectsCompressionBomb() {
    String log = Logs.of(this::sendBombs);
    assertFalse(log.contains("ERROR"), log);
    assertAllIsWell();
  }

  private void sendBombs() {
    for (int bytes : new int[] {1 << 30, Integer.MAX_VALUE, -1}) {
      ActiveMQBytesMessage bomb = message(replies());
      bomb.setCompressed(true);
      bomb.setContent(new ByteSequence(ByteBuffer.allocate(100).putInt(bytes).array()));
      assertFalse(enemy.isRefused(bomb));
    }
    ActiveMQBytesMessage empty = message(replies());
    empty.setCompressed(true);
    empty.setContent(new ByteSequence(new byte[2]));
    assertFalse(enemy.isRefused(empty));
    soon().until(() -> recorder.forged.size() == 4);
    for (String reason : recorder.forged) {
      assertTrue(reason.startsWith("a compressed message is too large: "), reason);
    }
  }

  /** Says as much as its connection takes, until it is closed. */
  private static Thread flood(URI broker, ActiveMQDestination to) {
    Thread thread =
        new Thread(
            () -> {
              try (WireClient flooder = new WireClient(broker)) {
                flooder.join(BrokerLogin.ofNode(OURS, "enemy"));
                SessionId session = new SessionId(flooder.id(), 1);
                ProducerId producer = new ProducerId(session, 1);
                flooder.say(new SessionInfo(session));
                flooder.say(new ProducerInfo(producer));
                for (int i = 1; ; i++) {
                  ActiveMQBytesMessage message = new ActiveMQBytesMessage();
                  message.setProducerId(producer);
                  message.setMessageId(new MessageId(producer, i));
                  message.setDestination(to);
                  message.setContent(new ByteSequence(new byte[1000]));
                  message.setTimestamp(System.currentTimeMillis());
                  flooder.say(message);
                }
              } catch (IOException e) {
                // the broker is closed
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoFloodsLeavesRoomForOthers(boolean heartbeats) throws Exception {
    Recorder received = new Recorder();
    List<Thread> flooders = new ArrayList<>();
    try (JmsCManager small =
        new JmsCManagerProvider()
            .manager(URI.create("embedded:tcp://127.0.0.1:0"), Map.of("brokerMemoryMiB", "64"))) {
      small.start(received);
      URI broker = small.nodeUri().orElseThrow();
      ActiveMQDestination to =
          heartbeats
              ? new ActiveMQTopic(Target.HEARTBEAT.name())
              : new ActiveMQQueue(Target.replies(small.address()).name());
      try (TestNode good = new TestNode(broker, NODE).start()) {
        soon().until(() -> received.hasStatusOf(NODE));
        for (int i = 0; i < 4; i++) {
          flooders.add(flood(broker, to));
        }
        soon().until(() -> memoryUsed() > 7 << 20); // all that heartbeats may take
        assertTimeoutPreemptively(
            Duration.ofSeconds(60),
            () -> {
              for (int i = 0; i < 20; i++) {
                DMFormat batch = RandomTaskBatch.of(small.address(), 1000);
                assertTrue(small.send(NODE, batch));
                soon().until(() -> received.replies.contains(batch));
                received.forged.clear();
                assertTrue(memoryUsed() < 32 << 20, "half is left to the manager");
              }
            });
        assertNotNull(good.channel);
      }
    }
    for (Thread flooder : flooders) {
      flooder.join();
    }
  }
}
