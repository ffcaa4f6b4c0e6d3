package org.dharch.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be done by the admin port, and from where it cannot. */
final class AdminActionsTest {
  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private MonitorSite site;

  @BeforeEach
  void start() {
    site = new MonitorSite(folder, "card number too short", 1, Duration.ZERO);
  }

  @AfterEach
  void stop() {
    site.close();
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(site.port().uri() + path))
            .timeout(Duration.ofSeconds(20))
            .header("Authorization", "Bearer " + site.token())
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private JsonNode json(String method, String path) throws Exception {
    HttpResponse<String> answer = send(method, path);
    assertEquals(200, answer.statusCode(), answer.body());
    return new ObjectMapper().readTree(answer.body());
  }

  private void assertWrong(String method, String path, String output) throws Exception {
    HttpResponse<String> answer = send(method, path);
    assertEquals(400, answer.statusCode(), path);
    assertTrue(answer.body().contains(output), answer.body());
  }

  private List<MessageId> failed(int count) {
    for (int i = 0; i < count; i++) {
      site.admit("Cards");
    }
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> site.manager().storedMessages().failed().size() == count);
    return site.manager().storedMessages().failed().stream()
        .map(message -> message.key().id())
        .toList();
  }

  @Test
  void oneIsReplayedAndOneDropped() throws Exception {
    List<MessageId> ids = failed(3);
    site.mend();
    JsonNode replayed = json("POST", "/api/failed/" + ids.get(0) + "/replay");
    assertEquals(1, replayed.path("done").asInt());
    assertEquals("replay", replayed.path("action").asText());
    assertEquals(1, json("DELETE", "/api/failed/" + ids.get(1)).path("done").asInt());
    assertEquals(404, send("DELETE", "/api/failed/" + ids.get(1)).statusCode());
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .untilAsserted(
            () -> {
              assertEquals(1, json("GET", "/api/failed").path("kept").asInt());
              assertEquals(
                  1, json("GET", "/api/status").path("counters").path("COMPLETED").asInt());
            });
  }

  /** Later messages have displaced it among the latest that ended. */
  @Test
  void keptFailedMessageIsFoundByTheBeginningOfItsId() throws Exception {
    MessageId id = failed(1).get(0);
    for (int i = 0; i < DHManagerConfig.DEFAULT.keptTimelines(); i++) {
      site.admit("Orders");
    }
    Awaitility.await()
        .atMost(60, TimeUnit.SECONDS)
        .until(() -> site.manager().status().progress(id).isEmpty());
    JsonNode message = json("GET", "/api/messages/" + id.toString().substring(0, 8));
    assertEquals(id.toString(), message.path("id").asText());
    assertEquals("FAILED", message.path("state").asText());
    assertEquals("card", message.path("fault").path("handler").asText());
    assertEquals("card", message.at("/timeline/attempts/1/handler").asText());
    Instant started = Instant.parse(message.path("started").asText());
    Instant ended = Instant.parse(message.path("ended").asText());
    assertTrue(!ended.isBefore(started) && ended.isBefore(Instant.now()), message::toString);
    assertTrue(message.path("duration").asDouble() > 0, message::toString);
    String only = "/api/failed?text=" + id; // others may have failed, too
    assertEquals("node-1", json("GET", only).at("/failed/0/node").asText());
    assertEquals(0, json("GET", only + "&refusals=only").path("matched").asInt());
    assertEquals(1, json("GET", only + "&refusals=none").path("matched").asInt());
    assertWrong("GET", "/api/failed?refusals=yes", "refusals must be only or none (got yes)");
    assertWrong("GET", "/api/messages/abc", "4 to 32 hex digits");
    assertEquals(404, send("GET", "/api/messages/" + new MessageId(~id.high(), 1)).statusCode());
  }

  @Test
  void matchingMessagesAreReplayedOrDropped() throws Exception {
    failed(5);
    assertEquals(0, json("POST", "/api/failed/drop?handler=price").path("matched").asInt());
    String soon = Instant.now().plusSeconds(60).toString();
    assertEquals(0, json("POST", "/api/failed/drop?since=" + soon).path("matched").asInt());
    JsonNode two =
        json("POST", "/api/failed/drop?handler=card&fault=HANDLER_FAILED&since=1h&limit=2");
    assertEquals(5, two.path("matched").asInt());
    assertEquals(2, two.path("done").asInt());
    assertEquals(3, two.path("left").asInt());
    assertEquals(0, two.path("refused").size());
    assertEquals(3, json("GET", "/api/failed?text=TOO%20SHORT").path("matched").asInt());
    assertEquals(0, json("GET", "/api/failed?fault=NOT_SERVED").path("failed").size());
    site.mend();
    assertEquals(3, json("POST", "/api/failed/replay?all=true").path("done").asInt());
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> json("GET", "/api/failed").path("kept").asInt() == 0);
  }

  /** Nobody knows whether a handler that was interrupted has performed. */
  @Test
  void unknownOutcomeIsReplayedOnlyWithOption() throws Exception {
    site.admit("Hung");
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> site.manager().storedMessages().failed().size() == 1);
    JsonNode one = json("GET", "/api/failed").path("failed").path(0);
    assertEquals("[\"held\"]", one.path("unknown").toString());
    String replay = "/api/failed/" + one.path("id").asText() + "/replay";
    for (String path : List.of(replay, "/api/failed/replay?all=true")) {
      JsonNode refused = json("POST", path).path("refused").path(0);
      assertEquals(
          "unknown whether held performed; again=true may repeat it",
          refused.path("reason").asText());
    }
    assertWrong("POST", replay + "?again=yes", "must be true or false");
    assertWrong("POST", replay.replace("replay", "drop") + "?again=true", "there must be none");
    site.release();
    assertEquals(1, json("POST", replay + "?again=true").path("done").asInt());
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> json("GET", "/api/failed").path("kept").asInt() == 0);
  }

  @Test
  void incompleteOrInvalidActionIsRejected() throws Exception {
    failed(1);
    assertWrong("POST", "/api/failed/drop", "a filter by handler");
    assertWrong("POST", "/api/failed/drop?limit=5", "a filter by handler");
    assertWrong("POST", "/api/failed/drop?handler=", "must not be empty");
    assertWrong(
        "POST", "/api/failed/drop?all=true&handler=card", "must not be combined with a filter");
    assertWrong("POST", "/api/failed/drop?handlr=card", "unknown parameter handlr");
    assertWrong("POST", "/api/failed/drop?fault=BROKEN", "HANDLER_FAILED");
    assertWrong("POST", "/api/failed/drop?since=soon", "2026-11-20T14:40:30Z");
    assertWrong("POST", "/api/failed/drop?all=true&limit=1001", "must be 1 to 1000");
    assertWrong("POST", "/api/failed/burn?all=true", "the action must be replay, drop");
    assertWrong("DELETE", "/api/failed", "DELETE must have an ID");
    HttpResponse<String> put = send("PUT", "/api/failed");
    assertEquals(405, put.statusCode());
    assertEquals("DELETE, GET, POST", put.headers().firstValue("Allow").orElseThrow());
    assertEquals(405, send("POST", "/api/status").statusCode());
    assertEquals(1, site.manager().storedMessages().failed().size());
  }

  @Test
  void messagesAreFilteredByStateAndFault() throws Exception {
    failed(2);
    site.admit("Waiting");
    assertEquals(2, json("GET", "/api/messages?state=FAILED").path("messages").size());
    assertEquals(1, json("GET", "/api/messages?state=WAITING,EXECUTING").path("messages").size());
    assertEquals(2, json("GET", "/api/messages?fault=Too+Short").path("messages").size());
    assertEquals(0, json("GET", "/api/messages?fault=gone").path("messages").size());
    assertWrong("GET", "/api/messages?state=LOST", "state must be some of [WAITING");
  }

  @Test
  void orchestrationIsShown() throws Exception {
    JsonNode one = json("GET", "/api/orchestrations/returns");
    JsonNode choose = one.path("body").path("parts").path(0);
    assertEquals("choose", choose.path("kind").asText());
    assertEquals("kind='vip'", choose.path("ways").path(0).path("when").asText());
    JsonNode repeat = choose.path("ways").path(1).path("body").path("parts").path(0);
    assertEquals(3, repeat.path("times").asInt());
    assertEquals("open", repeat.path("while").asText());
    assertEquals("in, service Returns", one.path("rules").path(0).asText());
    assertTrue(one.path("dot").asText().startsWith("digraph"), one.path("dot").asText());
    assertTrue(one.path("mermaid").asText().contains("negotiate"));
    assertEquals(404, send("GET", "/api/orchestrations/none").statusCode());
  }

  /** A site whose name leads to loopback, and a page of another site, get nothing. */
  @Test
  void pageOfAnotherSiteIsRejected() throws Exception {
    failed(1);
    int port = site.port().uri().getPort();
    for (String head :
        List.of(
            "Host: evil.example",
            "Host: evil.example:" + port,
            "Host: 127.0.0.1.evil.example:" + port,
            "Host: 127.0.0.1:" + port + "\r\nOrigin: http://evil.example",
            "Host: 127.0.0.1:" + port + "\r\nOrigin: null",
            "Host: 127.0.0.1:" + port + "\r\nOrigin: http://127.0.0.1:1")) {
      String answer = raw("POST /api/failed/drop?all=true HTTP/1.1", head);
      assertTrue(answer.startsWith("HTTP/1.1 403"), head + "\n" + answer);
      assertTrue(raw("GET / HTTP/1.1", head).startsWith("HTTP/1.1 403"), head);
    }
    assertEquals(1, site.manager().storedMessages().failed().size());
    for (String head :
        List.of(
            "Host: localhost:" + port,
            "Host: LOCALHOST:9999", // as an ssh tunnel has it
            "Host: 127.0.0.1:" + port + "\r\nOrigin: http://127.0.0.1:" + port)) {
      String answer = raw("GET /api/status HTTP/1.1", head);
      assertTrue(answer.startsWith("HTTP/1.1 200"), head + "\n" + answer);
      assertTrue(answer.contains("Content-Security-Policy: default-src 'self'"), answer);
    }
  }

  private String raw(String first, String head) throws IOException {
    String request =
        first
            + "\r\n"
            + head
            + "\r\nAuthorization: Bearer "
            + site.token()
            + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), site.port().uri().getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Once only the store's folder could be asked, and a store in memory has none. */
  @Test
  void pendingCompensationsAreReportedAndResolved() throws Exception {
    MessageId id = site.admit("Refunds");
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> json("GET", "/api/unresolved").path("kept").asInt() == 1);
    JsonNode one = json("GET", "/api/unresolved").path("unresolved").path(0);
    assertEquals(id.toString(), one.path("id").asText());
    assertEquals("Refunds", one.path("service").asText());
    assertEquals(1, one.path("waiting").size() + one.path("doubtful").size(), one.toString());
    assertEquals(one, json("GET", "/api/unresolved/" + id));
    assertWrong("POST", "/api/unresolved/" + id, "the action must be ID/resolve");
    assertWrong("POST", "/api/unresolved/" + id + "/resolve?all=true", "there must be none");
    assertEquals(405, send("DELETE", "/api/unresolved/" + id).statusCode());
    assertEquals(1, json("POST", "/api/unresolved/" + id + "/resolve").path("done").asInt());
    assertEquals(0, json("GET", "/api/unresolved").path("kept").asInt());
    assertEquals(404, send("POST", "/api/unresolved/" + id + "/resolve").statusCode());
  }

  @Test
  void pageIsPublicWithoutData() throws Exception {
    HttpResponse<String> page =
        client.send(
            HttpRequest.newBuilder(site.port().uri().resolve("/")).build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(200, page.statusCode());
    assertEquals("text/html; charset=utf-8", page.headers().firstValue("Content-Type").get());
    assertFalse(page.body().contains(site.token()));
    assertEquals(200, send("GET", "/ui/main.js").statusCode());
    assertEquals(200, send("GET", "/ui/plot/uPlot.js").statusCode());
    assertEquals(404, send("GET", "/ui/lit/../../AdminPort.class").statusCode());
    assertEquals(404, send("GET", "/ui/nothing.js").statusCode());
  }
}
