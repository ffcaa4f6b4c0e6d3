package org.dharch.ws.handlers;

import static org.dharch.ws.handlers.PeerProcess.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.dharch.testing.Awaits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sandesha2 at the other end, with a fifth of requests and a fifth of responses lost: all of it
 * comes, in order, once.
 */
@Tag("full")
class Sandesha2Test {
  private static final double LOSS = 0.2;

  @TempDir Path folder;

  @BeforeEach
  void forget() {
    GreeterService.TOLD.clear();
  }

  @EnabledIfSystemProperty(named = Interop.MESSAGES, matches = ".+")
  @ParameterizedTest
  @CsvSource({
    "11, 2005, 12, oneway",
    "11, 2005, 12, twoway",
  })
  void clientOfOtherVersionsSendsToSink(String rm, String addressing, String soap, String pattern)
      throws Exception {
    clientSendsToSink(rm, addressing, soap, pattern);
  }

  @ParameterizedTest
  @CsvSource({
    "10, 2005, 11, oneway",
    "10, 2004, 11, twoway",
    "11, 2005, 11, fetching",
  })
  void clientSendsToSink(String rm, String addressing, String soap, String pattern)
      throws Exception {
    int count = Interop.messages(10);
    try (RmServer server = RmServer.start(folder);
        LossyProxy proxy = new LossyProxy(server.url(), LOSS, 7);
        PeerProcess client =
            PeerProcess.sandesha2(
                folder,
                "Sandesha2Client",
                proxy.url().toString(),
                rm,
                addressing,
                soap,
                pattern,
                "" + count)) {
      try {
        List<String> answers = new ArrayList<>();
        if (!pattern.equals("oneway")) {
          answers.addAll(numbers("hello n", count));
        }
        answers.add("done");
        assertEquals(answers, client.awaitEnd());
        Awaits.ignoringServerErrors().until(() -> server.told().size() >= count);
        assertEquals(numbers("n", count), server.told());
        assertTrue(proxy.lostRequests.get() > 0 && proxy.lostResponses.get() > 0);
      } catch (Exception | Error e) {
        client.explain(proxy);
        throw e;
      }
    }
  }

  /** What is done with a client of its server, behind a proxy that loses. */
  private interface Exchange {
    void with(RmClient client, LossyProxy proxy, PeerProcess server) throws Exception;
  }

  /** What its service was told. */
  private List<String> run(
      String rm, String addressing, String soap, boolean offer, double loss, Exchange exchange)
      throws Exception {
    int port = PeerProcess.freePort();
    URI url = URI.create("http://127.0.0.1:" + port + "/axis2/services/Greeter");
    try (PeerProcess server = PeerProcess.sandesha2(folder, "Sandesha2Server", "" + port);
        LossyProxy proxy = new LossyProxy(url, loss, 5)) {
      try {
        server.awaitListening();
        Duration again = loss > 0 ? Duration.ofMillis(300) : Duration.ofSeconds(30);
        try (RmClient client =
            RmClient.start(folder, proxy.url(), rm, addressing, soap, offer, again)) {
          exchange.with(client, proxy, server);
        }
        return server.told();
      } catch (Exception | Error e) {
        server.explain(proxy);
        throw e;
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 2005/08, 11",
    "1.1, 2005/08, 12",
  })
  void sourceSendsToServer(String rm, String addressing, String soap) throws Exception {
    int count = Interop.messages(10);
    List<String> told =
        run(
            rm,
            addressing,
            soap,
            false,
            LOSS,
            (client, proxy, server) -> {
              for (int n = 1; n <= count; n++) {
                client.note("n" + n);
              }
              Awaitility.await()
                  .atMost(Duration.ofMinutes(1))
                  .until(() -> server.told().size() >= count && client.isAllAcknowledged());
            });
    assertEquals(numbers("n", count), told);
  }

  /**
   * Each request's response comes back on its connection, in the sequence that was offered. Nothing
   * is sent twice: of a CreateSequence that comes again Sandesha2 makes another sequence, without
   * accepting the offer, and has no way back then.
   */
  @ParameterizedTest
  @CsvSource({
    "1.0, 2005/08, 12",
    "1.1, 2005/08, 11",
  })
  void serverAnswersSource(String rm, String addressing, String soap) throws Exception {
    int count = Interop.messages(10);
    List<String> answers = new ArrayList<>();
    List<String> told =
        run(
            rm,
            addressing,
            soap,
            true,
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
