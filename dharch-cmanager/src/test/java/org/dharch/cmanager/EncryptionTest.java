package org.dharch.cmanager;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.dharch.api.MessageId;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.frame.UnauthenticatedClient;
import org.dharch.cmanager.guard.BrokerLogin;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.FrameKind;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.WireProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fault D, bodies encrypted if asked: what whoever runs the broker sees of what goes through it,
 * and what ends that do not say the same of it make of each other.
 */
class EncryptionTest {
  private static final NodeId NODE = new NodeId("node", "1");
  private static final NodeId ABSENT = new NodeId("absent", "1");
  private static final String MARK = "marked-for-its-handlers-alone";
  private static final KeyRing.NamespaceKey OURS = KeyFile.namespace(KeyFile.find());

  private final Recorder recorder = new Recorder();

  private static Map<String, String> options(boolean encrypt) {
    return encrypt ? Map.of("encrypt", "true") : Map.of();
  }

  private JmsCManager manager(boolean encrypt) {
    JmsCManager manager =
        new JmsCManagerProvider()
            .manager(URI.create("embedded:tcp://127.0.0.1:0"), options(encrypt));
    manager.start(recorder);
    return manager;
  }

  private static DMFormat marked(String replyTo) {
    return DMFormat.of(
        new MessageId(1, 2),
        WireProperties.ofKind(FrameKind.WORK)
            .with(WireProperties.REPLY_TO, replyTo)
            .with("p", MARK),
        ("<e>" + MARK + "</e>").getBytes(StandardCharsets.UTF_8));
  }

  /** All that the broker has of a message. */
  private static String seen(MessageConsumer admin) throws Exception {
    Message message = admin.receive(10_000);
    assertNotNull(message);
    ActiveMQBytesMessage bytes = (ActiveMQBytesMessage) message;
    return new String(bytes.getContent().toArray(), StandardCharsets.ISO_8859_1)
        + bytes.getProperties();
  }

  /**
   * Task batches, replies and heartbeats, as somebody with all rights takes them off the broker.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theBrokerSeesWhatIsMarkedUnlessItIsEncrypted(boolean encrypt) throws Exception {
    try (JmsCManager manager = manager(encrypt);
        UnauthenticatedClient admin =
            new UnauthenticatedClient(
                manager.nodeUri().orElseThrow(), BrokerLogin.ofManager(OURS));
        TestNode node = new TestNode(manager.nodeUri().orElseThrow(), NODE, options(encrypt))) {
      MessageConsumer heartbeats = admin.listen(Target.HEARTBEAT);
      node.start();
      soon().until(() -> recorder.hasStatusOf(NODE));
      assertEquals(!encrypt, seen(heartbeats).contains("echo")); // its handler

      assertTrue(manager.send(ABSENT, marked(manager.address())));
      assertEquals(!encrypt, seen(admin.listen(Target.node(ABSENT))).contains(MARK));

      node.channel.reply("another", marked("another"));
      assertEquals(!encrypt, seen(admin.listen(Target.replies("another"))).contains(MARK));

      DMFormat batch = marked(manager.address());
      assertTrue(manager.send(NODE, batch)); // and both ends understand each other
      soon().until(() -> !recorder.replies.isEmpty());
      assertEquals(List.of(batch), List.copyOf(recorder.replies));
      assertEquals(List.of(), List.copyOf(recorder.forged));
      assertEquals(0, node.channel.forgedCount());
    }
  }

  @Test
  void encryptingManagerAndPlainNodeReportMismatch() throws Exception {
    assertReportedOnBothSides(true);
  }

  @Test
  void encryptingNodeAndPlainManagerReportMismatch() throws Exception {
    assertReportedOnBothSides(false);
  }

  private void assertReportedOnBothSides(boolean managerEncrypts) throws Exception {
    String log =
        Logs.of(
            () -> {
              try (JmsCManager manager = manager(managerEncrypts);
                  TestNode node =
                      new TestNode(
                          manager.nodeUri().orElseThrow(), NODE, options(!managerEncrypts))) {
                soon().until(recorder::isUp); // and its first call is out before the node is there
                node.start();
                soon().until(() -> !recorder.forged.isEmpty());
                soon().until(() -> node.channel.forgedCount() > 0);
                assertTrue(!recorder.hasStatusOf(NODE));
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    String toManager =
        managerEncrypts ? "is not encrypted, and encrypt=true" : "is encrypted, and encrypt=false";
    String toNode =
        managerEncrypts ? "is encrypted, and encrypt=false" : "is not encrypted, and encrypt=true";
    assertTrue(
        recorder.forged.peek().contains("a HEARTBEAT of 'node~1' " + toManager),
        recorder.forged::toString);
    assertTrue(log.lines().anyMatch(l -> l.contains("node count=") && l.contains(toNode)), log);
    assertTrue(
        log.lines().anyMatch(l -> l.contains("manager count=") && l.contains(toManager)), log);
  }
}
