package org.dharch.servlet;

import static org.dharch.testing.Awaits.ignoringServerErrors;
import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.servlet.Filter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Requests that pass the filter more than once, in Tomcat. */
class TomcatOnceTest extends OnceScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.tomcat(folder, site);
  }

  @Override
  boolean hasFiltersTwice() {
    return false;
  }

  /** Why docs/servlet-filter.md warns of such filters in Tomcat: no filter behind them is asked. */
  @Test
  void requestPassedTwiceReachesLaterFiltersTwice() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Filter any =
        (request, response, chain) -> {
          asked.incrementAndGet();
          chain.doFilter(request, response);
        };
    server =
        start(folder, new FilterServer.Site(any, Map.of()).behind(new TwiceFilter(), Map.of()));
    OrderCalls.post(raw() + "?twice=" + TwiceFilter.Kind.COMING, OrderCalls.order11("sent"));
    ignoringServerErrors()
        .until(() -> RawServlet.ARRIVED.size() == 2); // the first time answers at once
    assertEquals(1, asked.get());
  }
}
