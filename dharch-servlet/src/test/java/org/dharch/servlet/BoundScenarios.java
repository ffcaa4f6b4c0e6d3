package org.dharch.servlet;

import static org.dharch.testing.Awaits.ignoringServerErrors;
import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dharch.api.Limits;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients can make the filter hold: bytes, and threads of the container. */
abstract class BoundScenarios extends FilterBench {
  private static final List<String> HEADERS = List.of("Content-Type: text/xml; charset=utf-8");
  private static final int MESSAGE = 900_000;
  private static final DHManagerConfig CONFIG =
      DHManagerConfig.DEFAULT.limits(new Limits(1_000_000, 256, 1 << 16, 256, 512, 256));
  private static final Map<String, String> CAPACITY_FOR_TWO =
      Map.of("dharch.maxHeldBytes", "2500000");

  private static String large() {
    return OrderCalls.order11("x".repeat(MESSAGE));
  }

  /** Fault F6: messages that have arrived are bounded in bytes, not in number. */
  @Test
  void pastTheBytesThatMayBeHeldItIsBusy() throws Exception {
    serve(orchestration("o", "hold") + RULE_IN, CONFIG, CAPACITY_FOR_TWO);
    CountDownLatch hold = FilterHandlers.hold();
    List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      int active = i + 1;
      held.add(OrderCalls.sendAsync(raw(), large()));
      ignoringServerErrors().until(() -> node.status().active() == active);
    }
    HttpResponse<String> busy = OrderCalls.post(raw(), large());
    assertEquals(503, busy.statusCode(), busy.body());
    assertEquals("1", busy.headers().firstValue("Retry-After").orElse(""));
    assertTrue(busy.body().contains("2500000 bytes of messages"), busy.body());
    CompletableFuture<HttpResponse<String>> small =
        OrderCalls.sendAsyncOnNewConnection(raw(), OrderCalls.order11("1"));
    ignoringServerErrors().until(() -> node.status().active() == 3);
    hold.countDown();
    for (CompletableFuture<HttpResponse<String>> answer : held) {
      assertEquals(200, answer.get(20, TimeUnit.SECONDS).statusCode());
    }
    assertEquals(200, small.get(20, TimeUnit.SECONDS).statusCode());
    ignoringServerErrors()
        .ignoreException(IOException.class) // on the connection of one that was refused
        .until(() -> OrderCalls.post(raw(), large()).statusCode() == 200);
  }

  /** Fault F6: so are those that still arrive, whatever they say of their length. */
  @Test
  void bytesOfReceivedMessagesAreLimited() throws Exception {
    serve(orchestration("o", "look") + RULE_IN, CONFIG, CAPACITY_FOR_TWO);
    List<Socket> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        clients.add(RawCall.begin(server.port(), "POST", "/app/raw/Raw", HEADERS, 950_000));
        clients.get(i).getOutputStream().write(bytes("<a>" + "x".repeat(MESSAGE)));
        clients.get(i).getOutputStream().flush();
      }
      ignoringServerErrors()
          .ignoreException(IOException.class) // refused while it was still being sent
          .until(() -> OrderCalls.post(raw(), large()).statusCode() == 503);
      CompletableFuture<HttpResponse<String>> small =
          OrderCalls.sendAsyncOnNewConnection(raw(), OrderCalls.order11("1"));
      assertEquals(200, small.get(20, TimeUnit.SECONDS).statusCode());
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
    ignoringServerErrors()
        .ignoreException(IOException.class) // on the connection of one that was refused
        .until(() -> OrderCalls.post(raw(), large()).statusCode() == 200);
  }

  /** Fault F6: a response that is kept back has to have its place, too. */
  @Test
  void heldResponseCountsAsHeldBytes() throws Exception {
    serve(orchestration("o", "hold") + RULE_OUT, CONFIG, Map.of("dharch.maxHeldBytes", "1500000"));
    HttpResponse<String> answer = OrderCalls.post(raw(), large()); // it answers with the same
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("no more bytes of messages can be held"), answer.body());
  }

  /** Fault F7: a body that stops is answered within its own limit, whatever else takes long. */
  @Test
  void stalledBodyIsAnsweredWithinItsLimit() throws Exception {
    serve(
        orchestration("o", "look") + RULE_IN,
        CONFIG.deadline(Duration.ofMinutes(10)),
        Map.of("dharch.timeToRead", "300ms"));
    try (Socket client = RawCall.begin(server.port(), "POST", "/app/raw/Raw", HEADERS, 1000)) {
      client.getOutputStream().write(bytes("<a>"));
      client.getOutputStream().flush();
      RawCall.Answer answer = RawCall.answer(client);
      assertEquals(408, answer.status(), answer.all());
      assertTrue(answer.contains("did not arrive within 300 ms"), answer.all());
    }
  }

  /** Its client has closed its own side only, and would take 200 for an answer to its message. */
  @Test
  void truncatedBodyIsRejected() throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    try (Socket client = RawCall.begin(server.port(), "POST", "/app/raw/Raw", HEADERS, 1000)) {
      client.getOutputStream().write(bytes(OrderCalls.order11("half")));
      client.getOutputStream().flush();
      client.shutdownOutput();
      RawCall.Answer answer = RawCall.answer(client);
      assertEquals(400, answer.status(), answer.all());
      assertTrue(answer.contains("the message ended before all of it had come"), answer.all());
    }
    assertTrue(FilterHandlers.SEEN.isEmpty());
  }

  /** Fault F7: while messages arrive no thread of the container waits for them. */
  @Test
  void slowClientsHoldNoThread() throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    List<Socket> clients = new ArrayList<>();
    byte[] body = bytes(OrderCalls.order11("slow"));
    try {
      for (int i = 0; i < 20; i++) {
        Socket client = RawCall.begin(server.port(), "POST", "/app/raw/Raw", HEADERS, body.length);
        client.getOutputStream().write(body, 0, 10);
        client.getOutputStream().flush();
        clients.add(client);
      }
      for (int i = 0; i < 5; i++) {
        assertEquals(200, SoapCalls.get(orders() + "?wsdl").statusCode());
        assertEquals(200, OrderCalls.post(raw(), OrderCalls.order11("1")).statusCode());
      }
      for (Socket client : clients) {
        client.getOutputStream().write(body, 10, body.length - 10);
        client.getOutputStream().flush();
        assertEquals(200, RawCall.answer(client).status());
      }
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  /** Whatever the answer, nobody waits for what its client has not sent. */
  @ParameterizedTest
  @CsvSource({
    "text/xml, 100000, 408",
    "text/xml, 100000000, 413",
    "application/json, 100000, 415",
    "text/xml; charset, 100000, 400",
  })
  void whoIsAnsweredHoldsNoThread(String type, int length, int status) throws Exception {
    serve(orchestration("o", "look") + RULE_IN, CONFIG, Map.of("dharch.timeToRead", "300ms"));
    try (HalfClients clients = new HalfClients(server.port(), "/app/raw/Raw", type, length)) {
      clients.open(8);
      clients.awaitStatus(status);
      clients.assertServedBesides(raw());
    }
  }

  /** The same when there is no place for them. */
  @Test
  void busyResponseBlocksNoThread() throws Exception {
    Map<String, String> parameters = new HashMap<>(CAPACITY_FOR_TWO);
    parameters.put("dharch.timeToRead", "3s");
    serve(orchestration("o", "hold") + RULE_IN, CONFIG, parameters);
    CountDownLatch hold = FilterHandlers.hold();
    List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      held.add(OrderCalls.sendAsyncOnNewConnection(raw(), large()));
      int active = i + 1;
      ignoringServerErrors().until(() -> node.status().active() == active);
    }
    try (HalfClients clients =
        new HalfClients(server.port(), "/app/raw/Raw", "text/xml", MESSAGE)) {
      clients.open(8);
      clients.awaitStatus(503);
      hold.countDown();
      clients.assertServedBesides(raw());
    }
    for (CompletableFuture<HttpResponse<String>> answer : held) {
      assertEquals(200, answer.get(20, TimeUnit.SECONDS).statusCode());
    }
  }

  /** Streams of one connection that stall are answered, each, and none has a thread then. */
  @Test
  void streamsThatStallHoldNoThread() throws Exception {
    serve(orchestration("o", "look") + RULE_IN, CONFIG, Map.of("dharch.timeToRead", "300ms"));
    try (HalfStreams streams = new HalfStreams(server.port(), "/app/raw/Raw", "text/xml")) {
      streams.open(8);
      streams.awaitAnswers(8);
      assertEquals(200, OrderCalls.post(raw(), OrderCalls.order11("1")).statusCode());
    }
  }

  /** Who breaks off what it sends is nobody else's trouble. */
  @Test
  void connectionsThatBreakOffSpoilNoOtherRequest() throws Exception {
    serve(orchestration("o", "stamp") + RULE_IN);
    HttpClient other = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    HttpResponse<String> first =
        other.send(
            HttpRequest.newBuilder(URI.create(orders() + "?wsdl")).build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(HttpClient.Version.HTTP_2, first.version());
    for (int round = 0; round < 20; round++) {
      try (HalfStreams streams = new HalfStreams(server.port(), "/app/raw/Raw", "text/xml")) {
        streams.open(20);
      }
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        answers.add(
            other.sendAsync(
                OrderCalls.request(raw(), SoapCalls.XML, bytes(OrderCalls.order11("1"))),
                HttpResponse.BodyHandlers.ofString()));
      }
      for (CompletableFuture<HttpResponse<String>> each : answers) {
        HttpResponse<String> answer = each.get(20, TimeUnit.SECONDS);
        assertEquals(200, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains("<t:stamp"), answer.body());
      }
    }
  }
}
