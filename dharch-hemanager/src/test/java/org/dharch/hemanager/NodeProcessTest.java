package org.dharch.hemanager;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.wire.NodeStatus;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.ForkedJvm;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node in another JVM, over a real broker. */
final class NodeProcessTest {
  private static final byte[] ENVELOPE =
      Utf8.bytes(EnvelopeText.SOAP11.of("<h:One xmlns:h='urn:h'>é</h:One>", "<b>text</b>"));

  @TempDir Path folder;

  private NodeJvm jvm;
  private ForkedJvm node;

  @BeforeEach
  void start() throws Exception {
    Orchestrations orchestrations =
        Orchestrations.of(
            List.of(
                Orchestration.of("work", Stage.of("native", "adder"), Stage.of("body")),
                Orchestration.of("wait", Stage.of("waiter"))),
            List.of(Rule.service(Direction.IN, "Wait", "wait"), Rule.all(Direction.IN, "work")));
    Path document =
        NodeDocuments.write(
            folder,
            "workers='4'",
            NodeDocuments.handler(
                "native", NodeHandlers.Native.class.getName(), Map.of("prefix", "n")),
            NodeDocuments.handler(
                "adder", NodeHandlers.HeaderAdder.class.getName(), Map.of("text", "t")),
            NodeDocuments.handler("body", NodeHandlers.BodyChanger.class),
            NodeDocuments.handler(
                "waiter",
                NodeHandlers.Waiter.class.getName(),
                Map.of("begun", "" + folder.resolve("begun"), "go", "" + folder.resolve("go"))));
    jvm = new NodeJvm(folder, document, List.of(), orchestrations);
    node = jvm.node;
    jvm.awaitReady();
  }

  @AfterEach
  void stop() {
    jvm.close();
  }

  private CompletableFuture<Outcome> send(String service) {
    return jvm.send(service, ENVELOPE);
  }

  @Test
  void handlersUsePoolUnderLoad() throws Exception {
    List<CompletableFuture<Outcome>> outcomes =
        java.util.stream.IntStream.range(0, 200).mapToObj(i -> send("Any")).toList();
    for (CompletableFuture<Outcome> outcome : outcomes) {
      Outcome end = outcome.get(60, SECONDS);
      Outcome.Completed completed =
          assertInstanceOf(
              Outcome.Completed.class,
              end,
              () -> end instanceof Outcome.Failed failed ? failed.fault().toString() : "");
      String envelope = new String(completed.envelope(), StandardCharsets.UTF_8);
      assertTrue(envelope.contains(">é</h:One>"), envelope);
      assertTrue(envelope.contains("urn:added") && envelope.contains("changed"), envelope);
      assertEquals("n" + ENVELOPE.length, completed.properties().get("native").orElseThrow());
    }
  }

  @Test
  void sigtermFinishesRunningTasksAndAcceptsNoNewOnes() throws Exception {
    CompletableFuture<Outcome> outcome = send("Wait");
    await().atMost(20, SECONDS).until(() -> Files.exists(folder.resolve("begun")));
    node.process().destroy();
    await().atMost(20, SECONDS).until(() -> !jvm.states().contains(NodeStatus.State.READY));
    assertFalse(outcome.isDone());
    assertTrue(node.process().isAlive());
    Files.createFile(folder.resolve("go"));
    Outcome.Completed completed =
        assertInstanceOf(Outcome.Completed.class, outcome.get(20, SECONDS));
    assertEquals(true, completed.properties().get("waited").orElseThrow());
    assertTrue(node.process().waitFor(20, SECONDS));
    await().atMost(20, SECONDS).until(() -> jvm.states().isEmpty());
    String log = node.output();
    assertTrue(log.contains("READY n1~"), log);
    assertFalse(log.contains("Exception"), log);
  }
}
