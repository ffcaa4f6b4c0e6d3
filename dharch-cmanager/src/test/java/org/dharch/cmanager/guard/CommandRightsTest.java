package org.dharch.cmanager.guard;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import jakarta.jms.Destination;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.command.BaseCommand;
import org.apache.activemq.command.BrokerId;
import org.apache.activemq.command.BrokerInfo;
import org.apache.activemq.command.Command;
import org.apache.activemq.command.ConnectionControl;
import org.apache.activemq.command.ConnectionError;
import org.apache.activemq.command.ConnectionId;
import org.apache.activemq.command.ConsumerControl;
import org.apache.activemq.command.ConsumerId;
import org.apache.activemq.command.ConsumerInfo;
import org.apache.activemq.command.ControlCommand;
import org.apache.activemq.command.DataArrayResponse;
import org.apache.activemq.command.DestinationInfo;
import org.apache.activemq.command.FlushCommand;
import org.apache.activemq.command.LocalTransactionId;
import org.apache.activemq.command.MessageAck;
import org.apache.activemq.command.MessageDispatch;
import org.apache.activemq.command.MessageDispatchNotification;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.command.MessagePull;
import org.apache.activemq.command.ProducerAck;
import org.apache.activemq.command.ProducerId;
import org.apache.activemq.command.ProducerInfo;
import org.apache.activemq.command.RemoveInfo;
import org.apache.activemq.command.RemoveSubscriptionInfo;
import org.apache.activemq.command.Response;
import org.apache.activemq.command.SessionId;
import org.apache.activemq.command.SessionInfo;
import org.apache.activemq.command.TransactionInfo;
import org.apache.activemq.command.WireFormatInfo;
import org.apache.activemq.command.XATransactionId;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.RandomTaskBatch;
import org.dharch.cmanager.RawClient;
import org.dharch.cmanager.Recorder;
import org.dharch.cmanager.TestNode;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.frame.UnauthenticatedClient;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fault D: one command stopped the whole system, for ActiveMQ looks for what it names in the whole
 * broker. Here somebody with the key of one node says whatever there is to say of what a manager
 * has, whose ids it knows from its messages.
 */
class CommandRightsTest {
  private static final NodeId NODE = new NodeId("node", "1");
  private static final KeyRing.NamespaceKey OURS = KeyFile.namespace(KeyFile.find());
  private static final ActiveMQQueue ANY_QUEUE = new ActiveMQQueue("x");

  /** A manager's connection, and who knows of it. */
  record Ids(RawClient self, ConnectionId connection, String address) {
    /** Of replies, heartbeats or advisories; one of them has the number. */
    Stream<ConsumerId> consumers() {
      return Stream.of(1, 2, 3)
          .flatMap(
              session ->
                  Stream.of(1, 2, 3)
                      .map(number -> new ConsumerId(new SessionId(connection, session), number)));
    }

    ConsumerId replies() {
      return new ConsumerId(new SessionId(connection, 1), 1);
    }

    ProducerId producer() {
      return new ProducerId(new SessionId(connection, 3), 1);
    }

    ActiveMQDestination queue() {
      return new ActiveMQQueue(Target.replies(address).name());
    }
  }

  private final Recorder recorder = new Recorder();
  private final JmsCManager manager =
      new JmsCManagerProvider().manager(URI.create("embedded:tcp://127.0.0.1:0"), Map.of());
  private TestNode node;
  private RawClient enemy;
  private Ids ids;

  @BeforeEach
  void start() throws Exception {
    manager.start(recorder);
    soon().until(recorder::isUp);
    enemy = new RawClient(uri()).join(BrokerLogin.ofNode(OURS, "other"));
    ConsumerInfo calls = new ConsumerInfo(enemy.consumer);
    calls.setDestination(new ActiveMQTopic(Target.MANAGER.name()));
    calls.setPrefetchSize(100);
    assertFalse(enemy.isRefused(calls));
    node = new TestNode(uri(), NODE).start();
    ids = new Ids(enemy, managersConnection(), manager.address());
    soon().until(() -> recorder.hasStatusOf(NODE));
  }

