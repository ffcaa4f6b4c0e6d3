package org.dharch.cmanager.broker;

import static org.dharch.cmanager.direct.LinkedSystem.allComplete;
import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.JMSException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.api.MessageId;
import org.dharch.cmanager.CountingHandler;
import org.dharch.cmanager.Cut;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.Opened;
import org.dharch.cmanager.RandomTaskBatch;
import org.dharch.cmanager.Recorder;
import org.dharch.cmanager.TestNode;
import org.dharch.cmanager.direct.LinkedSystem;
import org.dharch.cmanager.frame.UnauthenticatedClient;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.manager.ManagerQueryClient;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.core.message.Outcome;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.query.ManagerQueryReplies;
import org.dharch.core.query.QueryFormat;
import org.dharch.core.spi.BridgeState;
import org.dharch.core.spi.BrokerList;
import org.dharch.core.view.ManagerQueryReply;
import org.dharch.core.view.MessageQuery;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A manager at one real broker, a node at another, and a bridge between them. */
class BridgeTest {
  private static final URI ANY = URI.create("tcp://127.0.0.1:0");
  private static final Map<String, String> NO_LINKS = Map.of("link", "off");

  @TempDir private Path folder;
  private final Opened open = new Opened();
  private final Recorder recorder = new Recorder();
  private final EmbeddedBroker here = open.with(EmbeddedBroker.start(ANY, Map.of()));

  @AfterEach
  void close() throws Exception {
    open.close();
  }

  private <T extends AutoCloseable> T with(T one) {
    return open.with(one);
  }

  private EmbeddedBroker bridged(URI... to) {
    String uris = BrokerList.text(BrokerList.together(List.of(to)));
    return with(EmbeddedBroker.start(ANY, Map.of("bridge", uris)));
  }

  private JmsCManager manager(URI broker) {
    JmsCManager manager = with(new JmsCManagerProvider().manager(broker, NO_LINKS));
    manager.start(recorder);
    return manager;
  }

  /** A node says again and again that it is there. */
  private void awaitHeartbeat(TestNode node) {
    soon()
        .until(
            () -> {
              node.channel.announce(node.status(NodeStatus.State.READY));
              return recorder.hasStatusOf(node.id);
            });
  }

  private static Map<MessageId, AtomicInteger> node(Opened open, URI broker, String name) {
    Map<MessageId, AtomicInteger> performed = new ConcurrentHashMap<>();
    open.with(
        HandlerNode.builder(name)
            .handler("once", 4, new CountingHandler(performed))
            .start(new JmsCManagerProvider().node(broker, NO_LINKS)));
    return performed;
  }

