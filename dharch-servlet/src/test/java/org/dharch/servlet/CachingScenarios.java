package org.dharch.servlet;

import static org.dharch.testing.Awaits.ignoringServerErrors;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dharch.api.Limits;
import org.dharch.core.config.DHManagerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Behind a filter that keeps or copies bodies, messages have their handlers as without it. */
abstract class CachingScenarios extends FilterBench {
  private void serveBehind(CachingFilter.Kind kind) throws Exception {
    serveBehind(kind, 1_000_000);
  }

  private void serveBehind(CachingFilter.Kind kind, int maxPayloadBytes) throws Exception {
    serve(
        orchestration("o", "stamp") + RULE_IN + RULE_OUT,
        DHManagerConfig.DEFAULT.limits(new Limits(maxPayloadBytes, 256, 1 << 16, 256, 512, 256)),
        Map.of(),
        site -> site.behind(new CachingFilter(kind), Map.of()));
  }

  @ParameterizedTest
  @EnumSource
  void aBodyThatAnotherFilterHasIsRead(CachingFilter.Kind kind) throws Exception {
    serveBehind(kind);
    for (String item : List.of("1", "x".repeat(300_000))) {
      HttpResponse<String> answer = OrderCalls.post(raw(), OrderCalls.order11(item));
      assertEquals(200, answer.statusCode(), answer.body());
      String arrived = text(arrived().body());
      assertTrue(arrived.contains("<t:stamp") && arrived.contains("<item>" + item + "<"), arrived);
      assertEquals(3, answer.body().split("<t:stamp", -1).length, answer.body());
    }
    HttpResponse<String> served = OrderCalls.post(orders(), OrderCalls.order11("1"));
    assertTrue(served.body().contains(">1|S,|"), served.body());
  }

  @ParameterizedTest
  @EnumSource
  void itsBoundsAreThoseOfOthers(CachingFilter.Kind kind) throws Exception {
    serveBehind(kind, 1000);
    HttpResponse<String> large = OrderCalls.post(raw(), OrderCalls.order11("x".repeat(1000)));
    assertEquals(413, large.statusCode(), large.body());
    HttpResponse<String> wrong = OrderCalls.post(raw(), "no envelope");
    assertEquals(400, wrong.statusCode(), wrong.body());
    assertTrue(RawServlet.ARRIVED.isEmpty());
    assertEquals(200, OrderCalls.post(raw(), OrderCalls.order11("1")).statusCode());
  }

  /** More clients stand still than the container has threads. */
  @Test
  void noThreadBlocksOnTheContainersStream() throws Exception {
    serveBehind(CachingFilter.Kind.DELEGATING);
    List<Socket> halves = new ArrayList<>();
    try {
      for (int i = 0; i < 12; i++) {
        Socket half =
            RawCall.begin(
                server.port(), "POST", "/app/raw/Raw", List.of("Content-Type: text/xml"), 1000);
        halves.add(half);
        half.getOutputStream().write('<');
        half.getOutputStream().flush();
      }
      assertEquals(200, OrderCalls.post(raw(), OrderCalls.order11("1")).statusCode());
      ignoringServerErrors().until(() -> manager.status().inFlight() == 0);
    } finally {
      for (Socket half : halves) {
        half.close();
      }
    }
  }
}