  @AfterEach
  void close() throws Exception {
    enemy.close();
    node.close();
    manager.close();
  }

  private URI uri() {
    return manager.nodeUri().orElseThrow();
  }

  /** It stands in what it sends to all nodes. */
  private ConnectionId managersConnection() throws InterruptedException {
    while (true) {
      Object command = enemy.recorder.poll(20, TimeUnit.SECONDS);
      assertNotNull(command, "the manager calls a node that is new to it");
      if (command instanceof MessageDispatch dispatch) {
        return new ConnectionId(dispatch.getMessage().getProducerId().getConnectionId());
      }
    }
  }

  private void assertAllIsWell() {
    for (int i = 0; i < 3; i++) { // the first may have been on its way
      DMFormat batch = RandomTaskBatch.of(manager.address(), 1000);
      assertTrue(manager.send(NODE, batch));
      soon().until(() -> recorder.replies.contains(batch));
      NodeStatus status = node.status(NodeStatus.State.READY);
      recorder.statuses.clear();
      node.channel.announce(status);
      soon().until(() -> recorder.statuses.contains(status));
    }
    assertEquals(List.of(), List.copyOf(recorder.gone));
    assertEquals(List.of(true), List.copyOf(recorder.connected));
  }

  private static ConsumerControl control(ConsumerId of, ActiveMQDestination on) {
    ConsumerControl control = new ConsumerControl();
    control.setConsumerId(of);
    control.setDestination(on);
    control.setPrefetch(0);
    return control;
  }

  private static ConsumerInfo consumer(ConsumerId id, ActiveMQDestination on) {
    ConsumerInfo info = new ConsumerInfo(id);
    info.setDestination(on);
    info.setPrefetchSize(100);
    return info;
  }

  private static MessageAck ack(ConsumerId of, ActiveMQDestination on, byte type) {
    MessageAck ack = new MessageAck();
    ack.setConsumerId(of);
    ack.setDestination(on);
    ack.setAckType(type);
    ack.setMessageCount(1_000_000);
    ack.setLastMessageId(new MessageId("a:1:1:1:1"));
    return ack;
  }

  private static ActiveMQBytesMessage message(
      ProducerId producer, ProducerId named, ActiveMQDestination to) {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.setProducerId(producer);
    message.setMessageId(new MessageId(named, 1));
    message.setDestination(to);
    return message;
  }

  private static DestinationInfo destination(Ids ids, ConnectionId of, byte operation) {
    return new DestinationInfo(of, operation, ids.queue());
  }

  private static TransactionInfo local(ConnectionId by, ConnectionId of, byte type) {
    return new TransactionInfo(by, new LocalTransactionId(of, 1), type);
  }

  private static TransactionInfo distributed(Ids ids, byte type) {
    XATransactionId id = new XATransactionId();
    id.setFormatId(1);
    id.setGlobalTransactionId(new byte[] {1});
    id.setBranchQualifier(new byte[] {1});
    return new TransactionInfo(ids.self().id, id, type);
  }

  private static BrokerInfo bridge(String url) {
    BrokerInfo info = new BrokerInfo();
    info.setBrokerName("evil");
    info.setBrokerId(new BrokerId("evil"));
    info.setBrokerURL(url);
    info.setNetworkConnection(true);
    info.setDuplexConnection(true);
    info.setNetworkProperties("name=bridge\nduplex=true\n");
    return info;
  }

  private static <T extends BaseCommand> T with(T command, Consumer<T> set) {
    set.accept(command);
    return command;
  }

  private static Arguments attack(String name, Function<Ids, List<Command>> commands) {
    return arguments(name, commands);
  }

  private static Arguments each(String name, Function<ConsumerId, Command> command) {
    return attack(name, ids -> ids.consumers().map(command).toList());
  }