  @Test
  void bridgeConnectsNodeAndCountsMessages() throws Exception {
    EmbeddedBroker there = bridged(here.uri());
    LinkedSystem namespace = with(new LinkedSystem(here.uri(), NO_LINKS, "once"));
    Map<MessageId, AtomicInteger> performed = node(open, there.uri(), "far");
    soon().until(() -> namespace.manager.status().nodes().size() == 1);
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      outcomes.add(namespace.message());
    }
    allComplete(outcomes);
    assertEquals(200, performed.size());
    Bridge bridge = there.bridges().get(0);
    assertTrue(bridge.isUp());
    assertTrue(bridge.in().messages() > 0 && bridge.in().bytes() > 0, "task batches came in");
    assertTrue(bridge.out().messages() > 0 && bridge.out().bytes() > 0, "replies went out");
    BridgeState state = there.bridgeStates().get(0);
    assertEquals(here.uri().toString(), state.to());
    assertTrue(state.connected());
    assertTrue(state.in().messages() > 0 && state.out().messages() > 0, state::toString);
    soon().until(() -> there.bridgeStates().get(0).waiting() == 0);
    assertEquals(List.of(), here.bridgeStates(), "it belongs to the other");
  }

  /** Who asks at the one site hears of the managers at the other, whichever has the bridge. */
  @Test
  void queryCrossesBridge() throws Exception {
    EmbeddedBroker there = bridged(here.uri());
    LinkedSystem near = with(new LinkedSystem(here.uri(), NO_LINKS, "once"));
    LinkedSystem far = with(new LinkedSystem(there.uri(), NO_LINKS, "once"));
    Set<String> both = Set.of(near.manager.address(), far.manager.address());
    soon().until(() -> asked(here.uri()).equals(both));
    assertEquals(both, asked(there.uri()));
    List<ManagerQueryReply> answers =
        far.manager
            .status()
            .askManagers(MessageQuery.of(new MessageId(1, 2)), Duration.ofSeconds(10));
    assertEquals(both, Set.copyOf(answers.stream().map(ManagerQueryReply::manager).toList()));
  }

  private static Set<String> asked(URI broker) throws Exception {
    ManagerQueryReplies answers = new ManagerQueryReplies(new MessageId(System.nanoTime(), 3));
    Duration most = Duration.ofSeconds(10);
    try (ManagerQueryClient asker =
        ManagerQueryClient.connect(broker, Map.of(), answers::take, most)) {
      asker.ask(QueryFormat.encode(answers.ask(), MessageQuery.of(new MessageId(1, 2))));
      return Set.copyOf(
          answers.await(Duration.ofMillis(500), most).stream()
              .map(ManagerQueryReply::manager)
              .toList());
    }
  }

  /** What is for one who listened behind it waits; what is for all is dropped and counted. */
  @Test
  void lostBridgeReportsWaitingAndDroppedMessages() throws Exception {
    EmbeddedBroker far = EmbeddedBroker.start(ANY, Map.of());
    EmbeddedBroker there = bridged(far.uri());
    TestNode node = with(new TestNode(there.uri(), new NodeId("n", "1")).start());
    JmsCManager manager = with(new JmsCManagerProvider().manager(far.uri(), NO_LINKS));
    manager.start(recorder);
    awaitHeartbeat(node);
    far.close();
    soon().until(() -> !there.bridgeStates().get(0).connected());
    soon()
        .until(
            () -> {
              node.channel.announce(node.status(NodeStatus.State.READY));
              return there.bridgeStates().get(0).out().dropped() > 2;
            });
    assertEquals(0, there.bridgeStates().get(0).waiting());
    node.channel.reply(manager.address(), RandomTaskBatch.of(manager.address(), 10));
    soon().until(() -> there.bridgeStates().get(0).waiting() == 1);
  }

  /**
   * It is known at once on the manager's side, and what was stateful is asked for when it is back.
   */
  @Test
  void cutBridgeLosesNoMessageAndRepeatsNoHandler() throws Exception {
    Cut way = with(new Cut(here.uri()));
    EmbeddedBroker there = bridged(way.uri());
    HandlerEntry once = HandlerEntry.of("once").atomicity(Atomicity.NON_ATOMIC);
    LinkedSystem namespace = with(new LinkedSystem(here.uri(), NO_LINKS, once));
    Map<MessageId, AtomicInteger> performed = node(open, there.uri(), "far");
    Map<MessageId, AtomicInteger> near = node(open, here.uri(), "near");
    soon().until(() -> namespace.manager.status().nodes().size() == 2);
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int cut = 1; cut <= 3; cut++) {
      for (int i = 0; i < 200; i++) {
        outcomes.add(namespace.message());
      }
      int before = way.ways.get();
      way.cut();
      for (int i = 0; i < 100; i++) {
        outcomes.add(namespace.message());
      }
      soon().until(() -> way.ways.get() > before);
      soon().until(() -> namespace.manager.status().nodes().size() == 2);
    }
    allComplete(outcomes);
    performed.forEach((id, times) -> assertEquals(1, times.get(), id::toString));
    near.forEach((id, times) -> assertEquals(1, times.get(), id::toString));
    assertEquals(outcomes.size(), performed.size() + near.size());
  }

  @Test
  void nodeBehindLostBridgeIsLostAtOnce() throws Exception {
    EmbeddedBroker there = EmbeddedBroker.start(ANY, Map.of("bridge", here.uri().toString()));
    manager(here.uri());
    TestNode node = with(new TestNode(there.uri(), new NodeId("far", "1")).start());
    awaitHeartbeat(node);
    there.close();
    soon().atMost(Duration.ofSeconds(2)).until(() -> recorder.gone.contains(node.id));
    assertEquals(Set.of(), Set.copyOf(recorder.forged));
  }

  /** Three brokers in a row: who wants to meet needs a bridge of its own. */
  @Test
  void messageCrossesAtMostOneBridge() {
    EmbeddedBroker middle = bridged(here.uri());
    EmbeddedBroker end = bridged(middle.uri());
    manager(here.uri());
    TestNode far = with(new TestNode(end.uri(), new NodeId("far", "1")).start());
    TestNode near = with(new TestNode(middle.uri(), new NodeId("near", "1")).start());
    awaitHeartbeat(near);
    soon()
        .until(
            () -> {
              far.channel.announce(far.status(NodeStatus.State.READY));
              return end.bridges().get(0).out().messages() > 5;
            });
    awaitHeartbeat(near);
    assertFalse(recorder.hasStatusOf(far.id));
    bridgedToo(end.uri());
    awaitHeartbeat(far);
  }

  private void bridgedToo(URI to) {
    with(Bridge.start(here.localUri(), to, JmsOptions.DEFAULT));
  }

  /** Two links of one manager, whose brokers know each other: its nodes do not move to and fro. */
  @Test
  void bridgeBetweenBrokersOfOneManagerIsHarmless() {
    EmbeddedBroker there = bridged(here.uri());
    JmsCManager manager = manager(BrokerList.together(List.of(here.uri(), there.uri())));
    TestNode node = with(new TestNode(there.uri(), new NodeId("both", "1")).start());
    awaitHeartbeat(node);
    soon()
        .until(
            () -> {
              node.channel.announce(node.status(NodeStatus.State.READY));
              return recorder.statuses.size() > 20 && there.bridges().get(0).out().messages() > 20;
            });
    assertEquals(List.of(), List.copyOf(recorder.unreachable));
    assertEquals(Set.of(), Set.copyOf(recorder.forged));
    assertTrue(manager.send(node.id, RandomTaskBatch.of(manager.address(), 10)));
  }

  @Test
  void bridgeAdmitsNoUnauthenticatedClient() throws Exception {
    EmbeddedBroker there = bridged(here.uri());
    soon().until(() -> there.bridges().get(0).isUp());
    assertThrows(JMSException.class, () -> new UnauthenticatedClient(there.uri(), "whoever"));
    assertTrue(there.rejectedCount() > 0);
  }

  @Test
  void brokerOfAnotherNamespaceRejectsBridge() throws Exception {
    Path other = KeyFile.made(folder.resolve("other/key"));
    Map<String, String> options = new HashMap<>(Map.of("bridge", here.uri().toString()));
    options.put("keyFile", other.toString());
    try (EmbeddedBroker unknownClient = EmbeddedBroker.start(ANY, options)) {
      soon().until(() -> here.rejectedCount() > 0);
      assertFalse(unknownClient.bridges().get(0).isUp());
    }
  }

  @Test
  void bridgesNeedAnEmbeddedBroker() {
    Map<String, String> bridge = Map.of("bridge", "tcp://127.0.0.1:1");
    CManagerException manager =
        assertThrows(
            CManagerException.class, () -> new JmsCManagerProvider().manager(here.uri(), bridge));
    assertTrue(manager.getMessage().contains("requires a broker"), manager.getMessage());
    assertThrows(CManagerException.class, () -> new JmsCManagerProvider().node(here.uri(), bridge));
    CManagerException address =
        assertThrows(
            CManagerException.class, () -> EmbeddedBroker.start(ANY, Map.of("bridge", "there")));
    assertTrue(
        address.getMessage().startsWith("transport option bridge must be an address")
            && address.getMessage().contains("(got there: "),
        "" + address);
  }
}
