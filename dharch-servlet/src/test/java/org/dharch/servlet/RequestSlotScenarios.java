package org.dharch.servlet;

import static org.dharch.testing.Awaits.ignoringServerErrors;
import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.flow.FlowDocument;
import org.dharch.core.message.Fault;
import org.dharch.core.metrics.Counter;
import org.dharch.core.store.FailureRecord;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is taken in and when, how long he may take, and who goes. */
abstract class RequestSlotScenarios extends FilterBench {
  @Test
  void pastTheBoundItIsBusy() throws Exception {
    serve(
        orchestration("o", "hold") + RULE_IN,
        DHManagerConfig.DEFAULT.queueBound(1).concurrencyLimit(1),
        Map.of());
    CountDownLatch hold = FilterHandlers.hold();
    CompletableFuture<HttpResponse<String>> first =
        OrderCalls.sendAsync(raw(), OrderCalls.order11("1"));
    ignoringServerErrors().until(() -> node.status().active() == 1);
    CompletableFuture<HttpResponse<String>> second =
        OrderCalls.sendAsync(raw(), OrderCalls.order11("2"));
    ignoringServerErrors().until(() -> manager.status().inFlight() == 2);
    HttpResponse<String> busy = OrderCalls.post(raw(), OrderCalls.order11("3"));
    assertEquals(503, busy.statusCode());
    assertEquals("1", busy.headers().firstValue("Retry-After").orElse(""));
    assertTrue(busy.body().contains("<dharch:code>BUSY</dharch:code>"), busy.body());
    assertTrue(
        busy.body().contains("DHArch: busy: every place is taken: 1 messages wait"), busy.body());
    hold.countDown();
    assertEquals(200, first.get(10, TimeUnit.SECONDS).statusCode());
    assertEquals(200, second.get(10, TimeUnit.SECONDS).statusCode());
  }