  static Stream<Arguments> attacks() {
    ActiveMQTopic topic = new ActiveMQTopic("x");
    return Stream.of(
        each("a consumer is told to take nothing", id -> control(id, ANY_QUEUE)),
        each("a topic's consumer is told to take nothing", id -> control(id, topic)),
        each("a consumer is stopped", id -> with(control(id, topic), c -> c.setStop(true))),
        each("a consumer is closed", id -> with(control(id, ANY_QUEUE), c -> c.setClose(true))),
        each(
            "another's message is acknowledged",
            id -> ack(id, ANY_QUEUE, MessageAck.STANDARD_ACK_TYPE)),
        each("another's message is poison", id -> ack(id, topic, MessageAck.POISON_ACK_TYPE)),
        attack(
            "another's consumer is had as well, and ended",
            ids ->
                List.of(
                    new SessionInfo(ids.replies().getParentId()),
                    consumer(ids.replies(), ids.queue()),
                    consumer(ids.replies(), new ActiveMQQueue("dharch.node.other.1")),
                    ack(ids.replies(), ids.queue(), MessageAck.POISON_ACK_TYPE),
                    control(ids.replies(), ids.queue()),
                    new RemoveInfo(ids.replies()),
                    new RemoveInfo(ids.replies().getParentId()))),
        each("a pull", id -> with(new MessagePull(), p -> pull(p, id))),
        each("a dispatch is told of", CommandRightsTest::notification),
        attack("a connection is ended", ids -> List.of(new RemoveInfo(ids.connection()))),
        attack(
            "another's producer is had as well",
            ids ->
                List.of(
                    new ProducerInfo(ids.producer()),
                    message(ids.producer(), ids.producer(), ids.queue()),
                    new RemoveInfo(ids.producer()))),
        attack(
            "a message bears another's name",
            ids ->
                List.of(
                    message(ids.self().producer, ids.producer(), ids.queue()),
                    message(new ProducerId(ids.self().session, 7), ids.producer(), ids.queue()))),
        attack(
            "queues are made and removed",
            ids ->
                List.of(
                    destination(ids, ids.self().id, DestinationInfo.REMOVE_OPERATION_TYPE),
                    destination(ids, ids.connection(), DestinationInfo.REMOVE_OPERATION_TYPE),
                    destination(ids, ids.self().id, DestinationInfo.ADD_OPERATION_TYPE))),
        attack(
            "a subscription is removed",
            ids ->
                List.of(with(new RemoveSubscriptionInfo(), i -> i.setConnectionId(ids.self().id)))),
        attack("transactions", CommandRightsTest::transactions),
        attack("a bridge", ids -> List.of(bridge("vm://" + ids.address()))),
        attack(
            "a login again", ids -> List.of(ids.self().login(BrokerLogin.ofNode(OURS, "other")))),
        attack("the wire format again", ids -> List.of(new WireFormatInfo())),
        attack(
            "a control command",
            ids -> List.of(with(new ControlCommand(), c -> c.setCommand("shutdown")))),
        attack("a connection is controlled", ids -> List.of(new ConnectionControl())),
        attack("an error", ids -> List.of(new ConnectionError())),
        attack("a flush", ids -> List.of(new FlushCommand())),
        attack("a producer's acknowledgement", ids -> List.of(new ProducerAck(ids.producer(), 1))),
        attack("a dispatch", ids -> List.of(new MessageDispatch())),
        attack("a response", ids -> List.of(new Response())),
        attack("a response with data", ids -> List.of(new DataArrayResponse())));
  }

  private static void pull(MessagePull pull, ConsumerId by) {
    pull.setConsumerId(by);
    pull.setDestination(ANY_QUEUE);
    pull.setTimeout(1);
  }

  private static MessageDispatchNotification notification(ConsumerId to) {
    MessageDispatchNotification notification = new MessageDispatchNotification();
    notification.setConsumerId(to);
    notification.setDestination(ANY_QUEUE);
    notification.setMessageId(new MessageId("a:1:1:1:1"));
    return notification;
  }

  private static List<Command> transactions(Ids ids) {
    List<Command> all = new ArrayList<>();
    for (byte type : new byte[] {TransactionInfo.BEGIN, TransactionInfo.END, 2, 3, 4, 5, 6}) {
      all.add(distributed(ids, type));
      all.add(local(ids.self().id, ids.connection(), type));
      all.add(local(ids.connection(), ids.connection(), type));
      all.add(local(ids.self().id, ids.self().id, type));
    }
    return all;
  }

