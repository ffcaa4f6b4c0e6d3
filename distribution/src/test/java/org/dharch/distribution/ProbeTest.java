package org.dharch.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What probes of containers ask. */
class ProbeTest {
  private final AtomicReference<String> host = new AtomicReference<>();
  private HttpServer server;
  private String port;

  /** Which is live, and not ready. */
  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answer("/live", 200);
    answer("/ready", 503);
    server.start();
    port = String.valueOf(server.getAddress().getPort());
  }

  private void answer(String path, int code) {
    server.createContext(
        path,
        exchange -> {
          host.set(exchange.getRequestHeaders().getFirst("Host"));
          exchange.sendResponseHeaders(code, -1);
          exchange.close();
        });
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static Finished probe(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 1];
    command[0] = "src/bin/dharch-probe";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return Finished.of(command);
  }

  @Test
  void onlyWhatAnswers200IsWell() throws Exception {
    assertEquals(new Finished(0, "live: 200"), probe("live", port));
    assertEquals(new Finished(1, "ready: 503"), probe("ready", port));
    assertEquals("127.0.0.1:" + port, host.get(), "which an admin port asks for");
    server.stop(0);
    assertNotEquals(0, probe("live", port).exitCode());
  }

  @Test
  void whatItCannotAskIsNamed() throws Exception {
    Finished page = probe("metrics", port);
    assertEquals(2, page.exitCode());
    page.says("the first argument must be live or ready (got 'metrics')");
    Finished none = probe("live", "here");
    assertEquals(2, none.exitCode());
    none.says("(got 'here')");
  }
}
