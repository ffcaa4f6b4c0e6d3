package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.dharch.cli.CommandProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * All nodes, and both servers, are ended and started again, one after another, as docs/upgrade.md
 * says it, while clients send: no request fails.
 */
@EnabledIfSystemProperty(named = "chaos.minutes", matches = "[1-9][0-9]*")
@Tag("full")
final class RollingUpgradeTest {
  private static final int CLIENTS = 4;
  private static final int BETWEEN = 100;

  /** It ended because it was told to, and not before. */
  private static final int BY_SIGTERM = 143;

  @TempDir Path folder;
  private final List<CommandProcess> running = new ArrayList<>();
  private final List<URI> rotation = new CopyOnWriteArrayList<>();

  /** A server, and what a load balancer has of it. */
  private record Server(CommandProcess process, URI endpoint) {}

  @AfterEach
  void end() {
    running.forEach(CommandProcess::close);
  }

  private CommandProcess start(String... command) throws Exception {
    CommandProcess process = new CommandProcess(folder, command);
    running.add(process);
    return process;
  }

  private CommandProcess node(String broker, String name) throws Exception {
    CommandProcess node = start("node", "--broker", broker, "--name", name);
    node.await("READY ");
    return node;
  }

  private Server server(String broker) throws Exception {
    CommandProcess process = start("serve", "--port", "0", "--no-node", "--broker", broker);
    Server server = new Server(process, URI.create(process.await("READY ")));
    rotation.add(server.endpoint);
    return server;
  }

  @Test
  void noRequestFails() throws Exception {
    String broker = start("broker", "--bind", "tcp://127.0.0.1:0").await("READY ");
    List<CommandProcess> nodes = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      nodes.add(node(broker, "node" + i));
    }
    List<Server> servers = new ArrayList<>(List.of(server(broker), server(broker)));
    Supplier<URI> any = () -> rotation.get(ThreadLocalRandom.current().nextInt(rotation.size()));
    try (SteadyClients clients = SteadyClients.start(any, CLIENTS)) {
      clients.awaitMore(BETWEEN);
      for (int i = 0; i < nodes.size(); i++) {
        nodes.get(i).terminate();
        assertEquals(BY_SIGTERM, nodes.get(i).exitCode(60));
        nodes.set(i, node(broker, "node" + (i + 1)));
        clients.awaitMore(BETWEEN);
      }
      for (Server old : List.copyOf(servers)) {
        rotation.remove(old.endpoint); // first out of the load balancer, then ended
        clients.awaitMore(BETWEEN);
        old.process.terminate();
        assertEquals(BY_SIGTERM, old.process.exitCode(60));
        servers.add(server(broker));
        clients.awaitMore(BETWEEN);
      }
      clients.stop();
      assertEquals(List.of(), clients.problems());
      assertTrue(clients.right() > 8 * BETWEEN);
    }
  }
}
