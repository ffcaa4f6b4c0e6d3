package org.dharch.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.CommandRun;
import org.dharch.cli.run.FailingHandler;
import org.dharch.cli.run.OneHandler;
import org.dharch.cli.run.ServedNode;
import org.dharch.samples.SampleMessage;
import org.dharch.samples.SampleMessages;
import org.dharch.samples.SampleNames;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running server and node are told what to do, by the command line. */
final class AdminActionCommandsTest {
  @TempDir Path folder;
  private List<String> where;

  private String said(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(where);
    CommandRun run = CommandRun.of(all.toArray(new String[0]));
    assertEquals(0, run.exitCode(), run.err());
    return run.out().strip();
  }

  /** As the same user says it, who names nothing. */
  private String sentByManager(String... command) throws Exception {
    try (CommandProcess process = new CommandProcess(folder, command)) {
      assertEquals(0, process.exitCode(60), process.output().toString());
      return String.join("\n", process.output());
    }
  }

  @Test
  void failedMessagesAreReplayedAndDroppedAndNodeDrained() throws Exception {
    Path orchestration = OneHandler.orchestration(folder);
    Path document = Files.writeString(folder.resolve("node.xml"), FailingHandler.node());
    try (ServedNode site = ServedNode.start(folder, orchestration, document)) {
      where = site.admin();
      String url = where.get(1);
      SampleMessage message = SampleMessages.standard(1).next();
      SoapCalls.sendAsyncOnNewConnection(
              SoapCalls.request(
                  site.endpoint(),
                  message.contentType(),
                  SampleNames.PROCESS_ACTION,
                  message.envelope()))
          .get(60, TimeUnit.SECONDS);
      awaitFailures(1);

      assertEquals("replay: 0", said("failed", "replay", "--handler", "other"));
      assertTrue(
          said("failed", "replay", "--handler", "H", "--since", "1h")
              .startsWith("replay: 1, executed when"));
      awaitFailures(2); // it fails again

      JsonNode dropped =
          new ObjectMapper()
              .readTree(sentByManager("failed", "drop", "--fault", "HANDLER_FAILED", "--json"));
      assertEquals("drop", dropped.path("action").asText(), "by the admin port");
      assertEquals(1, dropped.path("done").asInt());

      String page = said("monitor");
      assertEquals(
          page, new ObjectMapper().readTree(said("monitor", "--json")).path("page").asText());
      assertTrue(page.startsWith(url + "/#token="), page);
      HttpResponse<String> there =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(page)).build(),
                  HttpResponse.BodyHandlers.ofString());
      assertTrue(there.body().contains("<title>DHArch monitor</title>"), there.body());

