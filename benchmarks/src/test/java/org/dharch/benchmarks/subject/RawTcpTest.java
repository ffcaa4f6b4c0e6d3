package org.dharch.benchmarks.subject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the TCP baseline: over real sockets, and only from the broker's host. */
class RawTcpTest {
  @Test
  void requestsHaveRepliesAndFarEndListensOnBrokerHostOnly() throws Exception {
    FarHandler handler = FarHandler.ofMicros("0");
    String address = RawTcpPeer.serve(URI.create("tcp://127.0.0.2:61616"), handler);
    assertTrue(address.startsWith("127.0.0.1:"), address);
    try (RawTcp tcp = new RawTcp("READY " + address, new byte[2048])) {
      List<CompletableFuture<Boolean>> replies = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        CompletableFuture<Boolean> reply = new CompletableFuture<>();
        replies.add(reply);
        tcp.begin(reply::complete);
      }
      for (CompletableFuture<Boolean> reply : replies) {
        assertEquals(true, reply.get(30, TimeUnit.SECONDS));
      }
    }
  }
}