  /** More messages are in their handlers than the container has threads. */
  @ParameterizedTest
  @ValueSource(strings = {"in", "out"})
  void noThreadOfTheContainerWaits(String flow) throws Exception {
    serve(orchestration("o", "hold") + "<rule orchestration='o' flow='" + flow + "'/>");
    CountDownLatch hold = FilterHandlers.hold();
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      answers.add(OrderCalls.sendAsync(raw(), OrderCalls.order11("item" + i)));
    }
    ignoringServerErrors().until(() -> node.status().active() == 50);
    assertEquals(200, SoapCalls.get(orders() + "?wsdl").statusCode(), "it serves others meanwhile");
    hold.countDown();
    for (int i = 0; i < 50; i++) {
      HttpResponse<String> answer = answers.get(i).get(10, TimeUnit.SECONDS);
      assertEquals(200, answer.statusCode(), answer.body());
      assertTrue(answer.body().contains("<item>item" + i + "</item>"), answer.body());
    }
    assertEquals(0, manager.status().inFlight());
  }

  @Test
  void theDeadlineEndsAHang() throws Exception {
    serve(orchestration("o", "hold").replace("name='o'", "name='o' deadline='300ms'") + RULE_IN);
    CountDownLatch hold = FilterHandlers.hold();
    HttpResponse<String> answer = OrderCalls.post(raw(), OrderCalls.order11("1"));
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("<dharch:code>DEADLINE</dharch:code>"), answer.body());
    hold.countDown();
  }

  /** The manager's own deadline cannot come: its clock stands still. */
  @Test
  void theFilterEndsAMessageThatTheManagerForgets() throws Exception {
    serve(
        orchestration("o", "hold").replace("'hold'", "'hold' mustPerform='false'") + RULE_OUT,
        DHManagerConfig.DEFAULT.deadline(Duration.ofMillis(200)).ticker(() -> 0),
        Map.of("dharch.grace", "100ms"));
    CountDownLatch hold = FilterHandlers.hold();
    HttpResponse<String> answer = OrderCalls.post(raw(), OrderCalls.order11("1"));
    assertEquals(500, answer.statusCode(), answer.body());
    assertTrue(
        answer.body().contains("no outcome within the deadline and the grace period, 300 ms"),
        answer.body());
    assertWithdrawn();
    hold.countDown();
  }

  @Test
  void whatDoesNotArriveInTimeIsNotWaitedFor() throws Exception {
    serve(
        orchestration("o", "look") + RULE_IN,
        DHManagerConfig.DEFAULT.deadline(Duration.ofMillis(100)),
        Map.of("dharch.grace", "100ms", "dharch.timeToRead", "100ms"));
    try (Socket socket = half()) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      assertTrue(in.readLine().contains(" 408 "));
    }
  }

  /** The window is for whole requests: the second waits until the first's service has answered. */
  @Test
  void aSlotIsFreeWhenTheServiceHasAnswered() throws Exception {
    serve(orchestration("o", "hold") + RULE_OUT, oneRequest(), Map.of());
    CountDownLatch hold = FilterHandlers.hold();
    CompletableFuture<HttpResponse<String>> first =
        OrderCalls.sendAsync(raw(), OrderCalls.order11("1"));
    ignoringServerErrors()
        .until(() -> node.status().active() == 1); // the answer, in its request's slot
    CompletableFuture<HttpResponse<String>> second =
        OrderCalls.sendAsync(raw(), OrderCalls.order11("2"));
    ignoringServerErrors().until(() -> manager.status().counters().get(Counter.ADMITTED) == 3);
    assertEquals(1, RawServlet.ARRIVED.size(), "the second waits for its turn");
    hold.countDown();
    assertEquals(200, first.get(10, TimeUnit.SECONDS).statusCode());
    assertEquals(200, second.get(10, TimeUnit.SECONDS).statusCode());
    for (String as : List.of("throws", "error", "accepted", "page", "complete")) {
      OrderCalls.post(raw() + "?as=" + as, OrderCalls.order11("1"));
      assertEquals(
          200, OrderCalls.post(raw(), OrderCalls.order11("1")).statusCode(), "after " + as);
    }
    assertEquals(0L, manager.status().counters().getOrDefault(Counter.ANSWERS_OVERDUE, 0L));
  }

  /** Its body is not even read: it would be refused as no envelope. */
  @Test
  void busyIsReturnedBeforeTheMessageIsRead() throws Exception {
    serve(orchestration("o", "hold") + RULE_IN, oneRequest().queueBound(1), Map.of());
    CountDownLatch hold = FilterHandlers.hold();
    CompletableFuture<HttpResponse<String>> first =
        OrderCalls.sendAsync(raw(), OrderCalls.order11("1"));
    ignoringServerErrors().until(() -> node.status().active() == 1);
    CompletableFuture<HttpResponse<String>> second =
        OrderCalls.sendAsync(raw(), OrderCalls.order11("2"));
    ignoringServerErrors().until(() -> manager.status().inFlight() == 2);
    HttpResponse<String> busy = OrderCalls.post(raw(), "no envelope");
    assertEquals(503, busy.statusCode(), busy.body());
    assertEquals("1", busy.headers().firstValue("Retry-After").orElse(""));
    hold.countDown();
    assertEquals(200, first.get(10, TimeUnit.SECONDS).statusCode());
    assertEquals(200, second.get(10, TimeUnit.SECONDS).statusCode());
    assertEquals(400, OrderCalls.post(raw(), "no envelope").statusCode());
  }

  /** In HTTP/2 a client says that it does not wait any more. */
  @Test
  void aClientThatDoesNotWaitWithdrawsItsMessage() throws Exception {
    serve(
        orchestration("o", "hold").replace("'hold'", "'hold' mustPerform='false'") + RULE_IN,
        DHManagerConfig.DEFAULT,
        Map.of());
    CountDownLatch hold = FilterHandlers.hold();
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    HttpResponse<String> first =
        client.send(
            HttpRequest.newBuilder(URI.create(orders() + "?wsdl")).build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(HttpClient.Version.HTTP_2, first.version());
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(
            OrderCalls.request(raw(), SoapCalls.XML, bytes(OrderCalls.order11("1"))),
            HttpResponse.BodyHandlers.ofString());
    ignoringServerErrors().until(() -> node.status().active() == 1);
    answer.cancel(true);
    assertWithdrawn();
    hold.countDown();
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }

  /** As when it is deployed anew; what holds its client is not there any more. */
  @Test
  void aClientIsAnsweredWhoseApplicationGoesWhileHandlersPerform() throws Exception {
    serve(orchestration("o", "hold") + RULE_IN, DHManagerConfig.DEFAULT, Map.of());
    CountDownLatch hold = FilterHandlers.hold();
    CompletableFuture<HttpResponse<String>> answer =
        OrderCalls.sendAsync(raw(), OrderCalls.order11("1"));
    ignoringServerErrors().until(() -> node.status().active() == 1);
    server.undeploy();
    hold.countDown();
    HttpResponse<String> output = answer.get(10, TimeUnit.SECONDS);
    assertTrue(
        List.of(500, 503).contains(output.statusCode()), output.body()); // Jetty says it itself
    assertTrue(RawServlet.ARRIVED.isEmpty());
    ignoringServerErrors().until(() -> manager.status().inFlight() == 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/raw/Raw?as=complete", "/services/Later", "/raw/Raw?as=throws"})
  void aSlotIsFreeWhenAServiceWithoutHandlersHasAnswered(String path) throws Exception {
    serve(orchestration("o", "hold"), oneRequest(), Map.of());
    OrderCalls.post(server.url(path), OrderCalls.order11("1"));
    assertEquals(200, OrderCalls.post(raw(), OrderCalls.order11("2")).statusCode());
    assertEquals(2, manager.status().counters().get(Counter.ADMITTED));
  }

  private void assertWithdrawn() {
    ignoringServerErrors()
        .until(
            () -> manager.status().inFlight() == 0 && !manager.storedMessages().failed().isEmpty());
    FailureRecord failure = manager.storedMessages().failed().get(0).failure().orElseThrow();
    assertEquals(Fault.Code.CANCELLED, failure.fault().code(), failure.toString());
  }

  /** One request at a time, up to its answer. */
  private DHManagerConfig oneRequest() throws Exception {
    Path flow = folder.resolve("flow.xml");
    Files.writeString(
        flow,
        "<flow xmlns='urn:dharch:flow:1'><concurrencyLimit size='1' scope='request'/></flow>");
    return DHManagerConfig.DEFAULT.flow(FlowDocument.read(flow));
  }

  @Test
  void aClientThatGoesWhileItSendsLeavesNothingBehind() throws Exception {
    serve(orchestration("o", "look") + RULE_IN, DHManagerConfig.DEFAULT.queueBound(1), Map.of());
    for (int i = 0; i < 3; i++) { // there is one place
      try (Socket socket = half()) {
        ignoringServerErrors().until(() -> !reading());
        assertTrue(socket.isConnected());
      }
      ignoringServerErrors().until(this::reading);
    }
    assertEquals(200, OrderCalls.post(raw(), OrderCalls.order11("1")).statusCode());
  }

  /** A client that has sent a part of its message. */
  private Socket half() throws Exception {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(20_000);
    socket
        .getOutputStream()
        .write(
            bytes(
                """
                POST /app/raw/Raw HTTP/1.1
                Host: a
                Content-Type: text/xml
                Content-Length: 1000

                <a>\
                """
                    .replace("\n", "\r\n")));
    socket.getOutputStream().flush();
    return socket;
  }

  /** Whether there is a place for a message. */
  private boolean reading() throws Exception {
    return OrderCalls.post(raw(), OrderCalls.order11("1")).statusCode() == 200;
  }
}
