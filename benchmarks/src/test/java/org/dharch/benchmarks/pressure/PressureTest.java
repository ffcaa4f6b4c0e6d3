package org.dharch.benchmarks.pressure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Machine;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.junit.jupiter.api.Test;

class PressureTest {
  private static final URI BROKER = URI.create("memory:pressure-test");

  private static boolean ends(Subject messages) throws Exception {
    CompletableFuture<Boolean> right = new CompletableFuture<>();
    messages.begin(right::complete);
    return right.get(30, TimeUnit.SECONDS);
  }

  @Test
  void nodeChangesLastElementOfLargeMessage() throws Exception {
    InMemoryProvider memory = new InMemoryProvider();
    try (HandlerNode node =
            HandlerNode.builder("large")
                .handler(LoadedNodes.LAST, 2, LoadedNodes.handler(LoadedNodes.LAST, "large"))
                .start(memory.node(BROKER, Map.of()));
        LoadedManager manager =
            new LoadedManager(
                DHManagerConfig.DEFAULT,
                LargeMessage.orchestrations(),
                memory.manager(BROKER, Map.of()))) {
      manager.awaitServed(1, LoadedNodes.LAST);
      byte[] megabyte = LargeMessage.envelope();
      assertTrue(megabyte.length > 1_000_000, megabyte.length + " bytes");
      Subject messages = manager.messages(LargeMessage.LARGE, megabyte, LargeMessage::isRight);
      assertTrue(ends(messages));
      String few = "<d:item>a</d:item>";
      String small = new String(megabyte, 0, 200, StandardCharsets.UTF_8);
      byte[] unmet =
          (small.substring(0, small.indexOf("<d:item>"))
                  + few
                  + "</d:data></soapenv:Body></soapenv:Envelope>")
              .getBytes(StandardCharsets.UTF_8);
      assertFalse(
          ends(manager.messages(LargeMessage.LARGE, unmet, LargeMessage::isRight)),
          "the condition does not hold with few elements");
      assertEquals(List.of(LoadedNodes.LAST), node.status().handlers());
    }
  }

  @Test
  void simulatedNodesReplyAndStayConnected() throws Exception {
    InMemoryTransport transport = new InMemoryTransport();
    String document =
        "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='one'><handler"
            + " name='played'/></orchestration><rule orchestration='one'/></orchestrations>";
    try (LoadedManager manager =
        new LoadedManager(
            DHManagerConfig.DEFAULT.nodeSilence(Duration.ofMillis(1500)),
            OrchestrationDocument.parse("test", document),
            transport.manager())) {
      SimulatedNodes nodes = new SimulatedNodes(transport, 20);
      manager.awaitServed(20, SimulatedNodes.HANDLER);
      Subject messages =
          manager.messages("Any", LargeMessage.envelope(), o -> o instanceof Outcome.Completed);
      ClosedLoop.run(messages, 4, TimeUnit.MILLISECONDS.toNanos(100));
      nodes.announce(TimeUnit.SECONDS.toNanos(2), true);
      assertEquals(20, manager.nodes());
      assertEquals(0, manager.count(Counter.NODES_LOST));
      nodes.announce(TimeUnit.SECONDS.toNanos(3), false);
      assertTrue(manager.count(Counter.NODES_LOST) > 0, "a node without heartbeats is lost");
    }
  }

  @Test
  void figuresOmitMissingResults() {
    Machine machine = new Machine("cpu", 2, "1 MiB", "os", "jdk", "2026-01-01T00:00:00Z");
    SuiteResults none = new SuiteResults("pressure", machine, null, List.of(), List.of());
    assertEquals(
        List.of("hogs", "large", "crowd", "managers", "deadlines"),
        new PressureSuite().figures(none).stream().map(Figure::id).toList());
  }
}
