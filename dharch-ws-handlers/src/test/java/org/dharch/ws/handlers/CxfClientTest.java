package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.dharch.testing.Awaits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A CXF client sends to a service in Axis2 whose sink is a handler on a node. */
class CxfClientTest {
  @TempDir Path folder;

  @BeforeEach
  void forget() {
    GreeterService.TOLD.clear();
  }

  private static List<String> numbers(String before, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(n -> before + n).toList();
  }

  private RmServer server(String name) throws Exception {
    return RmServer.start(folder, name, Map.of("store", "jdbc:sqlite:" + folder.resolve("rm.db")));
  }

  @Test
  void oneWay() throws Exception {
    try (RmServer server = server("cxf-one-way");
        LossyProxy proxy = new LossyProxy(server.url(), 0, 1)) {
      try {
        List<String> said =
            CxfPeer.client(
                folder.resolve("peer"),
                proxy.url(),
                "11",
                "2005",
                "11",
                "oneway",
                "5",
                "anonymous");
        assertEquals(List.of("done"), said);
        Awaits.besideAServer().until(() -> server.told().size() >= 5);
        assertEquals(numbers("n", 5), server.told());
        assertTrue(proxy.requests.get() >= 6);
      } finally {
        proxy.seen.forEach(System.out::println);
        System.out.println(java.nio.file.Files.readString(folder.resolve("peer.err")));
      }
    }
  }
}
