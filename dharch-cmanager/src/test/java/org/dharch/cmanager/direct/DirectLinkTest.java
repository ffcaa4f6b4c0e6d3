package org.dharch.cmanager.direct;

import static org.dharch.cmanager.direct.LinkedSystem.allComplete;
import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.cmanager.CountingHandler;
import org.dharch.cmanager.Cut;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.Opened;
import org.dharch.cmanager.RandomTaskBatch;
import org.dharch.cmanager.Recorder;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.NodeId;
import org.dharch.testing.ForkedJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Direct links between real managers and real nodes: they come, carry, break, and come again. */
class DirectLinkTest {
  private static final Pattern NODE = Pattern.compile("NODE (\\S+)");

  @TempDir private Path folder;
  private final Opened open = new Opened();

  @AfterEach
  void close() throws Exception {
    open.close();
  }

  private <T extends AutoCloseable> T with(T one) {
    return open.with(one);
  }

  private ForkedJvm jvm(URI broker, String name) throws IOException {
    ForkedJvm jvm =
        ForkedJvm.start(
            folder.resolve(name),
            List.of("-Xmx128m"),
            LinkNodeMain.class,
            broker.toString(),
            name,
            "auto");
    open.with(jvm);
    jvm.await(NODE);
    return jvm;
  }

  /** A node here, whose handler counts how often it performed for each message. */
  private HandlerNode node(URI broker, String link, Map<MessageId, AtomicInteger> performed) {
    return with(
        HandlerNode.builder("counting")
            .handler("nothing", 4, new CountingHandler(performed))
            .start(new JmsCManagerProvider().node(broker, Map.of("link", link))));
  }

  /** The same, and the way to its links, which can be cut. */
  private Cut cutNode(URI broker, Map<MessageId, AtomicInteger> performed) throws Exception {
    int port = Cut.freePort();
    Cut way = with(new Cut(URI.create("tcp://127.0.0.1:" + port)));
    node(broker, "127.0.0.1:" + port + "=127.0.0.1:" + way.uri().getPort(), performed);
    return way;
  }

