package org.dharch.hemanager;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.wire.NodeStatus;
import org.dharch.testing.ForkedJvm;

/** A real broker, a manager, and a node in another JVM that it has heard of. Close it. */
public final class NodeJvm implements AutoCloseable {
  final EmbeddedBroker broker;
  final DHManager manager;
  public final ForkedJvm node;

  /**
   * @param document the node's
   * @param options for its JVM
   */
  public NodeJvm(Path folder, Path document, List<String> options, Orchestrations orchestrations)
      throws IOException {
    broker = EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), Map.of());
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
    node =
        ForkedJvm.start(
            folder.resolve("node.log"),
            options,
            HEManagerMain.class,
            document.toString(),
            broker.uri().toString());
  }

  /** Waits until the manager has heard of the node. */
  public void awaitReady() throws IOException {
    await()
        .atMost(60, SECONDS)
        .until(() -> states().equals(List.of(NodeStatus.State.READY)) || !node.process().isAlive());
    assertTrue(node.process().isAlive(), node.output());
  }

  List<NodeStatus.State> states() {
    return manager.status().nodes().stream().map(NodeStatus::state).toList();
  }

  public CompletableFuture<Outcome> send(String service, byte[] envelope) {
    return FutureGateway.send(manager, Submission.of(Direction.IN, service, envelope));
  }

  @Override
  public void close() {
    node.close();
    manager.close();
    broker.close();
  }
}
