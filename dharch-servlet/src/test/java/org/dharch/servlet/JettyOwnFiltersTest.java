package org.dharch.servlet;

import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.Filter;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dharch.core.config.DHManagerConfig;
import org.eclipse.jetty.ee11.servlets.DoSFilter;
import org.eclipse.jetty.ee11.servlets.QoSFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fault F1 with the filters that Jetty brings itself, under a flood. */
@SuppressWarnings({"deprecation", "removal"}) // they are still in use
@Tag("full")
class JettyOwnFiltersTest extends FilterBench {
  private static final int FLOOD = 24;

  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.jetty(folder, site);
  }

  @Test
  void whatTheDosFilterDelaysHasItsHandlers() throws Exception {
    flood(
        new DoSFilter(),
        Map.of(
            "maxRequestsPerSec", "1",
            "delayMs", "50",
            "throttledRequests", "2",
            "maxWaitMs", "20",
            "throttleMs", "5000",
            "ipWhitelist", "",
            "maxRequestMs", "30000"));
  }

  @Test
  void whatTheQosFilterHoldsBackHasItsHandlers() throws Exception {
    flood(new QoSFilter(), Map.of("maxRequests", "1", "waitMs", "5", "suspendMs", "20000"));
  }

  private void flood(Filter before, Map<String, String> parameters) throws Exception {
    serve(
        orchestration("o", "stamp") + RULE_IN,
        DHManagerConfig.DEFAULT,
        Map.of(),
        site -> site.behind(before, parameters));
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < FLOOD; i++) {
      answers.add(OrderCalls.sendAsync(raw(), OrderCalls.order11("item" + i)));
    }
    int served = 0;
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      HttpResponse<String> each = answer.get(30, TimeUnit.SECONDS);
      // what has had its handlers is not lost on its way back through the filter in front
      assertTrue(List.of(200, 429, 503).contains(each.statusCode()), each.body());
      if (each.statusCode() == 200) {
        served++;
        assertTrue(each.body().contains("<t:stamp"), each.body());
      }
    }
    assertTrue(served > FLOOD / 2, served + " were served");
    assertEquals(served, RawServlet.ARRIVED.size());
    for (RawServlet.Arrived arrived : RawServlet.ARRIVED) {
      assertTrue(text(arrived.body()).contains("<t:stamp"), text(arrived.body()));
    }
  }
}
