package org.dharch.cmanager.manager;

import static org.dharch.cmanager.direct.LinkedSystem.allComplete;
import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.api.MessageId;
import org.dharch.cmanager.CountingHandler;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.Opened;
import org.dharch.cmanager.RandomTaskBatch;
import org.dharch.cmanager.Recorder;
import org.dharch.cmanager.TestNode;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.direct.LinkedSystem;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.core.message.Outcome;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.spi.BrokerList;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One manager, several real brokers that do not know each other, nodes that use one at a time. */
class BrokerLinksTest {
  private static final Map<String, String> NO_LINKS = Map.of("link", "off");

  private final Opened open = new Opened();
  private final Recorder recorder = new Recorder();
  private final EmbeddedBroker first = broker();
  private final EmbeddedBroker second = broker();
  private final URI both = BrokerList.together(List.of(first.uri(), second.uri()));

  @AfterEach
  void close() throws Exception {
    open.close();
  }

  private <T extends AutoCloseable> T with(T one) {
    return open.with(one);
  }

  private EmbeddedBroker broker() {
    return open.with(EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), JmsOptions.DEFAULT));
  }

  /** All of them, this one first. */
  private URI preferring(EmbeddedBroker broker) {
    URI other = broker == first ? second.uri() : first.uri();
    return URI.create("failover:(" + broker.uri() + "," + other + ")?randomize=false");
  }

  private JmsCManager manager() {
    JmsCManager manager = with(new JmsCManagerProvider().manager(both, Map.of()));
    manager.start(recorder);
    return manager;
  }

  private TestNode node(URI broker, String name) {
    return with(new TestNode(broker, new NodeId(name, "1")).start());
  }

  private void roundTrip(JmsCManager manager, TestNode node) {
    DMFormat batch = RandomTaskBatch.of(manager.address(), 1000);
    soon().until(() -> manager.send(node.id, batch));
    soon().until(() -> recorder.replies.contains(batch));
  }

  @Test
  void nodesAreReachedByTheirBroker() {
    JmsCManager manager = manager();
    TestNode one = node(first.uri(), "one");
    TestNode two = node(second.uri(), "two");
    soon().until(() -> recorder.hasStatusOf(one.id) && recorder.hasStatusOf(two.id));
    roundTrip(manager, one);
    roundTrip(manager, two);
    assertEquals(List.of(true), List.copyOf(recorder.connected));
    assertEquals(Set.of(), Set.copyOf(recorder.malformed));
    assertEquals(Set.of(), Set.copyOf(recorder.forged));
    assertTrue(first.destinations().stream().noneMatch(name -> name.contains(".two.")));
  }

  @Test
  void nodeKeepsIncarnationOnOtherBroker() {
    JmsCManager manager = manager();
    TestNode node = node(preferring(first), "moving");
    TestNode other = node(second.uri(), "staying");
    soon().until(() -> recorder.hasStatusOf(node.id) && recorder.hasStatusOf(other.id));
    roundTrip(manager, node);
    recorder.statuses.clear();
    first.close();
    soon().until(() -> recorder.unreachable.contains(node.id));
    soon().until(() -> recorder.hasStatusOf(node.id));
    roundTrip(manager, node);
    roundTrip(manager, other);
    assertEquals(
        List.of(true), List.copyOf(recorder.connected), "one broker is there all the time");
    assertEquals(List.of(node.id), List.copyOf(recorder.unreachable));
    assertEquals(Set.of(), Set.copyOf(recorder.forged));
  }

  @Test
  void lossOfAllBrokersDisconnectsManager() {
    JmsCManager manager = manager();
    TestNode node = node(both, "node");
    soon().until(() -> recorder.hasStatusOf(node.id));
    first.close();
    second.close();
    soon().until(() -> List.of(true, false).equals(List.copyOf(recorder.connected)));
    recorder.statuses.clear();
    with(EmbeddedBroker.start(second.uri(), JmsOptions.DEFAULT));
    soon().until(() -> recorder.isUp() && recorder.hasStatusOf(node.id));
    roundTrip(manager, node);
    assertEquals(List.of(true, false, true), List.copyOf(recorder.connected));
  }

  /** A handler that must not perform twice, on four nodes, two at each broker; one is killed. */
  @Test
  void lossOfOneBrokerFailsNoMessageAndRepeatsNoHandler() throws Exception {
    HandlerEntry once = HandlerEntry.of("once").atomicity(Atomicity.NON_ATOMIC);
    LinkedSystem namespace = with(new LinkedSystem(both, NO_LINKS, once));
    Map<MessageId, AtomicInteger> performed = new ConcurrentHashMap<>();
    for (int n = 0; n < 4; n++) {
      handlerNode(preferring(n % 2 == 0 ? first : second), "n" + n, "once", performed);
    }
    soon().until(() -> namespace.manager.status().nodes().size() == 4);
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      outcomes.add(namespace.message());
      if (i == 600) {
        first.close();
      }
      if (i % 100 == 0) {
        outcomes.get(i).get(30, TimeUnit.SECONDS);
      }
    }
    allComplete(outcomes);
    soon().until(() -> namespace.manager.status().nodes().size() == 4);
    performed.forEach((id, times) -> assertEquals(1, times.get(), id::toString));
    assertEquals(outcomes.size(), performed.size());
  }

  /**
   * Messages of a handler that one node alone has wait for it while it goes to another broker, also
   * if its own was stopped and said before that its nodes are gone.
   */
  @Test
  void onlyNodeOfHandlerMayMoveBetweenBrokers() throws Exception {
    LinkedSystem namespace = with(new LinkedSystem(both, NO_LINKS, "lone"));
    handlerNode(preferring(first), "lone", "lone", new ConcurrentHashMap<>());
    handlerNode(second.uri(), "other", "another", new ConcurrentHashMap<>());
    soon().until(() -> namespace.manager.status().nodes().size() == 2);
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    outcomes.add(namespace.message());
    allComplete(outcomes);
    first.close();
    for (int i = 0; i < 50; i++) {
      outcomes.add(namespace.message());
    }
    allComplete(outcomes);
  }

  private void handlerNode(
      URI broker, String name, String handler, Map<MessageId, AtomicInteger> performed) {
    with(
        HandlerNode.builder(name)
            .handler(handler, 4, new CountingHandler(performed))
            .start(new JmsCManagerProvider().node(broker, NO_LINKS)));
  }

  /** While a manager has a direct link to a node it may lose the node's broker. */
  @Test
  void linkedNodeIsReachableWithoutBroker() throws Exception {
    LinkedSystem namespace = with(new LinkedSystem(both, Map.of(), "nothing"));
    Map<MessageId, AtomicInteger> performed = new ConcurrentHashMap<>();
    with(
        HandlerNode.builder("linked")
            .handler("nothing", 4, new CountingHandler(performed))
            .start(new JmsCManagerProvider().node(first.uri(), Map.of())));
    namespace.awaitLinks(1);
    first.close();
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    long silent = System.nanoTime() + Duration.ofMillis(500).toNanos();
    while (System.nanoTime() < silent) {
      outcomes.add(namespace.message());
      outcomes.get(outcomes.size() - 1).get(10, TimeUnit.SECONDS);
    }
    allComplete(outcomes);
    performed.forEach((id, times) -> assertEquals(1, times.get(), id::toString));
  }

  @Test
  void oneOfSeveralBrokersMayBeEmbedded() {
    JmsCManager manager =
        with(
            new JmsCManagerProvider()
                .manager(
                    BrokerList.together(
                        List.of(URI.create("embedded:tcp://127.0.0.1:0"), first.uri())),
                    Map.of()));
    manager.start(recorder);
    URI nodes = manager.nodeUri().orElseThrow();
    String own = BrokerList.text(nodes).split(" ", -1)[0];
    assertEquals(own + " " + first.uri(), BrokerList.text(nodes));
    TestNode one = node(URI.create(own), "one");
    TestNode two = node(first.uri(), "two");
    soon().until(() -> recorder.hasStatusOf(one.id) && recorder.hasStatusOf(two.id));
    roundTrip(manager, one);
    roundTrip(manager, two);
  }

  @Test
  void nodeRejectsEmbeddedAddress() {
    URI wrong = URI.create("shards:(embedded:tcp://127.0.0.1:0," + first.uri() + ")");
    CManagerException output =
        assertThrows(
            CManagerException.class, () -> new JmsCManagerProvider().node(wrong, Map.of()));
    assertTrue(output.getMessage().contains("the broker of a node must be"), output.getMessage());
  }
}
