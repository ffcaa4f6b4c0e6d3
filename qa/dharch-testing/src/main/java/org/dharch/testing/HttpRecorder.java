package org.dharch.testing;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An HTTP server on loopback that records request bodies and returns 202. */
public final class HttpRecorder implements AutoCloseable {
  private final LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();
  private final HttpServer server;

  /** Starts listening. */
  public HttpRecorder() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          received.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(202, -1);
          exchange.close();
        });
    server.start();
  }

  /** Returns its URL. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/in";
  }

  /** Returns the next body; null without one within 20 seconds. */
  public String next() throws InterruptedException {
    return received.poll(20, TimeUnit.SECONDS);
  }

  /** Returns whether nothing has come that was not returned. */
  public boolean isEmpty() {
    return received.isEmpty();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
