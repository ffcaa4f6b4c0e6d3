package org.dharch.testing;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An HTTP server on loopback that keeps what it is sent, and answers 202 to all of it. */
public final class HttpRecorder implements AutoCloseable {
  private final LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
  private final HttpServer server;

  /** It listens when this returns. */
  public HttpRecorder() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          got.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(202, -1);
          exchange.close();
        });
    server.start();
  }

  /** Where it listens. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/in";
  }

  /** The next body; null if none comes within 20 seconds. */
  public String next() throws InterruptedException {
    return got.poll(20, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
