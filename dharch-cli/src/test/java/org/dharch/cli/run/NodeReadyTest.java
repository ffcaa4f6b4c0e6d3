package org.dharch.cli.run;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.base.ServiceManagerTest;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.core.files.OwnerOnly;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node whose broker goes, and comes back, says so to probes and to systemd. */
class NodeReadyTest {
  @TempDir Path folder;

  /** Where the node looks for it, too. */
  private Path key;

  @BeforeEach
  void makeKey() throws IOException {
    key = folder.resolve(".dharch").resolve("key");
    Files.createDirectories(key.getParent());
    OwnerOnly.replace(key, "namespace " + "0f".repeat(32) + "\n");
  }

  @Test
  void notReadyUntilReachable() throws Exception {
    String socket = folder.resolve("notify").toString();
    Map<String, String> environment = Map.of("NOTIFY_SOCKET", socket);
    EmbeddedBroker broker = broker(URI.create("tcp://127.0.0.1:0"));
    URI at = broker.uri();
    try (CommandProcess systemd = ServiceManagerTest.systemd(socket);
        CommandProcess node =
            new CommandProcess(
                folder, List.of(), environment, "node", "--name", "n", "--broker", at.toString())) {
      URI admin = URI.create(node.await("ADMIN ").replaceFirst(" .*", ""));
      String ready = node.await("READY ");
      assertEquals(ready, systemd.await("STATUS="));
      assertEquals(200, ready(admin));
      broker.close();
      soon().until(() -> ready(admin) == 503);
      assertEquals(ready, systemd.await("STATUS=no connection to the broker: "));
      broker = broker(at);
      soon().until(() -> ready(admin) == 200);
      soon().until(() -> Collections.frequency(systemd.output(), "STATUS=" + ready) == 2);
    } finally {
      broker.close();
    }
  }

  /** Once it said that it was ready, and got no work; and so did its server before. */
  @Test
  void notReadyWithDuplicateName() throws Exception {
    String socket = folder.resolve("notify").toString();
    Map<String, String> environment = Map.of("NOTIFY_SOCKET", socket);
    try (CommandProcess serve = CommandProcess.serve(folder, "--no-node")) {
      String broker = serve.await("Nodes join with: dharch node --broker ");
      try (CommandProcess first =
          new CommandProcess(folder, "node", "--name", "n", "--broker", broker)) {
        URI firstAdmin = URI.create(first.await("ADMIN ").replaceFirst(" .*", ""));
        first.await("READY n ");
        serve.await("READY ");
        assertEquals(200, ready(URI.create(serve.await("ADMIN ").replaceFirst(" .*", ""))));
        try (CommandProcess systemd = ServiceManagerTest.systemd(socket);
            CommandProcess second =
                new CommandProcess(
                    folder, List.of(), environment, "node", "--name", "n", "--broker", broker)) {
          URI admin = URI.create(second.await("ADMIN ").replaceFirst(" .*", ""));
          soon().until(() -> second.output().stream().anyMatch(l -> l.contains("gets no work: ")));
          assertEquals(503, ready(admin));
          assertEquals(200, ready(firstAdmin));
          assertTrue(second.output().stream().noneMatch(line -> line.startsWith("READY")));
          assertTrue(systemd.output().stream().noneMatch(line -> line.startsWith("READY=")));
          first.terminate();
          systemd.await("STATUS=n " + second.await("READY n "));
          assertEquals(200, ready(admin));
        }
      }
    }
  }

  /** Each waited for the other, and the node reported that it was ready. */
  @Tag("full")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void notReadyWhileEncryptionDiffers(boolean nodeEncrypts) throws Exception {
    String[] encrypt = {"--encrypt"};
    String[] plain = {};
    try (CommandProcess serve =
        CommandProcess.serve(
            folder,
            Stream.of(List.of("--no-node"), List.of(nodeEncrypts ? plain : encrypt))
                .flatMap(List::stream)
                .toArray(String[]::new))) {
      String broker = serve.await("Nodes join with: dharch node --broker ").replaceFirst(" .*", "");
      List<String> args = new ArrayList<>(List.of("node", "--name", "n", "--broker", broker));
      args.addAll(List.of(nodeEncrypts ? encrypt : plain));
      try (CommandProcess node = new CommandProcess(folder, args.toArray(new String[0]))) {
        URI admin = URI.create(node.await("ADMIN ").replaceFirst(" .*", ""));
        String cause =
            nodeEncrypts
                ? "this node encrypts and a manager does not"
                : "a manager encrypts and this node does not";
        soon().until(() -> answer(admin).body().equals("not ready: " + cause + "\n"));
        assertEquals(503, ready(admin));
        assertTrue(node.output().stream().noneMatch(line -> line.startsWith("READY")));
        assertTrue(serve.output().stream().noneMatch(line -> line.startsWith("READY")));
        assertTrue(
            node.output().stream()
                .anyMatch(line -> line.contains("both ends must use the same encrypt setting")),
            () -> node.output().toString());
        assertTrue(node.output().stream().noneMatch(line -> line.contains("same key")));
      }
    }
  }

  private EmbeddedBroker broker(URI at) {
    return EmbeddedBroker.start(at, Map.of("keyFile", key.toString()));
  }

  private static int ready(URI admin) throws IOException, InterruptedException {
    return answer(admin).statusCode();
  }

  private static HttpResponse<String> answer(URI admin) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(admin.resolve("/ready")).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}
