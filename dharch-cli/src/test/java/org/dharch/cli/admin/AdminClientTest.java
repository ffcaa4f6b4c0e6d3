package org.dharch.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long an answer of an admin port may take. */
final class AdminClientTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private AdminClient.Known known;

  /** It answers no question before it is released. */
  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          asked.countDown();
          try {
            var unused = released.await(1, TimeUnit.MINUTES);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write(new byte[] {'{', '}'});
          exchange.close();
        });
    server.start();
    known =
        new AdminClient.Known(
            URI.create("http://127.0.0.1:" + server.getAddress().getPort()), "0f");
  }

  @AfterEach
  void stop() {
    released.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  /** A replay of a thousand messages, each forced to the disk, once failed after ten seconds. */
  @Test
  void actionMayTakeLongerThanQuery() throws Exception {
    AdminClient client = new AdminClient(SECOND, MINUTE);
    CompletableFuture<String> action = new CompletableFuture<>();
    threads.execute(
        () -> {
          try {
            action.complete(client.act(known, "/api/failed/replay?all=true"));
          } catch (Exception e) {
            action.completeExceptionally(e);
          }
        });
    assertTrue(asked.await(1, TimeUnit.MINUTES));
    IOException late =
        assertThrows(IOException.class, () -> client.send("GET", known, "/api/status"));
    assertEquals("no response from " + known.url() + " within 1 s", late.getMessage());
    released.countDown();
    assertEquals("{}", action.get(1, TimeUnit.MINUTES), "asked before that, answered after it");
  }

  @Test
  void actionHasTimeLimit() {
    AdminClient client = new AdminClient(MINUTE, SECOND);
    IOException late =
        assertThrows(IOException.class, () -> client.act(known, "/api/failed/replay?all=true"));
    assertEquals("no response from " + known.url() + " within 1 s", late.getMessage());
  }
}