  /** Each is refused, whether an answer is wanted or not, and nothing of another's changes. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void commandsForForeignObjectsAreRejected(String name, Function<Ids, List<Command>> commands)
      throws Exception {
    for (Command command : commands.apply(ids)) {
      Response response = enemy.ask(command);
      assertTrue(response.isException(), () -> name + ": " + command + " was answered " + response);
    }
    try (RawClient again = new RawClient(uri()).join(BrokerLogin.ofNode(OURS, "other"))) {
      Ids known = new Ids(again, ids.connection(), ids.address());
      for (Command command : commands.apply(known)) {
        again.tell(command);
      }
      assertNotNull(again.end.get(20, TimeUnit.SECONDS), "it cannot be told, so it is closed");
    }
    assertAllIsWell();
  }

  @Test
  void connectionWithoutKeyIsRejected() throws Exception {
    for (String clientId :
        new String[] {"anybody", null, "dharch", "dharch:", "dharch::%zz:", ""}) {
      try (RawClient unknownClient = new RawClient(uri())) {
        assertTrue(unknownClient.isRefused(unknownClient.login(clientId)), clientId);
        assertNotNull(unknownClient.end.get(20, TimeUnit.SECONDS), "and it is closed");
      }
    }
    assertAllIsWell();
  }

  @Test
  void messagesBeforeLoginAreIgnored() throws Exception {
    for (Command command :
        List.of(
            new SessionInfo(enemy.session),
            control(ids.replies(), ANY_QUEUE),
            new RemoveInfo(ids.connection()),
            bridge("vm://x"),
            notification(ids.replies()))) {
      try (RawClient unknownClient = new RawClient(uri())) {
        unknownClient.tell(command);
        assertNotNull(unknownClient.end.get(20, TimeUnit.SECONDS), () -> "not closed: " + command);
      }
    }
    assertAllIsWell();
  }

  /** Whoever has the namespace key has all of JMS, and no more of another's than anybody. */
  @Test
  void managerClientMayUseAllOfJms() throws Exception {
    try (UnauthenticatedClient client =
        new UnauthenticatedClient(uri(), BrokerLogin.ofManager(OURS))) {
      Queue queue = client.session.createQueue("mine");
      Session transacted = client.connection.createSession(true, Session.SESSION_TRANSACTED);
      transacted.createProducer(queue).send(transacted.createTextMessage("one"));
      transacted.commit();
      transacted.createProducer(queue).send(transacted.createTextMessage("two"));
      transacted.rollback();
      assertTrue(client.session.createBrowser(queue).getEnumeration().hasMoreElements());
      assertNotNull(client.session.createConsumer(queue, "JMSPriority = 4").receive(20_000));
      Destination temporary = client.session.createTemporaryQueue();
      client.session.createProducer(temporary).send(client.session.createMessage());
      assertNotNull(client.session.createConsumer(temporary).receive(20_000));
    }
    try (RawClient raw = new RawClient(uri()).join(BrokerLogin.ofManager(OURS))) {
      assertFalse(raw.isRefused(consumer(raw.consumer, ANY_QUEUE)));
      assertFalse(raw.isRefused(control(raw.consumer, ANY_QUEUE)));
      assertTrue(raw.isRefused(control(ids.replies(), ANY_QUEUE)));
      assertTrue(raw.isRefused(new RemoveInfo(ids.connection())));
      assertFalse(raw.isRefused(local(raw.id, raw.id, TransactionInfo.BEGIN)));
      assertTrue(raw.isRefused(local(raw.id, ids.connection(), TransactionInfo.BEGIN)));
      assertTrue(raw.isRefused(distributed(new Ids(raw, raw.id, ""), TransactionInfo.BEGIN)));
      assertTrue(raw.isRefused(bridge("vm://x")));
    }
    assertAllIsWell();
  }
}
