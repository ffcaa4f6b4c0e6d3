package org.dharch.cmanager.broker;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.io.StringReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.command.ConsumerControl;
import org.apache.activemq.command.ConsumerId;
import org.apache.activemq.security.AuthenticationUser;
import org.apache.activemq.security.AuthorizationEntry;
import org.apache.activemq.security.AuthorizationPlugin;
import org.apache.activemq.security.DefaultAuthorizationMap;
import org.apache.activemq.security.SimpleAuthenticationPlugin;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.Opened;
import org.dharch.cmanager.RandomTaskBatch;
import org.dharch.cmanager.RawClient;
import org.dharch.cmanager.Recorder;
import org.dharch.cmanager.TestNode;
import org.dharch.cmanager.frame.Frame;
import org.dharch.cmanager.frame.FrameGuard;
import org.dharch.cmanager.frame.FrameHeader;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.frame.Target;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * Fault D: a broker that knows nothing of DHArch, with the rules that docs/security.md has to copy.
 */
class ExternalBrokerTest {
  private static final Pattern RULES =
      Pattern.compile("```xml\\s*(<authorizationPlugin>.*?</authorizationPlugin>)", Pattern.DOTALL);
  private static final NodeId NODE = new NodeId("node7", "1");
  private static final NodeId OTHER = new NodeId("node8", "1");

  private final BrokerService broker = new BrokerService();
  private final Recorder recorder = new Recorder();
  private final Opened open = new Opened();
  private URI uri;

  @BeforeEach
  void start() throws Exception {
    broker.setBrokerName("external");
    broker.setPersistent(false);
    broker.setUseJmx(false);
    broker.setPlugins(new BrokerPlugin[] {users(), rules()});
    uri =
        URI.create(
            "tcp://127.0.0.1:"
                + broker.addConnector("tcp://127.0.0.1:0").getConnectUri().getPort());
    broker.start();
    broker.waitUntilStarted();
  }

  @AfterEach
  void close() throws Exception {
    open.close();
    broker.stop();
  }

  private static SimpleAuthenticationPlugin users() {
    SimpleAuthenticationPlugin users = new SimpleAuthenticationPlugin();
    users.setUsers(
        List.of(
            new AuthenticationUser("admin", "p", "admins"),
            new AuthenticationUser("manager", "p", "managers"),
            new AuthenticationUser("node7", "p", "nodes,node7"),
            new AuthenticationUser("node8", "p", "nodes,node8"),
            new AuthenticationUser("stranger", "p", "strangers")));
    return users;
  }

