package org.dharch.servlet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.dharch.testing.Utf8;

/** Stands in front of a container whose port nobody knows yet, and hands requests on to it. */
final class FrontProxy implements AutoCloseable {
  private static final List<String> HANDED_ON =
      List.of("Content-Type", "SOAPAction", Deliveries.HEADER);

  private final HttpClient http = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  /** What the header of deliveries was. */
  final LinkedBlockingQueue<String> tokens = new LinkedBlockingQueue<>();

  /** Where it hands them on to. */
  volatile FilterServer to;

  /** What it answers itself instead; 0 if it does not. */
  volatile int refuses;

  FrontProxy() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handOn);
    server.start();
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private void handOn(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Optional.ofNullable(exchange.getRequestHeaders().getFirst(Deliveries.HEADER))
          .ifPresent(tokens::add);
      if (refuses != 0) {
        exchange.sendResponseHeaders(refuses, -1);
        return;
      }
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(to.url(exchange.getRequestURI().toString())))
              .POST(HttpRequest.BodyPublishers.ofByteArray(body));
      for (String name : HANDED_ON) {
        String value = exchange.getRequestHeaders().getFirst(name);
        if (value != null) {
          request.header(name, value);
        }
      }
      HttpResponse<String> answer =
          http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      answer
          .headers()
          .firstValue("Content-Type")
          .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
      byte[] output = Utf8.bytes(answer.body());
      exchange.sendResponseHeaders(answer.statusCode(), output.length == 0 ? -1 : output.length);
      exchange.getResponseBody().write(output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
