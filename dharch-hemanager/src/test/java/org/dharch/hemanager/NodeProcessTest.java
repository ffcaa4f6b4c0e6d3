package org.dharch.hemanager;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.dharch.cmanager.EmbeddedBroker;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.core.DHManager;
import org.dharch.core.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.orchestration.Rule;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.NodeStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node in another JVM, over a real broker. */
final class NodeProcessTest {
  private static final byte[] ENVELOPE =
      ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header>"
              + "<h:One xmlns:h='urn:h'>é</h:One></s:Header><s:Body><b>text</b></s:Body>"
              + "</s:Envelope>")
          .getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;

  private EmbeddedBroker broker;
  private DHManager manager;
  private Process node;

  @BeforeEach
  void start() throws Exception {
    broker = EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), Map.of());
    Orchestrations orchestrations =
        Orchestrations.of(
            List.of(
                Orchestration.of("work", Stage.of("native", "adder"), Stage.of("body")),
                Orchestration.of("wait", Stage.of("waiter"))),
            List.of(Rule.service(Direction.IN, "Wait", "wait"), Rule.all(Direction.IN, "work")));
    manager =
        DHManager.start(
            // a machine that is busy with other things may stop a JVM for long
            DHManagerConfig.DEFAULT
                .nodeSilence(Duration.ofSeconds(20))
                .timeToStart(Duration.ofSeconds(50))
                .timeToFinish(Duration.ofSeconds(50))
                .deadline(Duration.ofSeconds(55)),
            orchestrations,
            new JmsCManagerProvider().manager(broker.uri(), Map.of()));
    Path document =
        Documents.write(
            folder,
            "workers='4'",
            Documents.handler("native", Handlers.Native.class.getName(), Map.of("prefix", "n")),
            Documents.handler("adder", Handlers.HeaderAdder.class.getName(), Map.of("text", "t")),
            Documents.handler("body", Handlers.BodyChanger.class),
            Documents.handler(
                "waiter",
                Handlers.Waiter.class.getName(),
                Map.of("begun", "" + folder.resolve("begun"), "go", "" + folder.resolve("go"))));
    node =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                NodeMain.class.getName(),
                document.toString(),
                broker.uri().toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("node.log").toFile())
            .start();
    await()
        .atMost(60, SECONDS)
        .until(() -> states().equals(List.of(NodeStatus.State.READY)) || !node.isAlive());
    assertTrue(node.isAlive(), Files.readString(folder.resolve("node.log")));
  }

  @AfterEach
  void stop() {
    node.destroyForcibly();
    manager.close();
    broker.close();
  }

  private List<NodeStatus.State> states() {
    return manager.nodes().stream().map(NodeStatus::state).toList();
  }

  private CompletableFuture<Outcome> send(String service) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    assertInstanceOf(
        Admission.Accepted.class,
        manager.admit(
            new FutureGateway(), outcome, Submission.of(Direction.IN, service, ENVELOPE)));
    return outcome;
  }

  @Test
  void handlersServeManyMessagesFromThere() throws Exception {
    List<CompletableFuture<Outcome>> outcomes =
        java.util.stream.IntStream.range(0, 200).mapToObj(i -> send("Any")).toList();
    for (CompletableFuture<Outcome> outcome : outcomes) {
      Outcome end = outcome.get(60, SECONDS);
      Outcome.Completed completed =
          assertInstanceOf(
              Outcome.Completed.class,
              end,
              () -> end instanceof Outcome.Halted halted ? halted.fault().toString() : "");
      String envelope = new String(completed.envelope(), StandardCharsets.UTF_8);
      assertTrue(envelope.contains(">é</h:One>"), envelope);
      assertTrue(envelope.contains("urn:added") && envelope.contains("changed"), envelope);
      assertEquals("n" + ENVELOPE.length, completed.properties().get("native").orElseThrow());
    }
  }

  @Test
  void onSigtermItFinishesWhatIsBegunAndTakesNothingNew() throws Exception {
    CompletableFuture<Outcome> outcome = send("Wait");
    await().atMost(20, SECONDS).until(() -> Files.exists(folder.resolve("begun")));
    node.destroy();
    await().atMost(20, SECONDS).until(() -> !states().contains(NodeStatus.State.READY));
    assertFalse(outcome.isDone());
    assertTrue(node.isAlive());
    Files.createFile(folder.resolve("go"));
    Outcome.Completed completed =
        assertInstanceOf(Outcome.Completed.class, outcome.get(20, SECONDS));
    assertEquals(true, completed.properties().get("waited").orElseThrow());
    assertTrue(node.waitFor(20, SECONDS));
    await().atMost(20, SECONDS).until(() -> states().isEmpty());
    String log = Files.readString(folder.resolve("node.log"));
    assertTrue(log.contains("READY n1~"), log);
    assertFalse(log.contains("Exception"), log);
  }
}