  /** What stands on the page, and the same line for node8. */
  private static AuthorizationPlugin rules() throws Exception {
    Matcher page = RULES.matcher(Files.readString(Path.of("../docs/security.md")));
    assertTrue(page.find(), "the page has rules");
    NodeList entries =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(page.group(1))))
            .getElementsByTagName("authorizationEntry");
    DefaultAuthorizationMap map = new DefaultAuthorizationMap();
    List<AuthorizationEntry> all = new ArrayList<>();
    for (int i = 0; i < entries.getLength(); i++) {
      Element entry = (Element) entries.item(i);
      all.add(entry(entry, text -> text));
      if (entry.getAttribute("queue").contains("node7")) {
        all.add(entry(entry, text -> text.replace("node7", "node8")));
      }
    }
    map.setAuthorizationEntries(new ArrayList<>(all));
    return new AuthorizationPlugin(map);
  }

  private static AuthorizationEntry entry(
      Element output, java.util.function.UnaryOperator<String> as) throws Exception {
    AuthorizationEntry entry = new AuthorizationEntry();
    if (output.hasAttribute("queue")) {
      entry.setQueue(as.apply(output.getAttribute("queue")));
    } else {
      entry.setTopic(as.apply(output.getAttribute("topic")));
    }
    entry.setRead(as.apply(output.getAttribute("read")));
    entry.setWrite(as.apply(output.getAttribute("write")));
    entry.setAdmin(as.apply(output.getAttribute("admin")));
    return entry;
  }

  private Session session(String user) throws JMSException {
    ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(uri);
    factory.setWatchTopicAdvisories(false); // as our own, which need none
    Connection connection = factory.createConnection(user, "p");
    open.with(connection);
    connection.start();
    return connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
  }

  private static ActiveMQDestination destination(String text) {
    return ActiveMQDestination.createDestination(text, ActiveMQDestination.QUEUE_TYPE);
  }

  private static Map<String, String> as(String user) {
    return Map.of("user", user, "password", "p");
  }

  private JmsCManager join() {
    JmsCManager manager = new JmsCManagerProvider().manager(uri, as("manager"));
    open.with(manager);
    manager.start(recorder);
    TestNode node = new TestNode(uri, NODE, as("node7"));
    open.with(node);
    node.start();
    soon().until(() -> recorder.hasStatusOf(NODE));
    return manager;
  }

  @Test
  void externalBrokerReportsDepartedNode() throws Exception {
    JmsCManager manager = join();
    DMFormat batch = RandomTaskBatch.of(manager.address(), 1000);
    assertTrue(manager.send(NODE, batch));
    soon().until(() -> !recorder.replies.isEmpty());
    assertEquals(List.of(batch), List.copyOf(recorder.replies));
    open.closeLatest(); // the node
    soon().until(() -> recorder.gone.contains(NODE)); // by the advisory
    assertEquals(List.of(), List.copyOf(recorder.forged));
    assertTrue(recorder.statuses.stream().allMatch(s -> s.state() == NodeStatus.State.READY));
  }

  @ParameterizedTest
  @CsvSource({
    "node8, queue://dharch.node.node7.1", // another's task batches
    "node8, queue://dharch.reply.any", // a manager's replies
    "node8, 'queue://dharch.node.node8.1,dharch.node.node7.1'",
    "node8, 'topic://dharch.manager,queue://dharch.node.node7.1'",
    "node8, 'queue://x,dharch.node.node7.1'",
    "node8, topic://dharch.heartbeat",
    "node8, queue://ActiveMQ.DLQ",
    "stranger, queue://ActiveMQ.DLQ",
    "node8, topic://ActiveMQ.Advisory.>",
    "node8, topic://ActiveMQ.Advisory.Consumer.Queue.dharch.node.>",
    "stranger, queue://dharch.node.node7.1",
    "stranger, queue://dharch.>",
    "stranger, topic://dharch.heartbeat",
    "stranger, topic://dharch.manager",
    "stranger, topic://ActiveMQ.Advisory.>"
  })
  void thisOneMayNotListenThere(String user, String where) throws Exception {
    join();
    Session session = session(user);
    assertThrows(JMSException.class, () -> session.createConsumer(destination(where)));
  }

  @ParameterizedTest
  @CsvSource({
    "node8, queue://dharch.node.node7.1",
    "node8, queue://dharch.node.node8.1", // even its own: only managers give work
    "node8, topic://dharch.manager",
    "node8, 'queue://dharch.reply.any,dharch.node.node7.1'",
    "node8, 'queue://dharch.reply.any,topic://dharch.manager'",
    "node8, 'topic://dharch.heartbeat,ActiveMQ.Advisory.Connection'",
    "node8, 'queue://x,dharch.node.node7.1'",
    "node8, topic://ActiveMQ.Advisory.Consumer.Queue.dharch.node.node7.1",
    "node8, topic://ActiveMQ.Advisory.Connection",
    "manager, topic://ActiveMQ.Advisory.Consumer.Queue.dharch.node.node7.1",
    "stranger, queue://dharch.node.node7.1",
    "stranger, queue://dharch.reply.any",
    "stranger, topic://dharch.heartbeat",
    "stranger, topic://dharch.manager"
  })
  void thisOneMayNotSendThere(String user, String where) throws Exception {
    join();
    Session session = session(user);
    assertThrows(
        JMSException.class,
        () -> session.createProducer(destination(where)).send(session.createMessage()));
  }

  /** A wildcard may name what another's line allows; nothing of a third's comes by it. */
  @ParameterizedTest
  @CsvSource({"queue://dharch.node.>", "queue://dharch.>", "queue://>", "queue://dharch.node.*.1"})
  void aWildcardOpensNothing(String where) throws Exception {
    JmsCManager manager = join();
    Session session = session("node8");
    List<MessageConsumer> listening = new ArrayList<>();
    try {
      listening.add(session.createConsumer(destination(where)));
    } catch (JMSException e) {
      // refused at once: so much the better
    }
    NodeId absent = new NodeId("node7", "2"); // nobody else takes what is there
    assertTrue(manager.send(absent, RandomTaskBatch.of(manager.address(), 10)));
    assertTrue(manager.send(NODE, RandomTaskBatch.of(manager.address(), 10)));
    soon().until(() -> !recorder.replies.isEmpty());
    for (MessageConsumer consumer : listening) {
      assertNull(consumer.receive(500));
    }
  }

  /** What it may write is not believed in another's name. */
  @Test
  void replyUnderAnotherNameIsIgnored() throws Exception {
    JmsCManager manager = join();
    Session session = session("node8");
    jakarta.jms.BytesMessage forged = session.createBytesMessage();
    KeyRing own =
        new KeyRing.NodeKey("node8", KeyFile.namespace(KeyFile.find()).node("node8").orElseThrow());
    Frame.write(
        forged,
        new FrameHeader(
            FrameHeader.Way.REPLY, false, 0, OTHER.toString(), "not " + manager.address()),
        FrameGuard.of(own, false),
        List.of(
            new Outbox.OutgoingItem(
                new org.dharch.api.MessageId(1, 2), new byte[1], new byte[1], 0, () -> {})));
    session
        .createProducer(destination("queue://" + Target.replies(manager.address()).name()))
        .send(forged);
    soon().until(() -> recorder.forged.size() == 1);
  }

  /**
   * What that page says cannot be told to such a broker: whose a consumer is. When ActiveMQ asks
   * that, this fails, and the page has a sentence too many.
   */
  @Test
  void externalBrokerLetsOneClientStopConsumersOfAnother() throws Exception {
    JmsCManager manager = join();
    ConsumerId replies =
        broker
            .getDestination(new ActiveMQQueue(Target.replies(manager.address()).name()))
            .getConsumers()
            .get(0)
            .getConsumerInfo()
            .getConsumerId();
    try (RawClient enemy = new RawClient(uri)) {
      ConnectionInfo login = enemy.login("enemy");
      login.setUserName("node8");
      login.setPassword("p");
      assertFalse(enemy.isRefused(login));
      ConsumerControl control = new ConsumerControl();
      control.setConsumerId(replies);
      control.setDestination(new ActiveMQQueue("dharch.node.node8.1"));
      assertFalse(enemy.isRefused(control));
    }
    assertTrue(replies.getConnectionId().matches("ID:[0-9a-f-]{36}-.*"), "but nobody guesses it");
  }
}
