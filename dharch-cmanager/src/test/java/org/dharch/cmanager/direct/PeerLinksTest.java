package org.dharch.cmanager.direct;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.dharch.api.MessageId;
import org.dharch.cmanager.Cut;
import org.dharch.cmanager.Opened;
import org.dharch.cmanager.TestNode;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.frame.TestKeys;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.FrameKind;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.WireProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes pass messages on past the broker, as soon as each knows where the other listens. */
class PeerLinksTest {
  private final Opened open = new Opened();
  private EmbeddedBroker broker;

  @BeforeEach
  void start() {
    broker = open.with(EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), JmsOptions.DEFAULT));
  }

  @AfterEach
  void close() throws Exception {
    open.close();
  }

  private TestNode node(String name, String link) {
    TestNode node = new TestNode(broker.uri(), new NodeId(name, "1"), Map.of("link", link));
    node.holding = true;
    open.with(node.start());
    soon().until(() -> node.channel.isReachable());
    return node;
  }

  private static DMFormat forward() {
    MessageId id = MessageId.random(ThreadLocalRandom.current());
    byte[] control = id.toString().getBytes(StandardCharsets.UTF_8);
    return new DMFormat(
        id, new DMFormat.Content(WireProperties.ofKind(FrameKind.FORWARD), control, new byte[10]));
  }

  private static void link(TestNode from, TestNode to) {
    soon()
        .until(
            () -> {
              from.channel.forward(to.id, forward());
              return from.channel.peers().isLinked(to.id);
            });
  }

  private static Set<MessageId> sent(TestNode from, TestNode to, int count) {
    Set<MessageId> sent = new HashSet<>();
    while (sent.size() < count) {
      DMFormat forward = forward();
      assertTrue(from.channel.forward(to.id, forward));
      sent.add(forward.id());
    }
    return sent;
  }

  private static Set<MessageId> taken(TestNode by) {
    Set<MessageId> taken = new HashSet<>();
    for (TestNode.Held held : by.held) {
      MessageId id = held.batch().id();
      assertEquals(id.toString(), new String(held.batch().control(), StandardCharsets.UTF_8));
      taken.add(id);
    }
    return taken;
  }

  @Test
  void forwardingByLinkNeedsNoBroker() {
    TestNode one = node("one", "auto");
    TestNode other = node("other", "auto");
    link(one, other);
    assertFalse(other.channel.peers().isLinked(one.id), "each way has its own, where it is wanted");
    broker.close();
    soon().until(() -> !one.channel.isReachable());
    Set<MessageId> sent = sent(one, other, 100);
    soon().until(() -> taken(other).containsAll(sent));
    assertEquals(100, other.held.stream().filter(held -> sent.contains(held.batch().id())).count());
  }

  @Test
  void brokenLinkItemsGoByBroker() throws Exception {
    TestNode one = node("one", "auto");
    int port = Cut.freePort();
    Cut way = open.with(new Cut(URI.create("tcp://127.0.0.1:" + port)));
    TestNode other = node("other", "127.0.0.1:" + port + "=127.0.0.1:" + way.uri().getPort());
    link(one, other);
    soon().until(() -> one.channel.peers().unacknowledgedCount() == 0 || !other.held.isEmpty());
    other.held.forEach(held -> held.done().run());
    other.capacity.drainPermits(); // from now on it takes nothing, and what comes lies on the link
    Set<MessageId> sent = sent(one, other, 50);
    way.cut();
    soon().until(() -> !one.channel.peers().isLinked(other.id));
    other.capacity.release(1000);
    soon().until(() -> taken(other).containsAll(sent));
  }

  /** What is done is said though nothing comes back by such a link. */
  @Test
  void acknowledgedItemsAreReleased() {
    TestNode one = node("one", "auto");
    TestNode other = node("other", "auto");
    link(one, other);
    Set<MessageId> sent = sent(one, other, 10);
    soon().until(() -> taken(other).containsAll(sent));
    assertTrue(one.channel.peers().unacknowledgedCount() >= 10);
    other.held.forEach(held -> held.done().run());
    soon()
        .until(
            () -> {
              other.channel.announce(other.status(NodeStatus.State.READY)); // as a timer does
              return one.channel.peers().unacknowledgedCount() == 0;
            });
  }

  @Test
  void forwardingWithoutLinkUsesBroker() {
    TestNode one = node("one", "auto");
    TestNode other = node("other", "off");
    Set<MessageId> sent = sent(one, other, 20);
    Set<MessageId> back = sent(other, one, 20);
    soon().until(() -> taken(other).containsAll(sent) && taken(one).containsAll(back));
    assertFalse(one.channel.peers().isLinked(other.id));
    assertFalse(other.channel.peers().isLinked(one.id));
  }

  /** Whom a plain link could not reach, as with TLS, says nothing of where it listens. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onlyWhoWantsLinksAsksAndAnswers(boolean wanted) {
    NodeId peer = new NodeId("other", "1");
    List<Target> notified = new ArrayList<>();
    PeerLinks links =
        open.with(
            new PeerLinks(
                new NodeId("one", "1"),
                TestKeys.NAMESPACE,
                JmsOptions.DEFAULT,
                new Codec(JmsOptions.DEFAULT),
                wanted,
                (to, item) -> notified.add(to),
                () -> Optional.of("127.0.0.1:1")));
    DMFormat question =
        PeerFormat.encode(
            MessageId.random(ThreadLocalRandom.current()),
            new PeerFormat.Peer(peer, Optional.empty()));
    assertTrue(links.take(question));
    links.ask(peer);
    assertEquals(Collections.nCopies(wanted ? 2 : 0, Target.forwards(peer)), notified);
  }
}