      assertTrue(sentByManager("drain", "fails").contains("node fails is gone"));
      assertEquals(0, site.node().exitCode(30));
      Awaitility.await()
          .atMost(30, TimeUnit.SECONDS)
          .until(() -> said("nodes").contains("No nodes"));
    }
  }

  /** What performs has a compensator that fails, as the handler behind it does. */
  @Test
  void pendingCompensationsAreShownAndResolved() throws Exception {
    Path orchestration =
        Files.writeString(
            folder.resolve("orchestration.xml"),
            """
            <orchestrations xmlns="urn:dharch:orchestration:1">
              <orchestration name="two">
                <handler name="book" atomicity="atomic" compensator="H"/>
                <handler name="H"/>
              </orchestration>
              <rule orchestration="two" service="Sample"/>
            </orchestrations>
            """);
    Path document =
        Files.writeString(
            folder.resolve("node.xml"),
            FailingHandler.node()
                .replace(
                    "</node>",
                    "<handler name='book' class='" + Idle.class.getName() + "'/></node>"));
    try (ServedNode site = ServedNode.start(folder, orchestration, document)) {
      where = site.admin();
      String url = where.get(1);
      assertEquals("No pending compensations at " + url, said("failed", "unresolved"));
      SampleMessage message = SampleMessages.standard(1).next();
      SoapCalls.sendAsyncOnNewConnection(
              SoapCalls.request(
                  site.endpoint(),
                  message.contentType(),
                  SampleNames.PROCESS_ACTION,
                  message.envelope()))
          .get(60, TimeUnit.SECONDS);
      Awaitility.await()
          .atMost(60, TimeUnit.SECONDS)
          .until(() -> said("failed", "unresolved").contains("by 'H'"));
      String[] lines = said("failed", "unresolved").split("\n", -1);
      assertTrue(lines[0].endsWith("  Sample  two"), lines[0]);
      assertEquals("  pending compensation: handler 'book' by 'H'", lines[1]);
      String id = lines[0].substring(0, 32);
      JsonNode json = new ObjectMapper().readTree(said("failed", "unresolved", "--json"));
      assertEquals(id, json.path("unresolved").path(0).path("id").asText());

      List<String> doctor = new ArrayList<>(List.of("doctor"));
      doctor.addAll(where);
      String found = CommandRun.of(doctor.toArray(new String[0])).out();
      assertTrue(found.contains("dharch failed unresolved --store '" + store() + "'"), found);

      assertEquals("resolved at " + url + ": 1", said("failed", "resolve", id.substring(20)));
      assertEquals("No pending compensations at " + url, said("failed", "unresolved"));
      List<String> again = new ArrayList<>(List.of("failed", "resolve", id));
      again.addAll(where);
      CommandRun.of(again.toArray(new String[0])).assertRefused("no unresolved message at");
    }
  }

  /** Performs nothing, and that well. */
  public static final class Idle implements DHHandler {
    /** Node documents make it. */
    public Idle() {}

    @Override
    public Changes handle(HandlerMessage message) {
      return Changes.NONE;
    }
  }

  private void awaitFailures(int count) {
    Awaitility.await()
        .atMost(60, TimeUnit.SECONDS)
        .until(
            () -> {
              JsonNode status = new ObjectMapper().readTree(said("status", "--json"));
              String listed = CommandRun.failed(store(), "list").out();
              return status.path("counters").path("FAILED").asInt() == count
                  && listed.contains(" failed ");
            });
  }

  private Path store() {
    return folder.resolve(".dharch").resolve("store");
  }

  /** Once a node that did not answer, as it was stopped, was said to be gone. */
  @Test
  void unresponsiveNodeCountsAsRunning() throws Exception {
    HttpServer node =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    AtomicInteger asked = new AtomicInteger();
    byte[] status = "{\"kind\": \"node\", \"name\": \"n\"}".getBytes(StandardCharsets.UTF_8);
    node.createContext(
        "/api",
        exchange -> {
          if (asked.incrementAndGet() <= 2) { // who it is, and that it is to leave
            exchange.sendResponseHeaders(200, status.length);
            exchange.getResponseBody().write(status);
            exchange.close();
          }
        });
    node.start();
    try {
      Path token = Files.writeString(folder.resolve("token"), "0f".repeat(32));
      String url = "http://127.0.0.1:" + node.getAddress().getPort();
      CommandRun drain =
          CommandRun.of(
              "drain", "n", "--wait", "1", "--url", url, "--token-file", token.toString());
      assertEquals(1, drain.exitCode(), drain.err());
      assertTrue(drain.err().contains("node n has not ended after 1 s"), drain.err());
      assertTrue(asked.get() > 2);
    } finally {
      node.stop(0);
    }
  }

  @Test
  void impossibleActionIsReported() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "0f".repeat(32));
    List<String> nowhere = List.of("--url", "http://127.0.0.1:1", "--token-file", token.toString());
    for (List<String> command :
        List.of(
            List.of("drain", "n"),
            List.of("monitor"),
            List.of("failed", "drop", "--all"),
            List.of("failed", "unresolved"),
            List.of("failed", "resolve", "0f0f"))) {
      List<String> all = new ArrayList<>(command);
      all.addAll(nowhere);
      CommandRun.of(all.toArray(new String[0])).assertRefused("no response from");
    }
    CommandRun.of("drain", "nosuch").assertRefused("no node 'nosuch' of this user runs here");
    CommandRun.of("drain", "n", "--wait", "-1").assertRefused("must be 0 to 3600");
  }
}
