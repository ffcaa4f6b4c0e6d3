package org.dharch.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.message.Admission;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.Gateway;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.store.StoreLimits;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.HandlerVersion;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A manager and a node, each with its admin port, asked as a stranger and as an operator does. */
final class AdminPortTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final Gateway<String> NOBODY =
      new Gateway<>() {
        @Override
        public void completed(String context, Outcome.Completed outcome) {}

        @Override
        public void failed(String context, Outcome.Failed outcome) {}

        @Override
        public void responded(String context, Outcome.Responded outcome) {}
      };

  private static final NodeChannel.Listener NOTHING =
      new NodeChannel.Listener() {
        @Override
        public boolean offer(DMFormat batch, Runnable done) {
          return false;
        }

        @Override
        public boolean awaitCapacity(Duration limit) {
          return false;
        }
      };

  @TempDir Path folder;
  private final InMemoryTransport transport = new InMemoryTransport();
  private final HttpClient client = HttpClient.newHttpClient();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch left = new CountDownLatch(1);
  private DHManager manager;
  private HandlerNode node;
  private AdminPort port;
  private AdminPort nodePort;

  @BeforeEach
  void start() {
    node =
        HandlerNode.builder("n")
            .version(new HandlerVersion("slow", "1.4", 100))
            .handler(
                "slow",
                1,
                message -> {
                  held.await();
                  return Changes.NONE;
                })
            .handler(
                "bad",
                1,
                message -> {
                  throw new IllegalStateException("card number too short");
                })
            .start(transport.node());
    Orchestrations both =
        Orchestrations.of(
            List.of(
                Orchestration.of("slow", Stage.of("slow")),
                Orchestration.of("bad", Stage.of("bad"))),
            List.of(Rule.all(Direction.IN, "slow")));
    manager = DHManager.start(DHManagerConfig.DEFAULT, both, transport.manager());
    port = AdminPort.start(ANY, folder, ManagerPages.of(manager, () -> true));
    nodePort =
        AdminPort.start(ANY, folder, NodePages.of(node::status, () -> true, left::countDown));
  }

  @AfterEach
  void stop() {
    held.countDown();
    port.close();
    nodePort.close();
    manager.close();
    node.close();
  }

  private MessageId admit(String orchestration) {
    return admit(manager, orchestration);
  }

  private static MessageId admit(DHManager to, String orchestration) {
    Submission message =
        new Submission(
            Direction.IN,
            "Cards",
            "pay",
            "",
            MessageContent.of(Utf8.bytes(EnvelopeText.SOAP11.of("<x/>"))),
            Optional.of(orchestration),
            Optional.empty(),
            false,
            "",
            Optional.empty());
    return ((Admission.Accepted) to.admit(NOBODY, "", message)).id();
  }

  private HttpResponse<String> ask(AdminPort of, String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(of.uri() + path)).timeout(Duration.ofSeconds(20));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private String token(AdminPort of) throws IOException {
    return "Bearer " + Files.readString(of.tokenFile()).strip();
  }

  private HttpResponse<String> known(AdminPort of, String path) throws Exception {
    return ask(of, path, "Authorization", token(of));
  }

  private JsonNode json(AdminPort of, String path) throws Exception {
    HttpResponse<String> answer = known(of, path);
    assertEquals(200, answer.statusCode(), answer.body());
    return new ObjectMapper().readTree(answer.body());
  }

  @Test
  void unauthenticatedClientGetsNothing() throws Exception {
    for (String path : List.of("/metrics", "/api/status", "/api/messages", "/nosuch")) {
      HttpResponse<String> without = ask(port, path);
      assertTrue(List.of(401, 404).contains(without.statusCode()), path);
      HttpResponse<String> wrong = ask(port, path, "Authorization", token(nodePort));
      assertTrue(List.of(401, 404).contains(wrong.statusCode()), path);
      assertFalse(wrong.body().contains("dharch"), wrong.body());
    }
    assertEquals(401, ask(port, "/api/status").statusCode());
    assertEquals(200, ask(port, "/live").statusCode());
    assertEquals(200, ask(port, "/ready").statusCode());
    assertEquals(
        PosixFilePermissions.fromString("rw-------"),
        Files.getPosixFilePermissions(port.tokenFile()));
    HttpResponse<String> post =
        client.send(
            HttpRequest.newBuilder(URI.create(port.uri() + "/api/status"))
                .header("Authorization", token(port))
                .POST(HttpRequest.BodyPublishers.ofString("x"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(405, post.statusCode());
  }

  /** Who says nothing, or half a request, keeps nobody else from an answer. */
  @Test
  void silentUnauthenticatedClientsAreHarmless() throws Exception {
    List<Socket> unknownClients = new ArrayList<>();
    try {
      for (int i = 0; i < 50; i++) {
        Socket unknownClient = new Socket(InetAddress.getLoopbackAddress(), port.uri().getPort());
        unknownClients.add(unknownClient);
        unknownClient.getOutputStream().write("GET /api/st".getBytes(StandardCharsets.US_ASCII));
      }
      assertEquals(200, known(port, "/api/status").statusCode());
    } finally {
      for (Socket unknownClient : unknownClients) {
        unknownClient.close();
      }
    }
  }

  /** Once 251 of them kept probes waiting until they had been silent for too long. */
  @Test
  void probesSucceedAmongSilentConnections() throws Exception {
    List<Socket> unknownClients = new ArrayList<>();
    try (AdminPort patient =
        AdminPort.start(
            ANY, Optional.empty(), folder, ManagerPages.of(manager, () -> true), 600_000)) {
      for (int i = 0; i < 400; i++) {
        Socket unknownClient =
            new Socket(InetAddress.getLoopbackAddress(), patient.uri().getPort());
        unknownClient.setSoTimeout(20_000);
        unknownClients.add(unknownClient);
        if (i % 2 == 0) {
          unknownClient.getOutputStream().write("GET /rea".getBytes(StandardCharsets.US_ASCII));
        }
      }
      assertEquals(200, ask(patient, "/live").statusCode());
      assertEquals(200, ask(patient, "/ready").statusCode());
      assertEquals(200, known(patient, "/api/status").statusCode());
      assertTrue(isEnded(unknownClients.get(0)), "the oldest has made room");
      Socket latest = unknownClients.get(399);
      latest
          .getOutputStream()
          .write("GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      byte[] answer = latest.getInputStream().readNBytes(12);
      assertEquals("HTTP/1.1 200", new String(answer, StandardCharsets.US_ASCII));
    } finally {
      for (Socket unknownClient : unknownClients) {
        unknownClient.close();
      }
    }
  }

  private static boolean isEnded(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true; // with what it had sent unread
    }
  }

  @Test
  void traceShowsMessageProgress() throws Exception {
    MessageId id = admit("slow");
    JsonNode listed = json(port, "/api/messages?service=Cards&node=n").path("messages").path(0);
    assertEquals(id.toString(), listed.path("id").asText());
    assertEquals("EXECUTING", listed.path("state").asText());
    JsonNode message = json(port, "/api/messages/" + id);
    assertEquals("slow", message.path("steps").path(0).path("handler").asText());
    assertEquals("SENT", message.path("steps").path(0).path("state").asText());
    assertEquals(0, json(port, "/api/messages?node=m").path("messages").size());
    held.countDown();
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> json(port, "/api/messages/" + id).path("state").asText().equals("COMPLETED"));
    assertEquals(404, known(port, "/api/messages/" + new MessageId(1, 2)).statusCode());
  }

  @Test
  void failureReasonIsShown() throws Exception {
    MessageId id = admit("bad");
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> known(port, "/api/failed/" + id).statusCode() == 200);
    JsonNode failed = json(port, "/api/failed/" + id);
    assertEquals("HANDLER_FAILED", failed.path("fault").path("code").asText());
    assertTrue(
        failed.path("timeline").path("notes").toString().contains("at " + getClass().getName()));
    assertEquals(1, json(port, "/api/failed").path("kept").asInt());
    assertEquals(1, json(port, "/api/status").path("counters").path("FAILED").asInt());
    String metrics = known(port, "/metrics").body();
    assertTrue(metrics.contains("\ndharch_failed_total 1.0"), metrics);
    assertTrue(metrics.contains("# HELP dharch_failed_total Messages that failed\n"), metrics);
    assertFalse(metrics.lines().anyMatch(line -> line.matches("# HELP \\S+ *")), metrics);
    assertTrue(metrics.contains("\ndharch_nodes 1.0"), metrics);
    String attempts =
        "dharch_attempts_total{handler=\"bad\",node=\"n\",result=\"failed\",version=\"\"} 1.0";
    assertTrue(metrics.contains(attempts), metrics);
    String ran = "dharch_handler_run_seconds_count{handler=\"bad\",node=\"n\",version=\"\"} 1";
    assertTrue(metrics.contains(ran), metrics);
    assertTrue(
        metrics.contains("dharch_message_seconds_bucket{orchestration=\"bad\",le="), metrics);
    assertTrue(metrics.contains("\ndharch_wanted_workers "), metrics);
  }

  @Test
  void slowShowsTimeByStage() throws Exception {
    MessageId id = admit("slow");
    JsonNode queues = json(port, "/api/queues");
    assertEquals(1, queues.path("executing").asInt());
    assertEquals(0, queues.path("waiting").asInt());
    held.countDown();
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> json(port, "/api/timelines").path("messages").size() == 1);
    JsonNode message = json(port, "/api/timelines?slowest=true&service=Cards").path("messages");
    assertEquals(id.toString(), message.path(0).path("id").asText());
    JsonNode stage = message.path(0).path("criticalPath").path("stages").path(0);
    assertEquals("slow", stage.path("handler").asText());
    assertTrue(stage.path("took").asDouble() >= stage.path("run").asDouble(), stage.toString());
    assertEquals(0, json(port, "/api/timelines?service=Other").path("messages").size());
    assertTrue(json(port, "/api/times").path("handlers").path("slow").has("tcomp"));
    JsonNode slow = json(port, "/api/handlers").path("handlers").path(1);
    assertEquals("slow", slow.path("name").asText());
    assertEquals(1, slow.path("times").path(0).path("results").path("performed").asInt());
    assertEquals(1, slow.path("times").path(0).path("run").path("count").asInt());
    assertEquals(1, slow.path("times").path(0).path("lately").path("run").path("count").asInt());
    JsonNode orchestrations = json(port, "/api/orchestrations").path("orchestrations");
    assertEquals(1, orchestrations.findValues("lately").size());
    assertEquals(1, orchestrations.findValues("lately").get(0).path("took").path("count").asInt());
  }

  @Test
  void doctorFindsProblems() throws Exception {
    assertEquals(0, json(port, "/api/doctor").path("findings").size());
    MessageId id = admit("bad");
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> known(port, "/api/failed/" + id).statusCode() == 200);
    List<String> found = json(port, "/api/doctor").findValuesAsText("what");
    assertTrue(
        found.get(0).equals("1 of 1 attempt of handler bad failed in the last minute on node n"),
        found::toString);
    assertEquals("failed messages that are kept: 1", found.get(1));
    node.close();
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> ask(port, "/ready").statusCode() == 503);
    JsonNode worst = json(port, "/api/doctor").path("findings").path(0);
    assertEquals("no node serves handler bad", worst.path("what").asText());
    assertEquals("PROBLEM", worst.path("grade").asText());
    String remedy = worst.path("remedy").asText();
    assertTrue(remedy.matches("node n.* had it, and has been gone for \\d+ s \\(.*"), remedy);
    assertTrue(remedy.contains("(it was stopped)"), remedy);
  }

  /** A bad hour is not reported for ever. */
  @Test
  void oldProblemEnds() throws Exception {
    AtomicLong later = new AtomicLong();
    Orchestrations bad =
        Orchestrations.of(
            List.of(Orchestration.of("bad", Stage.of("bad"))),
            List.of(Rule.all(Direction.IN, "bad")));
    DHManagerConfig config =
        DHManagerConfig.DEFAULT
            .ticker(() -> System.nanoTime() + later.get())
            .storeLimits(new StoreLimits(1, 1 << 20, 1, 1 << 20));
    try (DHManager own = DHManager.start(config, bad, transport.manager());
        AdminPort its = AdminPort.start(ANY, folder, ManagerPages.of(own, () -> true))) {
      Awaitility.await()
          .atMost(20, TimeUnit.SECONDS)
          .until(() -> ask(its, "/ready").statusCode() == 200);
      admit(own, "bad");
      admit(own, "bad");
      Awaitility.await()
          .atMost(20, TimeUnit.SECONDS)
          .until(() -> problems(its).toString().contains("not kept, since too many are"));
      assertTrue(
          problems(its)
              .get(0)
              .equals("2 of 2 attempts of handler bad failed in the last minute on node n"));
      later.set(Duration.ofMinutes(5).toNanos());
      String before =
          "2 of 2 attempts of handler bad failed in the last ten minutes, none in the last minute,"
              + " on node n";
      Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> found(its).contains(before));
      later.set(Duration.ofMinutes(11).toNanos());
      Awaitility.await()
          .atMost(20, TimeUnit.SECONDS) // after the node's next heartbeat
          .until(() -> found(its).equals(List.of("failed messages that are kept: 1")));
      admit(own, "bad");
      Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> problems(its).size() == 2);
    }
  }

  private List<String> found(AdminPort of) throws Exception {
    return json(of, "/api/doctor").findValuesAsText("what");
  }

  private List<String> problems(AdminPort of) throws Exception {
    List<String> problems = new ArrayList<>();
    for (JsonNode finding : json(of, "/api/doctor").path("findings")) {
      if (finding.path("grade").asText().equals("PROBLEM")) {
        problems.add(finding.path("what").asText());
      }
    }
    return problems;
  }

  /** A node of another release, whose clock is wrong, and a document that waits for a handler. */
  @Test
  void doctorComparesReleasesAndClocks() throws Exception {
    manager.reloadWaits(() -> Optional.of("o.xml: no node serves handler 'signn'"));
    String host = node.status().origin().host();
    assertEquals(
        ProcessHandle.current().pid(),
        json(port, "/api/nodes").path("nodes").path(0).path("pid").asLong());
    NodeChannel other = transport.node();
    other.start(new NodeId("old", "1"), NOTHING);
    long wrong = System.currentTimeMillis() - 90_000;
    other.announce(
        NodeStatus.of(
                new NodeId("old", "1"),
                NodeStatus.State.READY,
                List.of("slow"),
                new NodeStatus.Load(1, 0, 0),
                new ProcessOrigin("0.0.9", host, 11, wrong))
            .traits(Set.of(NodeStatus.Trait.SPECULATIVE)));
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> json(port, "/api/nodes").path("nodes").size() == 2);
    List<String> found = json(port, "/api/doctor").findValuesAsText("what");
    String shown = "old~1 at " + host + " (process 11)";
    assertEquals(
        List.of(
            "the new version of an orchestration document waits, the one before stays: o.xml: no"
                + " node serves handler 'signn'",
            "node " + shown + " is of release 0.0.9, its manager of " + ProcessOrigin.RELEASE,
            "the clock of node " + shown + " is 90 s behind its manager's"),
        found);
  }

  @Test
  void doctorFindsDuplicateNode() throws Exception {
    NodeChannel other = transport.node();
    NodeId duplicate = new NodeId("n", "another");
    other.start(duplicate, NOTHING);
    NodeStatus says =
        NodeStatus.of(
            duplicate,
            NodeStatus.State.READY,
            List.of("slow"),
            new NodeStatus.Load(1, 0, 0),
            ProcessOrigin.here("host"));
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(
            () -> {
              other.announce(says);
              return json(port, "/api/doctor")
                  .findValuesAsText("what")
                  .contains(
                      "node "
                          + says.shown()
                          + " gets no work: another is named n, and was here first");
            });
    assertEquals(true, json(port, "/api/status").path("connected").asBoolean());
  }

  /** What is told to strangers names nobody. */
  @Test
  void nodeWithDuplicateNameIsNotReady() throws Exception {
    AtomicReference<Optional<String>> rejection =
        new AtomicReference<>(Optional.of("another node has its name: n~2 at h: n~1"));
    try (AdminPort itsPort =
        AdminPort.start(
            ANY, folder, NodePages.of(node::status, () -> true, rejection::get, left::countDown))) {
      HttpResponse<String> not = ask(itsPort, "/ready");
      assertEquals(503, not.statusCode());
      assertEquals("not ready: another node has its name\n", not.body());
      assertEquals(
          "another node has its name: n~2 at h: n~1",
          json(itsPort, "/api/status").path("rejection").asText());
      assertFalse(json(itsPort, "/api/status").path("ready").asBoolean());
      rejection.set(Optional.empty());
      assertEquals(200, ask(itsPort, "/ready").statusCode());
      assertFalse(json(itsPort, "/api/status").has("rejection"));
    }
  }

  @Test
  void invalidQueryIsReported() throws Exception {
    HttpResponse<String> limit = known(port, "/api/messages?limit=1001");
    assertEquals(400, limit.statusCode());
    assertEquals("limit must be 1 to 1000 (got 1001)\n", limit.body());
    assertEquals(400, known(port, "/api/messages?servce=x").statusCode());
    assertEquals(400, known(port, "/api/messages?olderThan=soon").statusCode());
    assertEquals(400, known(port, "/api/messages?limit=1&limit=2").statusCode());
    assertEquals(400, known(port, "/api/messages/xyz").statusCode());
    for (String page :
        List.of(
            "status",
            "nodes",
            "handlers",
            "queues",
            "times",
            "doctor",
            "orchestrations",
            "orchestrations/x",
            "messages/" + "0f".repeat(16),
            "failed/" + "0f".repeat(16))) {
      HttpResponse<String> more = known(port, "/api/" + page + "?limit=1");
      assertEquals(400, more.statusCode(), page);
      assertEquals("unknown parameter limit; there must be none\n", more.body());
    }
    assertEquals(400, known(nodePort, "/api/status?limit=1").statusCode());
    assertEquals(200, known(port, "/live?again").statusCode(), "of a probe past a cache");
  }

  @Test
  void nodesShowsPresentAndMissingNodes() throws Exception {
    assertEquals("n", json(port, "/api/nodes").path("nodes").path(0).path("name").asText());
    assertEquals("READY", json(nodePort, "/api/status").path("state").asText());
    JsonNode handlers = json(port, "/api/handlers").path("handlers");
    assertEquals(2, handlers.size());
    assertEquals("[]", handlers.path(0).path("versions").toString());
    JsonNode version = handlers.path(1).path("versions").path(0);
    assertEquals("1.4", version.path("version").asText());
    assertTrue(version.path("node").asText().startsWith("n~"));
    assertEquals(100, version.path("weight").asInt());
    assertEquals(
        "[{\"handler\":\"slow\",\"version\":\"1.4\",\"weight\":100}]",
        json(nodePort, "/api/status").path("versions").toString());
    assertEquals(2, json(port, "/api/orchestrations").path("orchestrations").size());
    node.close();
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> ask(port, "/ready").statusCode() == 503);
    assertEquals("[\"bad\",\"slow\"]", json(port, "/api/status").path("unserved").toString());
    assertEquals(503, ask(nodePort, "/ready").statusCode());
  }

  /** The answer is there before the node begins to leave, which closes the port. */
  @Test
  void drainStopsNode() throws Exception {
    HttpRequest.Builder leave =
        HttpRequest.newBuilder(URI.create(nodePort.uri() + "/api/drain"))
            .POST(HttpRequest.BodyPublishers.noBody());
    assertEquals(
        401, client.send(leave.build(), HttpResponse.BodyHandlers.ofString()).statusCode());
    assertEquals(405, known(nodePort, "/api/drain").statusCode());
    assertEquals(1, left.getCount());
    HttpResponse<String> answer =
        client.send(
            leave.header("Authorization", token(nodePort)).build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(200, answer.statusCode());
    assertEquals("n", new ObjectMapper().readTree(answer.body()).path("name").asText());
    assertTrue(left.await(20, TimeUnit.SECONDS));
  }

  @Test
  void listensOnLoopbackAndDeletesToken() {
    DHArchException e =
        assertThrows(
            DHArchException.class,
            () ->
                AdminPort.start(
                    new InetSocketAddress("0.0.0.0", 0),
                    folder.resolve("none"),
                    NodePages.of(node::status, () -> true, left::countDown)));
    assertTrue(e.getMessage().contains("must be on loopback without TLS"), e.getMessage());
    assertFalse(Files.exists(folder.resolve("none")));
    Path token = port.tokenFile();
    assertTrue(Files.exists(token));
    port.close();
    assertFalse(Files.exists(token));
  }
}
