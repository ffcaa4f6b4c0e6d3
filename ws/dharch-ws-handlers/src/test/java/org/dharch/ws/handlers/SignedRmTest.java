package org.dharch.ws.handlers;

import static org.dharch.ws.handlers.PeerProcess.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.dharch.testing.Awaits;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messages that are signed and reliable, DHArch's own at both ends and CXF at either: what is sent
 * again is signed anew, and is no replay; what the protocol sends, acknowledgements above all, is
 * signed as well, and nothing else is taken.
 */
@Tag("full")
class SignedRmTest {
  private static final int COUNT = Interop.messages(10);

  /** Longer than these tests wait: what is not acknowledged in time stays so. */
  private static final Duration NEVER_AGAIN = Duration.ofMinutes(10);

  @TempDir static Path keys;
  private static SignedMessages signed;

  @TempDir Path folder;

  @BeforeAll
  static void makeKeys() throws Exception {
    signed = SignedMessages.in(keys);
  }

  @BeforeEach
  void start() {
    GreeterService.TOLD.clear();
  }

  private Path inner(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  private RmServer server() throws Exception {
    return RmServer.start(
        inner("server"), SignedMessages.SERVER_ORCHESTRATIONS, List.of(signed.serverHandlers()));
  }

  private RmClient client(LossyProxy proxy, boolean offer, Duration again) throws Exception {
    return RmClient.start(
        inner("client"),
        proxy.url(),
        offer,
        again,
        SignedMessages.CLIENT_ORCHESTRATIONS,
        signed.handlers("client", "server"));
  }

  /** All that went over the wire was signed, and nothing of it was refused. */
  private static void assertSigned(LossyProxy proxy) {
    List<String> envelopes = proxy.seen.stream().filter(it -> it.contains("Envelope")).toList();
    assertEquals(
        List.of(), envelopes.stream().filter(it -> !it.contains("SignatureValue")).toList());
    assertEquals(List.of(), envelopes.stream().filter(it -> it.contains("Fault>")).toList());
  }

  @Test
  void withLoss() throws Exception {
    try (RmServer server = server();
        LossyProxy proxy = new LossyProxy(server.url(), 0.3, 3);
        RmClient client = client(proxy, false, Duration.ofMillis(300))) {
      for (int n = 1; n <= COUNT; n++) {
        client.note("n" + n);
      }
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> server.told().size() >= COUNT && client.isAllAcknowledged());
      assertEquals(numbers("n", COUNT), server.told());
      assertTrue(proxy.lostResponses.get() > 0, "nothing was lost");
      assertSigned(proxy);
    }
  }

  /** Each response is of the sequence that was offered, signed, and acknowledged, signed too. */
  @Test
  void sendsReliableResponses() throws Exception {
    try (RmServer server = server();
        LossyProxy proxy = new LossyProxy(server.url(), 0, 3);
        RmClient client = client(proxy, true, NEVER_AGAIN)) {
      List<String> answers = new ArrayList<>();
      for (int n = 1; n <= COUNT; n++) {
        answers.add(client.greet("n" + n));
      }
      assertEquals(numbers("hello n", COUNT), answers);
      Path store = folder.resolve("server/rm.db");
      Awaits.ignoringServerErrors()
          .until(() -> client.isAllAcknowledged() && RmClient.isAllAcknowledged(store));
      assertEquals(numbers("n", COUNT), server.told());
      assertSigned(proxy);
    }
  }

  /**
   * A fifth of requests and of responses is lost; a request that comes again is no replay. CXF's
   * call fails if what is sent again is lost while the first is still being answered: it is
   * patient.
   */
  @Test
  void acceptsCxfClient() throws Exception {
    isTaken("twoway");
  }

  @EnabledIfSystemProperty(named = Interop.MESSAGES, matches = ".+")
  @Test
  void acceptsOneWayMessagesOfCxfClient() throws Exception {
    isTaken("oneway");
  }

  private void isTaken(String pattern) throws Exception {
    try (RmServer server = server();
        LossyProxy proxy = new LossyProxy(server.url(), 0.2, 7);
        PeerProcess client =
            PeerProcess.patient(
                folder,
                Duration.ofSeconds(1),
                false,
                "CxfClient",
                Stream.concat(
                        Stream.of(
                            proxy.url().toString(),
                            "11",
                            "2005",
                            "11",
                            pattern,
                            "" + COUNT,
                            "anonymous"),
                        signed.arguments("client", "server").stream())
                    .toArray(String[]::new))) {
      try {
        List<String> output = client.awaitEnd();
        List<String> answers = new ArrayList<>();
        if (pattern.equals("twoway")) {
          answers.addAll(numbers("hello n", COUNT));
        }
        answers.add("done");
        assertEquals(answers, output);
        Awaits.ignoringServerErrors().until(() -> server.told().size() >= COUNT);
        assertEquals(numbers("n", COUNT), server.told());
        assertTrue(proxy.lostRequests.get() > 0 && proxy.lostResponses.get() > 0);
        assertSigned(proxy);
      } catch (Exception | Error e) {
        client.explain(proxy);
        throw e;
      }
    }
  }

  /** What is done with a client of a CXF server, behind a proxy. */
  private interface Exchange {
    void with(RmClient client, LossyProxy proxy, PeerProcess server) throws Exception;
  }

  private void toCxf(double loss, Duration again, Exchange exchange) throws Exception {
    int port = PeerProcess.freePort();
    try (PeerProcess server =
            PeerProcess.cxf(
                folder,
                "CxfServer",
                Stream.concat(
                        Stream.of("" + port, "11", "2005", "11"),
                        signed.arguments("server", "client").stream())
                    .toArray(String[]::new));
        LossyProxy proxy =
            new LossyProxy(URI.create("http://127.0.0.1:" + port + "/peer"), loss, 5)) {
      try {
        server.awaitListening();
        try (RmClient client = client(proxy, true, again)) {
          exchange.with(client, proxy, server);
        }
        assertEquals(numbers("n", COUNT), server.told());
        assertSigned(proxy);
      } catch (Exception | Error e) {
        server.explain(proxy);
        throw e;
      }
    }
  }

  /** With a fifth of requests and of responses lost. */
  @Test
  void cxfServerAcceptsRetransmissions() throws Exception {
    toCxf(
        0.2,
        Duration.ofMillis(300),
        (client, proxy, server) -> {
          for (int n = 1; n <= COUNT; n++) {
            client.note("n" + n);
          }
          Awaitility.await()
              .atMost(Duration.ofMinutes(1))
              .until(() -> server.told().size() >= COUNT && client.isAllAcknowledged());
          assertTrue(proxy.lostRequests.get() + proxy.lostResponses.get() > 0);
        });
  }

  @EnabledIfSystemProperty(named = Interop.MESSAGES, matches = ".+")
  @Test
  void acceptsResponsesOfCxfServer() throws Exception {
    toCxf(
        0,
        NEVER_AGAIN,
        (client, proxy, server) -> {
          List<String> answers = new ArrayList<>();
          for (int n = 1; n <= COUNT; n++) {
            answers.add(client.greet("n" + n));
          }
          assertEquals(numbers("hello n", COUNT), answers);
          Awaits.ignoringServerErrors().until(client::isAllAcknowledged);
        });
  }
}
