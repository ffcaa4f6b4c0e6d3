package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.dharch.testing.Awaits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sandesha2 at the other end, with a fifth of requests and a fifth of responses lost: all of it
 * comes, in order, once.
 */
class Sandesha2Test {
  private static final double LOSS = 0.2;

  @TempDir Path folder;

  @BeforeEach
  void forget() {
    GreeterService.TOLD.clear();
  }

  private static List<String> numbers(String before, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(n -> before + n).toList();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private Process start(String main, String... args) throws IOException {
    return new ProcessBuilder(Sandesha2Peer.command(main, args))
        .redirectError(folder.resolve("peer.err").toFile())
        .redirectOutput(folder.resolve("peer").toFile())
        .start();
  }

  private List<String> said() throws IOException {
    return Files.readAllLines(folder.resolve("peer"));
  }

  private void explain(LossyProxy proxy) throws IOException {
    proxy.seen.forEach(System.out::println);
    System.out.println(said());
    System.out.println(Files.readString(folder.resolve("peer.err")));
  }

  @ParameterizedTest
  @CsvSource({
    "10, 2005, 11, oneway",
    "11, 2005, 12, oneway",
    "10, 2004, 11, twoway",
  })
  void itsClientSendsToTheSink(String rm, String addressing, String soap, String pattern)
      throws Exception {
    int count = 10;
    try (RmServer server = RmServer.start(folder);
        LossyProxy proxy = new LossyProxy(server.url(), LOSS, 7)) {
      Process client =
          start(
              "Sandesha2Client", proxy.url().toString(), rm, addressing, soap, pattern, "" + count);
      try {
        assertTrue(client.waitFor(150, TimeUnit.SECONDS), "the peer has not ended");
        List<String> answers = new ArrayList<>();
        if (pattern.equals("twoway")) {
          answers.addAll(numbers("hello n", count));
        }
        answers.add("done");
        assertEquals(answers, said());
        Awaits.besideAServer().until(() -> server.told().size() >= count);
        assertEquals(numbers("n", count), server.told());
        assertTrue(proxy.lostRequests.get() > 0 && proxy.lostResponses.get() > 0);
      } catch (Exception | Error e) {
        explain(proxy);
        throw e;
      } finally {
        client.destroyForcibly();
      }
    }
  }

  private List<String> told() throws IOException {
    return said().stream().filter(line -> line.startsWith("n")).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 2005/08, 11",
    "1.1, 2005/08, 12",
  })
  void theSourceSendsToItsServer(String rm, String addressing, String soap) throws Exception {
    int count = 10;
    int port = freePort();
    Process server = start("Sandesha2Server", "" + port);
    URI url = URI.create("http://127.0.0.1:" + port + "/axis2/services/Greeter");
    try (LossyProxy proxy = new LossyProxy(url, LOSS, 5)) {
      try {
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> Files.exists(folder.resolve("peer")) && said().contains("listens"));
        try (RmClient client = RmClient.start(folder, proxy.url(), rm, addressing, soap, false)) {
          for (int n = 1; n <= count; n++) {
            client.note("n" + n);
          }
          Awaitility.await()
              .atMost(Duration.ofMinutes(1))
              .until(() -> told().size() >= count && client.isAllAcknowledged());
        }
        assertEquals(numbers("n", count), told());
      } catch (Exception | Error e) {
        explain(proxy);
        throw e;
      }
    } finally {
      server.destroyForcibly();
    }
  }
}
