package org.dharch.servlet;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.BlockingReadTimeoutHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.xnio.IoUtils;

/** The example of docs/servlet-filter.md. */
final class UndertowExample {
  private UndertowExample() {}

  // begin
  static HttpHandler bounded(HttpHandler application) {
    HttpHandler closing =
        exchange -> {
          exchange.addResponseCommitListener(
              answered ->
                  answered
                      .getIoThread()
                      .executeAfter(() -> closeIfUnread(answered), 1, TimeUnit.SECONDS));
          application.handleRequest(exchange);
        };
    return BlockingReadTimeoutHandler.builder()
        .readTimeout(Duration.ofSeconds(1))
        .nextHandler(closing)
        .build();
  }

  private static void closeIfUnread(HttpServerExchange answered) {
    if (!answered.isRequestComplete()) {
      IoUtils.safeClose(answered.getConnection());
    }
  }

  // end
}