  @Test
  void linkedMessagesContinueWithoutBroker() throws Exception {
    EmbeddedBroker broker =
        EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), JmsOptions.DEFAULT);
    URI uri = broker.uri();
    LinkedSystem namespace = with(new LinkedSystem(uri, Map.of(), "nothing"));
    node(uri, "auto", new ConcurrentHashMap<>());
    namespace.awaitLinks(1);
    broker.close();
    long silent = System.nanoTime() + Duration.ofSeconds(5).toNanos(); // past nodeSilence
    while (System.nanoTime() < silent) {
      assertInstanceOf(Outcome.Completed.class, namespace.message().get(10, TimeUnit.SECONDS));
    }
    with(EmbeddedBroker.start(uri, JmsOptions.DEFAULT));
    allComplete(List.of(namespace.message()));
    assertEquals(1, namespace.transport.linked().size());
  }

  @Test
  void cutLinkIsRestoredWithoutBroker() throws Exception {
    EmbeddedBroker broker =
        with(EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), JmsOptions.DEFAULT));
    URI uri = broker.uri();
    LinkedSystem namespace = with(new LinkedSystem(uri, Map.of(), "nothing"));
    Cut way = cutNode(uri, new ConcurrentHashMap<>());
    namespace.awaitLinks(1);
    broker.close();
    int before = way.ways.get();
    way.cut();
    soon().until(() -> way.ways.get() > before && namespace.transport.linked().size() == 1);
    soon()
        .until(
            () ->
                namespace.manager.status().nodes().size() == 1); // its next heartbeat, by the link
    allComplete(List.of(namespace.message()));
  }

  @Test
  void killedNodeIsDetectedAndReplaced() throws Exception {
    LinkedSystem namespace = with(LinkedSystem.withBroker("long"));
    ForkedJvm first = jvm(namespace.broker(), "first");
    jvm(namespace.broker(), "second");
    namespace.awaitLinks(2);
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      outcomes.add(namespace.message());
    }
    long killed = System.nanoTime();
    first.process().destroyForcibly();
    soon().until(() -> namespace.manager.status().nodes().size() == 1);
    assertTrue(System.nanoTime() - killed < Duration.ofSeconds(2).toNanos());
    allComplete(outcomes);
  }

  @Test
  void cutLinkLosesAndRepeatsNothing() throws Exception {
    LinkedSystem namespace = with(LinkedSystem.withBroker("nothing"));
    Map<MessageId, AtomicInteger> performed = new ConcurrentHashMap<>();
    Cut way = cutNode(namespace.broker(), performed);
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int cut = 1; cut <= 5; cut++) {
      int made = cut;
      soon().until(() -> way.ways.get() >= made);
      namespace.awaitLinks(1);
      for (int i = 0; i < 200; i++) {
        outcomes.add(namespace.message());
      }
      way.cut();
      for (int i = 0; i < 200; i++) {
        outcomes.add(namespace.message());
      }
    }
    allComplete(outcomes);
    assertEquals(outcomes.size(), performed.size());
    performed.forEach((id, times) -> assertEquals(1, times.get(), id::toString));
    assertTrue(way.ways.get() >= 5, way.ways::toString);
  }

  @Tag("full")
  @Test
  void hangingLinkIsReplacedByBroker() throws Exception {
    LinkedSystem namespace = with(LinkedSystem.withBroker("nothing"));
    Map<MessageId, AtomicInteger> performed = new ConcurrentHashMap<>();
    Cut way = cutNode(namespace.broker(), performed);
    namespace.awaitLinks(1);
    way.freeze();
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      outcomes.add(namespace.message());
    }
    allComplete(outcomes);
    assertTrue(namespace.manager.status().nodes().size() == 1);
    performed.forEach((id, times) -> assertEquals(1, times.get(), id::toString));
  }

  /** By the broker it is heard as often as this manager must hear of it, link or not. */
  @Tag("full")
  @Test
  void hangingLinkDoesNotLoseNode() throws Exception {
    LinkedSystem namespace =
        with(
            new LinkedSystem(
                URI.create("embedded:tcp://127.0.0.1:0"),
                Map.of(),
                Orchestration.of("linked", Stage.of("nothing")),
                DHManagerConfig.DEFAULT.nodeSilence(Duration.ofSeconds(1))));
    Map<MessageId, AtomicInteger> performed = new ConcurrentHashMap<>();
    Cut way = cutNode(namespace.broker(), performed);
    namespace.awaitLinks(1);
    way.freeze();
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      outcomes.add(namespace.message());
    }
    allComplete(outcomes); // when the link is given up
    assertEquals(0, namespace.manager.status().counters().get(Counter.NODES_LOST));
  }

  @Test
  void stoppedNodeBlocksNothing() throws Exception {
    Map<String, String> small = Map.of("outboxMessages", "100");
    EmbeddedBroker broker =
        with(EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), JmsOptions.DEFAULT));
    JmsCManager manager = with(new JmsCManagerProvider().manager(broker.uri(), small));
    Recorder recorder = new Recorder();
    manager.start(recorder);
    ForkedJvm jvm = jvm(broker.uri(), "stopped");
    soon().until(() -> manager.linked().size() == 1);
    NodeId node = manager.linked().iterator().next();
    signal(jvm, "STOP");
    int taken =
        assertTimeoutPreemptively(
            Duration.ofSeconds(2),
            () -> {
              int count = 0;
              while (manager.send(node, RandomTaskBatch.of(manager.address(), 1 << 20))) {
                count++;
              }
              return count;
            });
    assertTrue(taken <= 100, "took " + taken);
    soon().until(() -> manager.linked().isEmpty()); // the broker's from here on
    signal(jvm, "CONT");
    soon().until(() -> manager.linked().equals(Set.of(node)));
  }

  private static void signal(ForkedJvm jvm, String signal) throws Exception {
    assertEquals(
        0,
        new ProcessBuilder("kill", "-" + signal, Long.toString(jvm.process().pid()))
            .start()
            .waitFor());
  }

  @Test
  void everyManagerHasItsOwnLink() throws Exception {
    LinkedSystem first = with(LinkedSystem.withBroker("nothing"));
    LinkedSystem second = with(new LinkedSystem(first.broker(), Map.of(), "nothing"));
    LinkedSystem off = with(new LinkedSystem(first.broker(), Map.of("link", "off"), "nothing"));
    node(first.broker(), "auto", new ConcurrentHashMap<>());
    first.awaitLinks(1);
    second.awaitLinks(1);
    soon().until(() -> off.manager.status().nodes().size() == 1);
    allComplete(List.of(first.message(), second.message(), off.message()));
    assertTrue(off.transport.linked().isEmpty());
    second.close();
    allComplete(List.of(first.message(), off.message()));
  }

  @Test
  void nodeWithoutLinksUsesBroker() throws Exception {
    LinkedSystem namespace = with(LinkedSystem.withBroker("nothing"));
    node(namespace.broker(), "off", new ConcurrentHashMap<>());
    soon().until(() -> namespace.manager.status().nodes().size() == 1);
    allComplete(List.of(namespace.message()));
    assertTrue(namespace.transport.linked().isEmpty());
  }

  @Test
  void slowHandlerOnLinkThreadBlocksOthersOnlyBriefly() throws Exception {
    LinkedSystem namespace = with(LinkedSystem.withBroker("nothing"));
    AtomicReference<CompletableFuture<Void>> gate =
        new AtomicReference<>(CompletableFuture.completedFuture(null));
    with(
        HandlerNode.builder("moody")
            .handler(
                "nothing",
                4,
                message -> {
                  gate.get().join();
                  return Changes.NONE;
                })
            .start(new JmsCManagerProvider().node(namespace.broker(), Map.of("link", "auto"))));
    namespace.awaitLinks(1);
    for (int i = 0; i < 2000; i++) { // quick, as far as is known
      namespace.message().get(10, TimeUnit.SECONDS);
    }
    CompletableFuture<Void> stays = new CompletableFuture<>();
    gate.set(stays);
    CompletableFuture<Outcome> held = namespace.message();
    soon().until(() -> namespace.manager.status().nodes().get(0).active() > 0);
    gate.set(CompletableFuture.completedFuture(null));
    allComplete(List.of(namespace.message(), namespace.message()));
    assertFalse(held.isDone());
    stays.complete(null);
    allComplete(List.of(held));
    namespace.awaitLinks(1);
  }
}
