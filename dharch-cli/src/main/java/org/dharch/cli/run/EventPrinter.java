package org.dharch.cli.run;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A subscriber that prints the events that it receives. Safe for any thread. */
final class EventPrinter implements AutoCloseable {
  private final HttpServer server;

  private EventPrinter(HttpServer server) {
    this.server = server;
  }

  static EventPrinter start(PrintStream out) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String event =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          out.println("Event:    " + event);
          exchange.sendResponseHeaders(202, -1);
          exchange.close();
        });
    server.start();
    return new EventPrinter(server);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/events");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
