package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.dharch.cli.CommandProcess;
import org.dharch.samples.SampleHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server, a node that joins and is killed, and clients that notice nothing. */
final class ServeTest {
  @TempDir Path folder;

  /** Fault D, too: a node of the same user joins without a word, by a key that is his alone. */
  @Test
  void killedNodeIsInvisibleToClients() throws Exception {
    try (CommandProcess serve = CommandProcess.serve(folder)) {
      URI endpoint = URI.create(serve.await("READY "));
      String broker = serve.await("Nodes join with: dharch node --broker ");
      assertWsdl(endpoint);
      assertPage(endpoint, serve.await("Call it:  "));
      assertCurlGets(serve.await("Call it:  "), serve.await("Response: "));
      assertTrue(serve.await("Monitor:  ").startsWith("http://127.0.0.1:"));
      assertTrue(serve.await("Next:     ").contains("docs/tutorial.md"));

      try (SteadyClients load = SteadyClients.start(endpoint, 3)) {
        load.awaitMore(3);
        try (CommandProcess second =
            new CommandProcess(
                folder, "node", "--config", nodeDocument().toString(), "--broker", broker)) {
          assertEquals("second A,B,C,D,E", second.await("READY "));
          Path key = folder.resolve(".dharch").resolve("key");
          assertEquals(
              "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(key)));
          // C and E write on the node that they run on; an idle machine shows it in half a second
          Awaitility.await("the new node takes work")
              .atMost(15, TimeUnit.SECONDS)
              .until(
                  () ->
                      Files.exists(folder.resolve("messages.log"))
                          || Files.exists(folder.resolve("messages")));
          load.awaitMore(6);
          second.kill();
          second.exitCode(10);
        }
        load.awaitMore(9); // some of these were on the node that is gone
        load.stop();
        assertEquals(List.of(), load.problems());
      }
      assertEndsWithItsParent(serve);
    }
  }

  @Test
  void serverWithoutNodesReturnsFaultWithHandler() throws Exception {
    try (CommandProcess serve = CommandProcess.serve(folder, "--no-node")) {
      URI endpoint = URI.create(serve.awaitUnserved());
      assertTrue(
          serve
              .output()
              .contains("dharch: " + endpoint + " is not ready: no node serves A, B, C, D, E"),
          serve.output().toString());
      try (SteadyClients load = SteadyClients.start(endpoint, 1)) {
        Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> !load.problems().isEmpty());
        load.stop();
        assertTrue(load.problems().get(0).contains("HTTP 503"), load.problems().toString());
      }
      serve.terminate();
      assertEquals(128 + 15, serve.exitCode(20), serve.output().toString());
      assertTrue(
          serve.output().stream().noneMatch(line -> line.startsWith("READY")),
          serve.output().toString());
    }
  }

  /** Once only the server's log said it. */
  @Test
  void secondNodeOfNameReportsRejection() throws Exception {
    try (CommandProcess serve = CommandProcess.serve(folder, "--no-node")) {
      String broker = serve.await("Nodes join with: dharch node --broker ");
      try (CommandProcess first =
          new CommandProcess(folder, "node", "--name", "n", "--broker", broker)) {
        first.await("READY n ");
        try (CommandProcess second =
            new CommandProcess(folder, "node", "--name", "n", "--broker", broker)) {
          Awaitility.await("the second says so")
              .atMost(20, TimeUnit.SECONDS)
              .until(() -> saysWhy(second));
          assertTrue(
              second.output().stream().noneMatch(line -> line.startsWith("READY")),
              second.output().toString());
          assertFalse(saysWhy(first), first.output().toString());
        }
      }
    }
  }

  private static boolean saysWhy(CommandProcess node) {
    return node.output().stream()
        .anyMatch(line -> line.contains("gets no work: n~") && line.contains("a unique name"));
  }

  /** Nothing listens at port 1. */
  @Test
  void unconnectedNodeIsNotReady() throws Exception {
    try (CommandProcess node =
        new CommandProcess(folder, "node", "--name", "n", "--broker", "tcp://127.0.0.1:1")) {
      node.await("dharch: node n waits for its broker");
      assertTrue(
          node.output().stream().noneMatch(line -> line.startsWith("READY")),
          node.output().toString());
    }
  }

  private Path nodeDocument() throws Exception {
    return Files.writeString(
        folder.resolve("node.xml"), SiteDocuments.node("second", SampleHandlers.standard(folder)));
  }

  private static void assertEndsWithItsParent(CommandProcess serve) throws Exception {
    List<ProcessHandle> nodes = serve.handle().children().toList();
    assertEquals(1, nodes.size(), "serve has one node of its own");
    serve.kill();
    Awaitility.await("the node ends with its parent")
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> !nodes.get(0).isAlive());
  }

  /** What a browser shows, with the command as text. */
  private static void assertPage(URI endpoint, String curl) throws Exception {
    HttpResponse<String> page =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(endpoint)
                    .header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertEquals(200, page.statusCode());
    assertTrue(page.body().contains(endpoint + "?wsdl"), page.body());
    assertTrue(
        page.body()
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .contains(">" + curl + "<"),
        page.body());
  }

  /** The printed command works as it is printed, with the printed response. */
  private static void assertCurlGets(String curl, String response) throws Exception {
    assertTrue(response.contains("processed"), response);
    Process shell = new ProcessBuilder("sh", "-c", curl).redirectErrorStream(true).start();
    String got = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (shell.waitFor() != 127) { // no curl
      assertEquals(digests(response), digests(got), got);
    }
  }

  private static List<String> digests(String response) {
    return Pattern.compile(">([0-9a-f]{64})<")
        .matcher(response)
        .results()
        .map(it -> it.group(1))
        .toList();
  }

  private static void assertWsdl(URI endpoint) throws Exception {
    HttpResponse<String> wsdl =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(endpoint + "?wsdl")).build(),
                HttpResponse.BodyHandlers.ofString());
    assertEquals(200, wsdl.statusCode());
    assertTrue(wsdl.body().contains("location=\"" + endpoint), wsdl.body());
  }
}
