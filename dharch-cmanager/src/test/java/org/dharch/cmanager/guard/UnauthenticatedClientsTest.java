package org.dharch.cmanager.guard;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.RandomTaskBatch;
import org.dharch.cmanager.Recorder;
import org.dharch.cmanager.TestNode;
import org.dharch.cmanager.frame.FrameHeader;
import org.dharch.cmanager.frame.FrameHeader.Way;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.frame.TestKeys;
import org.dharch.cmanager.frame.UnauthenticatedClient;
import org.dharch.cmanager.manager.JmsCManager;
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
import org.junit.jupiter.api.Test;

/** Fault D: what somebody on the broker can do to a manager and its nodes, which is nothing. */
class UnauthenticatedClientsTest {
  private static final NodeId NODE = new NodeId("node", "1");
  private static final MessageId ID = new MessageId(1, 2);
  private static final KeyRing OTHERS = TestKeys.namespace(7);

  /**
   * The key that tests share, which a stranger has not; and a node's, which is that node's only.
   */
  private static final KeyRing.NamespaceKey OURS = KeyFile.namespace(KeyFile.find());

  private final Recorder recorder = new Recorder();
  private final JmsCManager manager =
      new JmsCManagerProvider().manager(URI.create("embedded:tcp://127.0.0.1:0"), Map.of());
  private TestNode node;
  private UnauthenticatedClient unknownClient;

  @BeforeEach
  void start() throws Exception {
    manager.start(recorder);
    URI broker = manager.nodeUri().orElseThrow();
    unknownClient =
        new UnauthenticatedClient(
            broker, BrokerLogin.ofManager(OURS)); // as where no rights are set
    node = new TestNode(broker, NODE);
  }

  @AfterEach
  void close() throws Exception {
    unknownClient.close();
    node.close();
    manager.close();
  }

  private void join() {
    node.start();
    soon().until(() -> recorder.hasStatusOf(NODE));
  }

  private static DMFormat status(NodeId of, NodeStatus.State state) {
    return StatusFormat.encode(
        ID,
        NodeStatus.of(
            of, state, List.of("echo"), new NodeStatus.Load(2, 0, 0), ProcessOrigin.here("host")));
  }

  private FrameHeader heartbeat(NodeId of, long number) {
    return TestKeys.heartbeat(of.toString(), number, manager.address());
  }

  private static DMFormat performed(NodeId by) {
    HandlerResult result =
        HandlerResult.of(0, 1, HandlerResult.Status.PERFORMED, "", 1, 1, Changes.NONE);
    return new TaskBatchFormat(Limits.DEFAULT).encode(new Reply(ID, 1, by, List.of(result)));
  }

  private FrameHeader reply(NodeId by) {
    return new FrameHeader(Way.REPLY, false, 0, by.toString(), manager.address());
  }

  /** All works between manager and node, and so many messages were ignored. */
  private void assertAllIsWell(int forged) {
    soon().until(() -> recorder.forged.size() == forged);
    DMFormat batch = RandomTaskBatch.of(manager.address(), 1000);
    assertTrue(manager.send(NODE, batch));
    soon().until(() -> !recorder.replies.isEmpty());
    assertEquals(List.of(batch), List.copyOf(recorder.replies));
    assertEquals(List.of(), List.copyOf(recorder.malformed));
    assertEquals(List.of(), List.copyOf(recorder.gone));
  }

  @Test
  void forgedResultIsIgnored() throws Exception {
    join();
    Target replies = Target.replies(manager.address());
    unknownClient.say(replies, reply(NODE), OTHERS, performed(NODE));
    assertAllIsWell(1);
  }

  /** With a key of its own a node speaks for itself alone. */
  @Test
  void nodeCannotImpersonateOthers() throws Exception {
    join();
    NodeId other = new NodeId("other", "1");
    KeyRing others = new KeyRing.NodeKey("other", OURS.node("other").orElseThrow());
    Target replies = Target.replies(manager.address());
    unknownClient.say(replies, reply(other), others, performed(NODE));
    unknownClient.say(
        Target.HEARTBEAT, heartbeat(other, 1), others, status(NODE, NodeStatus.State.STOPPED));
    assertAllIsWell(2);
    assertTrue(recorder.statuses.stream().noneMatch(s -> s.state() == NodeStatus.State.STOPPED));
  }

  @Test
  void heartbeatOfInventedNodeIsIgnored() throws Exception {
    join();
    NodeId made = new NodeId("made-up", "1");
    unknownClient.say(
        Target.HEARTBEAT, heartbeat(made, 1), OTHERS, status(made, NodeStatus.State.READY));
    assertAllIsWell(1);
    assertTrue(!recorder.hasStatusOf(made));
  }

  @Test
  void forgedDepartureIsIgnored() throws Exception {
    join();
    unknownClient.say(
        Target.HEARTBEAT,
        heartbeat(NODE, Long.MAX_VALUE),
        OTHERS,
        status(NODE, NodeStatus.State.STOPPED));
    assertAllIsWell(1);
    assertTrue(recorder.statuses.stream().noneMatch(s -> s.state() == NodeStatus.State.STOPPED));
  }

