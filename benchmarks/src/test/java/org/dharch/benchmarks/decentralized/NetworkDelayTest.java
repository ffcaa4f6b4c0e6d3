package org.dharch.benchmarks.decentralized;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.dharch.benchmarks.decentralized.delay.DelayedLink;
import org.dharch.benchmarks.decentralized.delay.NetworkDelay;
import org.junit.jupiter.api.Test;

class NetworkDelayTest {
  private static final long MILLI = 1_000_000;

  @Test
  void dataArrivesInOrderAfterTheDelay() {
    DelayedLink link =
        new DelayedLink(Duration.ofMillis(20), 8_000_000); // one byte per microsecond
    assertEquals(21 * MILLI, link.due(0, 1000));
    assertEquals(22 * MILLI, link.due(0, 1000), "behind the first");
    assertEquals(22 * MILLI, link.due(MILLI, 0), "empty data waits for earlier data");
    assertEquals(121 * MILLI, link.due(100 * MILLI, 1000), "the line is free");
  }

  /** Longer than a piece, in both directions; each direction ends independently. */
  @Test
  void proxyKeepsByteOrder() throws Exception {
    byte[] sent = new byte[100_000];
    new Random(7).nextBytes(sent);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        NetworkDelay distance = NetworkDelay.slow()) {
      URI target = URI.create("tcp://127.0.0.1:" + server.getLocalPort());
      URI through = distance.fromGateway(target);
      CompletableFuture<Void> echoed = CompletableFuture.runAsync(() -> echo(server));
      long begin = System.nanoTime();
      try (Socket client = new Socket(through.getHost(), through.getPort())) {
        OutputStream out = client.getOutputStream();
        out.write(sent);
        client.shutdownOutput();
        assertArrayEquals(sent, client.getInputStream().readAllBytes());
      }
      long took = System.nanoTime() - begin;
      echoed.join();
      // never less than the line takes, however busy the machine is
      assertTrue(took >= 2 * NetworkDelay.DELAY.toNanos(), took + " ns");
    }
  }

  private static void echo(ServerSocket server) {
    try (Socket accepted = server.accept()) {
      byte[] all = accepted.getInputStream().readAllBytes();
      accepted.getOutputStream().write(all);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void nearGatewayHasNoProxy() throws Exception {
    URI target = URI.create("http://127.0.0.1:1/parcels");
    try (NetworkDelay near = NetworkDelay.none()) {
      assertSame(target, near.fromGateway(target));
      assertSame(target, near.toGateway(target));
    }
  }
}
