package org.dharch.hemanager;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose heap is smaller than what clients send. */
@Tag("full")
final class SmallHeapTest {
  private static final int MIB = 1 << 20;

  @TempDir Path folder;

  private NodeJvm node;

  @BeforeEach
  void start() throws Exception {
    node =
        new NodeJvm(
            folder,
            NodeDocuments.write(
                folder,
                "workers='2'",
                NodeDocuments.handler(
                    "adder", NodeHandlers.HeaderAdder.class.getName(), Map.of("text", "t"))),
            List.of("-Xmx64m", "-XX:+ExitOnOutOfMemoryError"),
            Orchestrations.of(
                List.of(Orchestration.of("work", Stage.of("adder"))),
                List.of(Rule.all(Direction.IN, "work"))));
    node.awaitReady();
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private CompletableFuture<Outcome> send(int bytes) {
    byte[] envelope =
        Utf8.bytes(
            EnvelopeText.SOAP11.of("<h:One xmlns:h='urn:h'/>", "<b>" + "x".repeat(bytes) + "</b>"));
    return node.send("Any", envelope);
  }

  @Test
  void messageBeyondHeapIsRejectedAndNodeSurvives() throws Exception {
    Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, send(15 * MIB).get(20, SECONDS));
    assertEquals(Fault.Code.TOO_LARGE, failed.fault().code());
    assertEquals("adder", failed.fault().handler());
    assertTrue(
        failed.fault().reason().contains("the largest that a node hosting it accepts"),
        failed.fault().reason());
    assertInstanceOf(Outcome.Completed.class, send(100).get(20, SECONDS));
    assertTrue(node.node.process().isAlive(), node.node.output());
  }

  @Test
  void nodeSurvivesManyLargestMessages() throws Exception {
    int largest = (int) node.manager.status().nodes().get(0).largest();
    List<CompletableFuture<Outcome>> outcomes =
        IntStream.range(0, 12).mapToObj(i -> send(largest - 2000)).toList();
    for (CompletableFuture<Outcome> outcome : outcomes) {
      Outcome end = outcome.get(60, SECONDS);
      assertInstanceOf(
          Outcome.Completed.class,
          end,
          () -> end instanceof Outcome.Failed failed ? failed.fault().toString() : "");
    }
    assertTrue(node.node.process().isAlive(), node.node.output());
  }
}