  /** Nothing forged is heard before the seal was looked at, whatever is in it. */
  @Test
  void signedFrameIsBoundToItsRoute() throws Exception {
    join();
    unknownClient.say(
        Target.replies(manager.address()),
        heartbeat(NODE, 1),
        OURS,
        status(NODE, NodeStatus.State.READY));
    FrameHeader toAnother =
        new FrameHeader(Way.REPLY, false, 0, NODE.toString(), "another manager");
    unknownClient.say(Target.replies(manager.address()), toAnother, OURS, performed(NODE));
    unknownClient.say(Target.HEARTBEAT, reply(NODE), OURS, performed(NODE));
    assertAllIsWell(3);
  }

  @Test
  void replayedHeartbeatIsIgnored() throws Exception {
    MessageConsumer consumer = unknownClient.listen(Target.HEARTBEAT);
    join();
    Message ready = consumer.receive(5_000);
    assertNotNull(ready);
    node.channel.announce(node.status(NodeStatus.State.DRAINING));
    soon().until(() -> recorder.statuses.contains(node.status(NodeStatus.State.DRAINING)));
    int statuses = recorder.statuses.size();
    unknownClient.replay(Target.HEARTBEAT, ready);
    assertAllIsWell(1);
    assertEquals(statuses, recorder.statuses.size());
  }

  /** A recorded STOPPED ends no later life, and a recorded READY begins none for a new manager. */
  @Test
  void framesOfEarlierIncarnationAreIgnored() throws Exception {
    MessageConsumer consumer = unknownClient.listen(Target.HEARTBEAT);
    join();
    List<Message> recorded = new ArrayList<>(); // before and after it heard the manager
    for (Message one = consumer.receive(5_000); one != null; one = consumer.receive(200)) {
      recorded.add(one);
    }
    Recorder later = new Recorder();
    try (JmsCManager second =
        new JmsCManagerProvider().manager(manager.nodeUri().orElseThrow(), Map.of())) {
      node.close();
      soon().until(() -> recorder.gone.contains(NODE));
      second.start(later);
      soon().until(later::isUp);
      try (UnauthenticatedClient witness =
          new UnauthenticatedClient(manager.nodeUri().orElseThrow(), BrokerLogin.ofManager(OURS))) {
        MessageConsumer calls = witness.listen(Target.MANAGER);
        for (Message one : recorded) {
          unknownClient.replay(Target.HEARTBEAT, one);
        }
        assertNotNull(calls.receive(5_000)); // who lives is asked to say so
      }
      soon().until(() -> recorder.forged.size() == recorded.size()); // to the first: stale
      assertTrue(!later.hasStatusOf(NODE));
    }
  }

  /**
   * A replayed reply comes to the manager as the doubles of a lost connection do, by its attempt.
   */
  @Test
  void replayedReplyIsDuplicateOrIgnored() throws Exception {
    join();
    Target replies = Target.replies(manager.address());
    FrameHeader before =
        new FrameHeader(Way.REPLY, false, 0, NODE.toString(), "an earlier address");
    unknownClient.say(replies, before, OURS, performed(NODE));
    assertAllIsWell(1);
  }

  @Test
  void nodeIgnoresForgedTaskBatchAndOneForAnotherIncarnation() throws Exception {
    join();
    node.holding = true;
    Target queue = Target.node(NODE);
    FrameHeader forged = TestKeys.taskBatch(NODE.toString());
    unknownClient.say(queue, forged, OTHERS, RandomTaskBatch.of(manager.address(), 10));
    FrameHeader former = TestKeys.taskBatch("node~0");
    unknownClient.say(queue, former, OURS, RandomTaskBatch.of(manager.address(), 10));
    soon().until(() -> node.channel.forgedCount() == 2);
    assertTrue(node.held.isEmpty());
    node.holding = false;
    assertAllIsWell(0);
  }

  @Test
  void forgedAdvisoryRemovesNoNode() throws Exception {
    join();
    Message gone = unknownClient.session.createMessage();
    gone.setIntProperty("consumerCount", 0);
    Target advisory =
        new Target(
            Target.Kind.TOPIC,
            "ActiveMQ.Advisory.Consumer.Queue." + Target.node(NODE).name(),
            Way.CALL,
            "",
            "");
    assertThrows(JMSException.class, () -> unknownClient.send(advisory, gone));
    assertAllIsWell(0);
  }

  /** Calls are not sealed: they can make a node say that it lives, and no more. */
  @Test
  void manyUnauthenticatedCallsAreHarmless() throws Exception {
    join();
    for (int i = 0; i < 200; i++) {
      FrameHeader call = new FrameHeader(Way.CALL, false, 0, "stranger-" + i, "");
      unknownClient.say(Target.MANAGER, call, OTHERS, performed(NODE));
    }
    assertAllIsWell(0);
  }
}
