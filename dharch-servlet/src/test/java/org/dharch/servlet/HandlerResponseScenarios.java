package org.dharch.servlet;

import static org.dharch.testing.Awaits.ignoringServerErrors;
import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dharch.api.HandlerMessage;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.flow.FlowDocument;
import org.dharch.core.metrics.Counter;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;

/** A handler on a node answers the request, or accepts it. */
abstract class HandlerResponseScenarios extends FilterBench {
  private static final String OUT = "<rule orchestration='out' flow='out'/>";
  private static final String OUT_FAULT = "<rule orchestration='fault' flow='out-fault'/>";

  /** Orchestration {@code o}, in which {@code name} may answer. */
  private static String answering(String name, String... after) {
    return orchestration("o", name, after.length == 0 ? "look" : after[0])
        .replace("name='" + name + "'", "name='" + name + "' mayRespond='true'");
  }

  private static String type(HttpResponse<String> answer) {
    return answer.headers().firstValue("Content-Type").orElse("").replace(" ", "");
  }

  private HttpResponse<String> post12(String content) throws Exception {
    return OrderCalls.post(raw(), SoapCalls.xml12("urn:test:order"), bytes(content));
  }

  @Test
  void handlerResponsePassesResponseHandlersWithoutTheService() throws Exception {
    serve(answering("answer", "boom") + orchestration("out", "shout", "look") + RULE_IN + OUT);
    HttpResponse<String> v11 = OrderCalls.post(raw(), OrderCalls.order11("1"));
    assertEquals(200, v11.statusCode(), v11.body());
    assertTrue(type(v11).equalsIgnoreCase("text/xml;charset=utf-8"), type(v11));
    assertTrue(v11.body().contains(">LOUD<"), v11.body());
    HandlerMessage seen = seen();
    assertEquals("out", seen.properties().text("dharch.flow", ""));
    assertEquals(1, seen.properties().get("dharch.exchange.answer").orElseThrow());
    HttpResponse<String> v12 = post12(OrderCalls.order12("1"));
    assertEquals(200, v12.statusCode(), v12.body());
    assertTrue(type(v12).equalsIgnoreCase("application/soap+xml;charset=utf-8"), type(v12));
    assertTrue(v12.body().contains(">LOUD<"), v12.body());
    assertTrue(RawServlet.ARRIVED.isEmpty());
    assertEquals(0, manager.status().inFlight());
  }

  @Test
  void withoutHandlersForResponsesItGoesOutAsItIs() throws Exception {
    serve(answering("answer") + RULE_IN);
    HttpResponse<String> answer = OrderCalls.post(raw(), OrderCalls.order11("1"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals(OrderCalls.SOAP11.of("<o:answered>quiet</o:answered>"), answer.body());
    assertEquals(
        answer.body().length(), answer.headers().firstValueAsLong("Content-Length").orElse(-1));
    assertTrue(RawServlet.ARRIVED.isEmpty() && FilterHandlers.SEEN.isEmpty());
  }

  @Test
  void faultPassesTheFaultHandlers() throws Exception {
    serve(
        answering("refuse")
            + orchestration("out", "boom")
            + orchestration("fault", "shout")
            + RULE_IN
            + OUT
            + OUT_FAULT);
    HttpResponse<String> v11 = OrderCalls.post(raw(), OrderCalls.order11("1"));
    assertEquals(500, v11.statusCode(), v11.body());
    assertTrue(v11.body().contains("<faultstring>SOLD</faultstring>"), v11.body());
    HttpResponse<String> v12 = post12(OrderCalls.order12("1"));
    assertEquals(400, v12.statusCode(), v12.body());
    assertTrue(v12.body().contains(">SOLD<"), v12.body());
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }

  @Test
  void acceptedMessageHas202WithoutBody() throws Exception {
    serve(answering("accept") + orchestration("out", "boom") + RULE_IN + OUT);
    for (HttpResponse<String> answer :
        List.of(OrderCalls.post(raw(), OrderCalls.order11("1")), post12(OrderCalls.order12("1")))) {
      assertEquals(202, answer.statusCode(), answer.body());
      assertEquals("", answer.body());
    }
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }

  @Test
  void responseWithFailedHandlersIsAFault() throws Exception {
    serve(answering("answer") + orchestration("out", "boom") + RULE_IN + OUT);
    HttpResponse<String> answer = OrderCalls.post(raw(), OrderCalls.order11("1"));
    assertEquals(500, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("boom of the"), answer.body());
    assertFalse(answer.body().contains("answered"), answer.body());
  }

  /** More answers are in their handlers than the container has threads. */
  @Test
  void noThreadOfTheContainerWaits() throws Exception {
    serve(answering("answer") + orchestration("out", "hold", "shout") + RULE_IN + OUT);
    CountDownLatch hold = FilterHandlers.hold();
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      answers.add(OrderCalls.sendAsync(raw(), OrderCalls.order11("item" + i)));
    }
    ignoringServerErrors().until(() -> node.status().active() == 30);
    hold.countDown();
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      assertTrue(answer.get(10, TimeUnit.SECONDS).body().contains(">LOUD<"));
    }
  }

