package org.dharch.servlet;

import static org.dharch.testing.Awaits.ignoringServerErrors;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dharch.core.config.DHManagerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However often one request passes the filter, it comes to its service once, with its handlers. */
abstract class OnceScenarios extends FilterBench {
  /** As few places as there may be: what does not give its place back is noticed. */
  private static final DHManagerConfig ONE_PLACE =
      DHManagerConfig.DEFAULT.queueBound(1).concurrencyLimit(1);

  private static final String RULE_RAW = "<rule orchestration='o' flow='in' service='Raw'/>";

  /** Whether what a filter hands on a second time comes to the filters behind it once more. */
  boolean hasFiltersTwice() {
    return true;
  }

  private void assertOnlyWithHandlers() throws Exception {
    ignoringServerErrors().until(() -> manager.status().inFlight() == 0);
    assertTrue(RawServlet.ARRIVED.size() <= 1, "" + RawServlet.ARRIVED.size());
    for (RawServlet.Arrived arrived : RawServlet.ARRIVED) {
      assertTrue(text(arrived.body()).contains("<t:stamp"), text(arrived.body()));
      assertFalse(text(arrived.body()).contains("evil"), text(arrived.body()));
    }
    RawServlet.ARRIVED.clear();
  }

  /** More often than there are places: each has to be given back. */
  @ParameterizedTest
  @EnumSource
  void whatAFilterInFrontHandsOnTwiceIsServedOnce(TwiceFilter.Kind kind) throws Exception {
    assumeTrue(hasFiltersTwice() || kind == TwiceFilter.Kind.DISPATCHED);
    serve(
        orchestration("o", "stamp") + RULE_IN,
        ONE_PLACE,
        Map.of(),
        site -> site.behind(new TwiceFilter(), Map.of()));
    TwiceFilter.REFUSED.clear();
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> answer =
          OrderCalls.post(raw() + "?twice=" + kind, OrderCalls.order11("sent"));
      assertFalse(answer.body().contains("evil"), answer.body());
      String refused = TwiceFilter.REFUSED.poll(10, TimeUnit.SECONDS);
      if (kind == TwiceFilter.Kind.SUSPENDED) {
        assertTrue(refused.contains("has called startAsync"), refused);
        assertTrue(RawServlet.ARRIVED.isEmpty());
      } else if (kind != TwiceFilter.Kind.DISPATCHED) {
        assertTrue(refused.contains("a second time"), refused);
      }
      assertOnlyWithHandlers();
      assertEquals(200, OrderCalls.post(raw(), OrderCalls.order11("1")).statusCode());
      assertOnlyWithHandlers();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"forwardTwice", "startAndForwardTwice"})
  void whatAServletForwardsTwiceIsServedOnce(String by) throws Exception {
    serve(
        orchestration("o", "stamp") + RULE_RAW, ONE_PLACE, Map.of(), FilterServer.Site::everywhere);
    // Jetty leaves the second kind open until its client gives up
    int times = by.equals("forwardTwice") ? 3 : 1;
    for (int i = 0; i < times; i++) {
      try {
        HttpResponse<String> answer = front(by, "/raw/Raw");
        assertFalse(answer.body().contains("evil"), answer.body());
      } catch (IOException e) {
        // Tomcat closes the connection when a forward fails whose request has left its thread
      }
      assertOnlyWithHandlers();
      assertEquals(200, OrderCalls.post(raw(), OrderCalls.order11("1")).statusCode());
      assertOnlyWithHandlers();
    }
  }

  /** The handlers that its message had have not seen what a service makes of it. */
  @ParameterizedTest
  @CsvSource({"forward", "async", "include", "forwardTwice", "ownAsync"})
  void whatAServiceWithHandlersHandsOnToAnotherIsRefused(String by) throws Exception {
    serve(
        orchestration("o", "stamp") + RULE_IN,
        DHManagerConfig.DEFAULT,
        Map.of(),
        FilterServer.Site::everywhere);
    assertEquals(500, front(by, "/raw/Raw").statusCode());
    assertTrue(RawServlet.ARRIVED.isEmpty());
    ignoringServerErrors().until(() -> manager.status().inFlight() == 0);
  }

  /** Two filters, each with its own exchange, are each passed once. */
  @Test
  void twoFiltersHaveEachItsHandlers() throws Exception {
    serve(
        orchestration("o", "stamp") + RULE_IN + RULE_OUT,
        DHManagerConfig.DEFAULT,
        Map.of(),
        site -> site.behind(new DHArchFilter(manager), Map.of()));
    HttpResponse<String> answer = OrderCalls.post(raw(), OrderCalls.order11("1"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals(3, text(arrived().body()).split("<t:stamp", -1).length);
    assertEquals(5, answer.body().split("<t:stamp", -1).length, answer.body());
  }

  /** What has forwarded it has it back long before its handlers are done. */
  @Test
  void forwardedRequestContinuesAtItsTarget() throws Exception {
    serve(
        orchestration("o", "hold", "stamp") + RULE_RAW,
        DHManagerConfig.DEFAULT,
        Map.of(),
        FilterServer.Site::everywhere);
    CountDownLatch hold = FilterHandlers.hold();
    CompletableFuture<HttpResponse<String>> answer =
        OrderCalls.sendAsync(frontUrl("forward", "/raw/Raw?as=accepted"), OrderCalls.order11("1"));
    ignoringServerErrors().until(() -> node.status().active() == 1);
    hold.countDown();
    assertEquals(202, answer.get(20, TimeUnit.SECONDS).statusCode());
    assertOnlyWithHandlers();
  }

  private HttpResponse<String> front(String by, String to) throws Exception {
    return OrderCalls.post(frontUrl(by, to), OrderCalls.order11("sent"), Duration.ofSeconds(5));
  }

  private String frontUrl(String by, String to) {
    String query = "?by=" + by + "&to=" + URLEncoder.encode(to, StandardCharsets.UTF_8);
    return server.url("/front/Front" + query);
  }
}
