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
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** What is done with a client of a CXF server, behind a proxy that loses. */
  private interface Exchange {
    void with(RmClient client, LossyProxy proxy) throws Exception;
  }

  private void run(
      String rm, String addressing, String soap, double loss, boolean offer, Exchange exchange)
      throws Exception {
    int port = freePort();
    Process server =
        new ProcessBuilder(
                CxfPeer.command(
                    "CxfServer", "" + port, rm.replace(".", ""), addressing.substring(0, 4), soap))
            .redirectError(folder.resolve("server.err").toFile())
            .redirectOutput(folder.resolve("server").toFile())
            .start();
    URI url = URI.create("http://127.0.0.1:" + port + "/peer");
    try (LossyProxy proxy = new LossyProxy(url, loss, 5)) {
      try {
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> Files.readString(folder.resolve("server")).contains("listens"));
        try (RmClient client = RmClient.start(folder, proxy.url(), rm, addressing, soap, offer)) {
          exchange.with(client, proxy);
        }
      } catch (Exception | Error e) {
        proxy.seen.forEach(System.out::println);
        System.out.println(Files.readString(folder.resolve("server.err")));
        throw e;
      }
    } finally {
      server.destroyForcibly();
    }
  }

  private static List<String> numbers(String before, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(n -> before + n).toList();
  }

  /** With a fifth of requests and a fifth of responses lost. */
  @ParameterizedTest
  @CsvSource({
    "1.1, 2005/08, 11",
    "1.0, 2004/08, 12",
  })
  void takesAllInOrder(String rm, String addressing, String soap) throws Exception {
    int count = 10;
    run(
        rm,
        addressing,
        soap,
        0.2,
        true,
        (client, proxy) -> {
          for (int n = 1; n <= count; n++) {
            client.note("n" + n);
          }
          Awaitility.await()
              .atMost(Duration.ofMinutes(2))
              .until(() -> told().size() >= count && client.isAllAcknowledged());
          assertTrue(proxy.lostRequests.get() + proxy.lostResponses.get() > 0);
        });
    assertEquals(numbers("n", count), told());
  }

  /**
   * A server that is slow to make the sequence: the request waits for it, and goes out once, with
   * its application waiting.
   */
  @ParameterizedTest
  @ValueSource(ints = {3, 17})
  void aRequestWaitsForItsSequence(int seconds) throws Exception {
    List<String> answers = new ArrayList<>();
    run(
        "1.1",
        "2005/08",
        "11",
        0,
        true,
        (client, proxy) -> {
          proxy.holds("CreateSequence>", Duration.ofSeconds(seconds));
          answers.add(client.greet("n1"));
          answers.add(client.greet("n2"));
        });
    assertEquals(numbers("hello n", 2), answers);
    assertEquals(numbers("n", 2), told());
  }

  /** Each request's response is a message of the sequence that the client offered. */
  @ParameterizedTest
  @CsvSource({
    "1.1, 2005/08, 11",
    "1.1, 2005/08, 12",
    "1.0, 2004/08, 11",
    "1.0, 2005/08, 12",
  })
  void answersRequests(String rm, String addressing, String soap) throws Exception {
    int count = 10;
    List<String> answers = new ArrayList<>();
    run(
        rm,
        addressing,
        soap,
        0,
        true,
        (client, proxy) -> {
          for (int n = 1; n <= count; n++) {
            answers.add(client.greet("n" + n));
          }
          Awaitility.await().atMost(Duration.ofMinutes(1)).until(client::isAllAcknowledged);
        });
    assertEquals(numbers("hello n", count), answers);
    assertEquals(numbers("n", count), told());
  }
}