  /** Its slot is free again when its answer, or its 202, is out. */
  @Test
  void requestHoldsItsSlotUntilItsResponseIsSent() throws Exception {
    Path document =
        Files.writeString(
            folder.resolve("flow.xml"),
            "<flow xmlns='urn:dharch:flow:1'><concurrencyLimit size='1' scope='request'/></flow>");
    serve(
        answering("answer")
            + orchestration("p", "accept").replace("'accept'", "'accept' mayRespond='true'")
            + orchestration("out", "shout")
            + "<rule orchestration='p' flow='in' service='Other'/>"
            + RULE_IN
            + OUT,
        DHManagerConfig.DEFAULT.deadline(Duration.ofSeconds(5)).flow(FlowDocument.read(document)),
        Map.of());
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> answer = OrderCalls.post(raw(), OrderCalls.order11("1"));
      assertTrue(answer.body().contains(">LOUD<"), answer.body());
      HttpResponse<String> accepted =
          OrderCalls.post(server.url("/raw/Other"), OrderCalls.order11("1"));
      assertEquals(202, accepted.statusCode(), accepted.body());
    }
    ignoringServerErrors().until(() -> manager.status().inFlight() == 0);
  }

  /** The client has gone when the answer is there: nothing is left of it. */
  @Test
  void responseWithoutClientIsDropped() throws Exception {
    serve(
        answering("answer") + RULE_IN,
        DHManagerConfig.DEFAULT.deadline(Duration.ofSeconds(5)),
        Map.of());
    CountDownLatch hold = FilterHandlers.hold();
    byte[] content = bytes(OrderCalls.order11("1"));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      String head =
          "POST /app/raw/Raw HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/xml\r\n"
              + "Content-Length: "
              + content.length
              + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(content);
      ignoringServerErrors().until(() -> node.status().active() == 1);
    }
    hold.countDown();
    ignoringServerErrors().until(() -> manager.status().inFlight() == 0);
    assertEquals(1, manager.status().counters().get(Counter.RESPONDED));
    HttpResponse<String> next = OrderCalls.post(raw(), OrderCalls.order11("2"));
    assertEquals(200, next.statusCode(), next.body());
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }

  /** It is given again to the handler, and its client waits; no thread does. */
  @Test
  void deferredMessageContinuesLater() throws Exception {
    serve(orchestration("o", "later", "look") + RULE_IN);
    HttpResponse<String> answer = OrderCalls.post(raw(), OrderCalls.order11("1"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(FilterHandlers.DEFERRED.contains(seen().id()));
    assertEquals(1, RawServlet.ARRIVED.size());
  }

  /** Its deadline ends what is put off for longer. */
  @Test
  void deferralPastTheDeadlineFailsTheMessage() throws Exception {
    serve(
        orchestration("o", "never") + RULE_IN,
        DHManagerConfig.DEFAULT.deadline(Duration.ofMillis(300)),
        Map.of());
    HttpResponse<String> answer = OrderCalls.post(raw(), OrderCalls.order11("1"));
    assertEquals(500, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("DEADLINE"), answer.body());
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }

  /** Its service sees what was verified; no client brings it along, nor who stands before. */
  @Test
  void verificationResultsReachTheServiceFromHandlersOnly() throws Exception {
    Filter before =
        (request, response, chain) -> {
          if (request.getDispatcherType() == DispatcherType.REQUEST) {
            request.setAttribute("dharch.security.principal", "forged");
          }
          chain.doFilter(request, response);
        };
    serve(
        "<orchestration name='o'><handler name='look'/><handler name='verify'><writes>"
            + "<property name='dharch.security.principal'/></writes></handler></orchestration>"
            + RULE_IN,
        DHManagerConfig.DEFAULT,
        Map.of(),
        site -> site.behind(before, Map.of()));
    RawServlet.PRINCIPALS.clear();
    HttpRequest request =
        HttpRequest.newBuilder(
                OrderCalls.request(raw(), SoapCalls.XML, bytes(OrderCalls.order11("1"))),
                (name, value) -> true)
            .header("dharch.security.principal", "forged")
            .build();
    assertEquals(200, SoapCalls.send(request).statusCode());
    assertEquals(Optional.empty(), seen().properties().get("dharch.security.principal"));
    assertEquals("alice", RawServlet.PRINCIPALS.poll(10, TimeUnit.SECONDS));
  }

  /** What a client sends under such a name is none, nor what was there before. */
  @Test
  void exchangePropertiesAreVisibleInTheResponse() throws Exception {
    Filter before =
        (request, response, chain) -> {
          if (request.getDispatcherType() == DispatcherType.REQUEST) {
            request.setAttribute("dharch.exchange.before", "no");
          }
          chain.doFilter(request, response);
        };
    serve(
        orchestration("o", "color")
            + orchestration("out", "look")
            + "<rule orchestration='o' flow='in' service='Raw'/>"
            + OUT,
        DHManagerConfig.DEFAULT,
        Map.of(),
        site -> site.behind(before, Map.of()));
    HttpRequest request =
        HttpRequest.newBuilder(
                OrderCalls.request(raw(), SoapCalls.XML, bytes(OrderCalls.order11("1"))),
                (name, value) -> true)
            .header("dharch.exchange.mine", "no")
            .build();
    assertEquals(200, SoapCalls.send(request).statusCode());
    HandlerMessage seen = seen();
    assertEquals("green", seen.properties().text("dharch.exchange.color", ""));
    assertEquals(Optional.empty(), seen.properties().get("dharch.exchange.mine"));
    assertEquals(Optional.empty(), seen.properties().get("dharch.exchange.before"));
    assertEquals(1, RawServlet.ARRIVED.size());
    // the same connection, another exchange, whose request has other handlers
    OrderCalls.post(server.url("/raw/Other"), OrderCalls.order11("1"));
    HandlerMessage other = seen();
    assertEquals("Other", other.properties().text("dharch.service", ""));
    assertEquals(Optional.empty(), other.properties().get("dharch.exchange.color"));
  }
}
