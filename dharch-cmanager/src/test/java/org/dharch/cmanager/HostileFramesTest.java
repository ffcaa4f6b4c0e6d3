package org.dharch.cmanager;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.FrameGuard;
import org.dharch.cmanager.frame.FrameHeader;
import org.dharch.cmanager.frame.FrameHeader.Way;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.frame.TestKeys;
import org.dharch.cmanager.frame.UnauthenticatedClient;
import org.dharch.cmanager.guard.BrokerLogin;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.dharch.core.wire.Reply;
import org.dharch.core.wire.StatusFormat;
import org.dharch.core.wire.TaskBatchFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fault D: frames that a namespace key made, in which one bit is another or whose end is missing,
 * through a broker to a manager and a node. None is believed, each is counted, and the next works.
 */
@ParameterizedClass(name = "encrypt={0}")
@ValueSource(booleans = {false, true})
class HostileFramesTest {
  private static final NodeId NODE = new NodeId("node", "1");
  private static final MessageId ID = new MessageId(1, 2);
  private static final KeyRing.NamespaceKey OURS = KeyFile.namespace(KeyFile.find());

  @Parameter boolean encrypt;

  private final Recorder recorder = new Recorder();
  private JmsCManager manager;
  private TestNode node;
  private UnauthenticatedClient between;

  @BeforeEach
  void start() throws Exception {
    Map<String, String> options = Map.of("encrypt", "" + encrypt);
    manager = new JmsCManagerProvider().manager(URI.create("embedded:tcp://127.0.0.1:0"), options);
    manager.start(recorder);
    URI broker = manager.nodeUri().orElseThrow();
    node = new TestNode(broker, NODE, options).start();
    between =
        new UnauthenticatedClient(
            broker, BrokerLogin.ofManager(OURS)); // as where no rights are set
    soon().until(() -> recorder.hasStatusOf(NODE));
  }

  @AfterEach
  void close() throws Exception {
    between.close();
    node.close();
    manager.close();
  }

  /** A frame that would be believed as it is. */
  private byte[] frame(Way way) throws JMSException {
    DMFormat message;
    FrameHeader header;
    switch (way) {
      case TASK_BATCH -> {
        message = RandomTaskBatch.of(manager.address(), 10);
        header = new FrameHeader(way, encrypt, 0, manager.address(), NODE.toString());
      }
      case REPLY -> {
        HandlerResult result =
            HandlerResult.of(0, 1, HandlerResult.Status.PERFORMED, "", 1, 1, Changes.NONE);
        message =
            new TaskBatchFormat(Limits.DEFAULT).encode(new Reply(ID, 1, NODE, List.of(result)));
        header = new FrameHeader(way, encrypt, 0, NODE.toString(), manager.address());
      }
      case HEARTBEAT -> {
        message =
            StatusFormat.encode(
                ID,
                NodeStatus.of(
                    NODE,
                    NodeStatus.State.STOPPED,
                    List.of("echo"),
                    new NodeStatus.Load(2, 0, 0),
                    ProcessOrigin.here("host")));
        header = new FrameHeader(way, encrypt, Long.MAX_VALUE, NODE.toString(), manager.address());
      }
      default -> throw new IllegalArgumentException("a call has no seal");
    }
    Outbox.OutgoingItem item =
        new Codec(JmsOptions.DEFAULT).encode(message, Duration.ofSeconds(60));
    return TestKeys.frame(header, FrameGuard.of(OURS, encrypt), List.of(item));
  }

  private Target target(Way way) {
    return switch (way) {
      case TASK_BATCH -> Target.node(NODE);
      case REPLY -> Target.replies(manager.address());
      default -> Target.HEARTBEAT;
    };
  }

  private void send(Way way, byte[] bytes) throws JMSException {
    BytesMessage message = between.session.createBytesMessage();
    message.writeBytes(bytes);
    between.send(target(way), message);
  }

  private long counted(Way way) {
    return way == Way.TASK_BATCH ? node.channel.forgedCount() : recorder.forged.size();
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"TASK_BATCH", "REPLY", "HEARTBEAT"})
  void noneIsBelieved(Way way) throws Exception {
    byte[] whole = frame(way);
    List<byte[]> hostile = new ArrayList<>();
    for (int bit = 0; bit < whole.length * Byte.SIZE; bit += 3) { // of each byte two or three
      byte[] flipped = whole.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
      hostile.add(flipped);
    }
    for (int length = 0; length < whole.length; length += 2) {
      hostile.add(Arrays.copyOf(whole, length));
    }
    hostile.add(Arrays.copyOf(whole, whole.length + 1));
    node.holding = true;
    for (byte[] one : hostile) {
      send(way, one);
    }
    soon().until(() -> counted(way) == hostile.size());
    assertTrue(node.held.isEmpty());
    assertEquals(List.of(), List.copyOf(recorder.replies));
    assertTrue(recorder.statuses.stream().allMatch(s -> s.state() == NodeStatus.State.READY));
    assertEquals(List.of(), List.copyOf(recorder.malformed));
    node.holding = false;
    DMFormat batch = RandomTaskBatch.of(manager.address(), 1000);
    assertTrue(manager.send(NODE, batch));
    soon().until(() -> recorder.replies.contains(batch));
  }

  /** What stands beside the frame is of no account, wherever it points. */
  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"TASK_BATCH", "REPLY", "HEARTBEAT"})
  void jmsPropertiesOfFramesAreIgnored(Way way) throws Exception {
    node.holding = true;
    Message message = between.session.createBytesMessage();
    ((BytesMessage) message).writeBytes(frame(way));
    message.setJMSReplyTo(between.destination(Target.node(NODE)));
    message.setJMSCorrelationID("x".repeat(1000));
    message.setJMSType("x");
    message.setStringProperty("JMSXGroupID", "group");
    message.setIntProperty("JMSXGroupSeq", -1);
    message.setIntProperty("consumerCount", 0);
    message.setLongProperty("AMQ_SCHEDULED_DELAY", 3_600_000);
    message.setStringProperty("AMQ_SCHEDULED_CRON", "* * * * *");
    between.send(target(way), message);
    switch (way) {
      case TASK_BATCH -> soon().until(() -> node.held.size() == 1);
      case REPLY -> soon().until(() -> recorder.replies.size() == 1);
      default ->
          soon()
              .until(
                  () ->
                      recorder.statuses.stream()
                          .anyMatch(s -> s.state() == NodeStatus.State.STOPPED));
    }
    assertEquals(List.of(), List.copyOf(recorder.gone));
    assertEquals(0, counted(way));
  }
}
