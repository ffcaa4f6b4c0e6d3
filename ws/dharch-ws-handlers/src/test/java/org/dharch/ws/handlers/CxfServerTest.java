package org.dharch.ws.handlers;

import static org.dharch.ws.handlers.PeerProcess.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.axis2.AxisFault;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An Axis2 client, whose source is a handler on a node, sends to a CXF server. */
@Tag("full")
class CxfServerTest {
  @TempDir Path folder;

  @EnabledIfSystemProperty(named = Interop.MESSAGES, matches = ".+")
  @ParameterizedTest
  @MethodSource("org.dharch.ws.handlers.Interop#versions")
  void everyCombination(String rm, String addressing, String soap) throws Exception {
    receivesAllInOrder(rm, addressing, soap);
    answersRequests(rm, addressing, soap);
  }

  /** What is done with a client of a CXF server, behind a proxy that loses. */
  private interface Exchange {
    void with(RmClient client, LossyProxy proxy, PeerProcess server) throws Exception;
  }

  /** What its service was told. */
  private List<String> run(
      String rm, String addressing, String soap, double loss, Exchange exchange) throws Exception {
    int port = PeerProcess.freePort();
    URI url = URI.create("http://127.0.0.1:" + port + "/peer");
    Path inner = Files.createTempDirectory(folder, "run");
    try (PeerProcess server =
            PeerProcess.cxf(
                inner,
                "CxfServer",
                "" + port,
                rm.replace(".", ""),
                addressing.substring(0, 4),
                soap);
        LossyProxy proxy = new LossyProxy(url, loss, 5)) {
      try {
        server.awaitListening();
        try (RmClient client = RmClient.start(inner, proxy.url(), rm, addressing, soap, true)) {
          exchange.with(client, proxy, server);
        }
        return server.told();
      } catch (Exception | Error e) {
        server.explain(proxy);
        throw e;
      }
    }
  }

  /** With a fifth of requests and a fifth of responses lost. All versions: everyCombination. */
  @ParameterizedTest
  @CsvSource({"1.1, 2005/08, 11"})
  void receivesAllInOrder(String rm, String addressing, String soap) throws Exception {
    int count = Interop.messages(10);
    List<String> told =
        run(
            rm,
            addressing,
            soap,
            0.2,
            (client, proxy, server) -> {
              for (int n = 1; n <= count; n++) {
                client.note("n" + n);
              }
              Awaitility.await()
                  .atMost(Duration.ofMinutes(2))
                  .until(() -> server.told().size() >= count && client.isAllAcknowledged());
              assertTrue(proxy.lostRequests.get() + proxy.lostResponses.get() > 0);
            });
    assertEquals(numbers("n", count), told);
  }

  /**
   * A server that is slow to make the sequence: the request waits for it, and goes out once, with
   * its application waiting.
   */
  @Test
  void requestWaitsForSequence() throws Exception {
    aRequestWaits(3);
  }

  @EnabledIfSystemProperty(named = Interop.MESSAGES, matches = ".+")
  @Test
  void requestWaitsLongForSequence() throws Exception {
    aRequestWaits(17);
  }

  private void aRequestWaits(int seconds) throws Exception {
    List<String> answers = new ArrayList<>();
    List<String> told =
        run(
            "1.1",
            "2005/08",
            "11",
            0,
            (client, proxy, server) -> {
              proxy.holds("CreateSequence>", Duration.ofSeconds(seconds));
              answers.add(client.greet("n1"));
              answers.add(client.greet("n2"));
            });
    assertEquals(numbers("hello n", 2), answers);
    assertEquals(numbers("n", 2), told);
  }

  /** Without a sequence for its responses no request goes out: its application hears why. */
  @Test
  void reportsDeclinedOffer() throws Exception {
    int port = PeerProcess.freePort();
    URI url = URI.create("http://127.0.0.1:" + port + "/peer");
    try (PeerProcess server = PeerProcess.declining(folder, "" + port, "11", "2005", "11")) {
      server.awaitListening();
      Duration again = Duration.ofSeconds(30); // asked once, it is answered once
      try (RmClient client = RmClient.start(folder, url, "1.1", "2005/08", "11", true, again)) {
        AxisFault refused = assertThrows(AxisFault.class, () -> client.greet("n1"));
        assertTrue(
            refused.getMessage().contains("the sink declined the sequence offered for responses"),
            refused.getMessage());
      }
      assertEquals(List.of(), server.told());
    }
  }

  /** Each request's response is a message of the sequence that the client offered. */
  @ParameterizedTest
  @CsvSource({"1.0, 2004/08, 11"})
  void answersRequests(String rm, String addressing, String soap) throws Exception {
    int count = Interop.messages(10);
    List<String> answers = new ArrayList<>();
    List<String> told =
        run(
            rm,
            addressing,
            soap,
            0,
            (client, proxy, server) -> {
              for (int n = 1; n <= count; n++) {
                answers.add(client.greet("n" + n));
              }
              Awaitility.await().atMost(Duration.ofMinutes(1)).until(client::isAllAcknowledged);
            });
    assertEquals(numbers("hello n", count), answers);
    assertEquals(numbers("n", count), told);
  }
}
