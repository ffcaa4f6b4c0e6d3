package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An Axis2 client, whose source is a handler on a node, sends to a CXF server. */
class CxfServerTest {
  @TempDir Path folder;

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private List<String> told() throws IOException {
    return Files.readAllLines(folder.resolve("server")).stream()
        .filter(line -> line.startsWith("n"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "1.1, 2005/08, 11, 0.2",
    "1.0, 2004/08, 12, 0.2",
  })
  void takesAllInOrder(String rm, String addressing, String soap, double loss) throws Exception {
    int count = 10;
    int port = freePort();
    Process server =
        new ProcessBuilder(
                CxfPeer.command(
                    "CxfServer", "" + port, rm.replace(".", ""), addressing.substring(0, 4), soap))
            .redirectError(folder.resolve("server.err").toFile())
            .redirectOutput(folder.resolve("server").toFile())
            .start();
    URI url = URI.create("http://127.0.0.1:" + port + "/peer");
    String name = "source-" + rm + soap;
    try (LossyProxy proxy = new LossyProxy(url, loss, 5)) {
      try {
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> Files.readString(folder.resolve("server")).contains("listens"));
        try (RmClient client =
            RmClient.start(folder, name, proxy.url(), rm, addressing, soap, 300)) {
          for (int n = 1; n <= count; n++) {
            client.note("n" + n);
          }
          Awaitility.await()
              .atMost(Duration.ofMinutes(2))
              .until(() -> told().size() >= count && client.isAllAcknowledged());
        }
        assertEquals(IntStream.rangeClosed(1, count).mapToObj(n -> "n" + n).toList(), told());
      } catch (Exception | Error e) {
        proxy.seen.forEach(System.out::println);
        System.out.println(Files.readString(folder.resolve("server.err")));
        throw e;
      }
    } finally {
      server.destroyForcibly();
    }
  }
}
