package org.dharch.ws.handlers;

import static org.dharch.ws.handlers.PeerProcess.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dharch.testing.Awaits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A CXF client sends to a service in Axis2 whose sink is a handler on a node: all of it comes, in
 * order, once.
 */
@Tag("full")
class CxfClientTest {
  /**
   * Longer than a call takes on a machine that is busy: a call of CXF's fails if its connection
   * breaks off when what was sent again meanwhile has been acknowledged.
   */
  private static final Duration AGAIN = Duration.ofMillis(800);

  @TempDir Path folder;

  @BeforeEach
  void forget() {
    GreeterService.TOLD.clear();
  }

  @AfterEach
  void waitForNothing() {
    GreeterService.mayRespond = () -> true;
  }

  /** With a fifth of requests and a fifth of responses lost. All versions: everyCombination. */
  @ParameterizedTest
  @CsvSource({
    "10, 2005, 12, oneway",
    "11, 2005, 12, twoway",
  })
  void withLoss(String rm, String addressing, String soap, String pattern) throws Exception {
    run(rm, addressing, soap, pattern, 0.2, "anonymous");
  }

  /**
   * CXF's ordinary conversation, with an offer: nothing of it is left open at this end. In 1.1 CXF
   * closes its sequence and does not terminate it.
   */
  @ParameterizedTest
  @CsvSource({"10, 2005, 12", "10, 2004, 11"})
  void bothSequencesEnd(String rm, String addressing, String soap) throws Exception {
    run(rm, addressing, soap, "twoway", 0, "anonymous");
  }

  /**
   * A client that has an address of its own, to which all answers go. CXF's takes no response there
   * to a request whose connection broke off, though it sends that again: so no request is lost. Nor
   * does it take one that overtakes the 202 to its request: so the service waits for that.
   */
  @ParameterizedTest
  @CsvSource({
    "10, 2004, 11, oneway, 0.2",
    "11, 2005, 12, twoway, 0",
  })
  void repliesToClientAddress(
      String rm, String addressing, String soap, String pattern, double loss) throws Exception {
    String own = "http://127.0.0.1:" + PeerProcess.freePort() + "/answers";
    List<String> answered = run(rm, addressing, soap, pattern, loss, own);
    assertTrue(
        answered.stream().noneMatch(each -> each.contains("Acknowledgement>")),
        "acknowledgements are not in the responses");
  }

  /** One-way and two-way, the back-channel and an address of its own. */
  @EnabledIfSystemProperty(named = Interop.MESSAGES, matches = ".+")
  @ParameterizedTest
  @MethodSource("org.dharch.ws.handlers.Interop#versions")
  void everyCombination(String rm, String addressing, String soap) throws Exception {
    String output = rm.replace(".", "");
    String year = addressing.substring(0, 4);
    run(output, year, soap, "oneway", 0.2, "anonymous");
    GreeterService.TOLD.clear();
    run(output, year, soap, "twoway", 0.2, "anonymous");
    GreeterService.TOLD.clear();
    repliesToClientAddress(output, year, soap, "oneway", 0.2);
    GreeterService.TOLD.clear();
    repliesToClientAddress(output, year, soap, "twoway", 0);
  }

  /** All of it arrives; what was answered in the responses. */
  private List<String> run(
      String rm, String addressing, String soap, String pattern, double loss, String own)
      throws Exception {
    int count = Interop.messages(15);
    boolean isEnding = loss == 0 && own.equals("anonymous");
    Path inner = Files.createTempDirectory(folder, "run");
    try (RmServer server = RmServer.start(inner);
        LossyProxy proxy = new LossyProxy(server.url(), loss, 7);
        PeerProcess client =
            PeerProcess.patient(
                inner,
                AGAIN,
                isEnding,
                "CxfClient",
                proxy.url().toString(),
                rm,
                addressing,
                soap,
                pattern,
                "" + count,
                own)) {
      if (!own.equals("anonymous")) {
        GreeterService.mayRespond = proxy::hasAnsweredAll;
      }
      try {
        List<String> output = client.awaitEnd();
        List<String> answers = new ArrayList<>();
        if (pattern.equals("twoway")) {
          answers.addAll(numbers("hello n", count));
        }
        answers.add("done");
        assertEquals(answers, output);
        Awaits.ignoringServerErrors().until(() -> server.told().size() >= count);
        assertEquals(numbers("n", count), server.told());
        if (isEnding) {
          Path store = inner.resolve("rm.db");
          Awaits.ignoringServerErrors().until(() -> RmClient.open(store).isEmpty());
        }
        assertEquals(loss > 0, proxy.lostRequests.get() > 0 && proxy.lostResponses.get() > 0);
        return proxy.seen.stream().filter(each -> each.startsWith("< ")).toList();
      } catch (Exception | Error e) {
        client.explain(proxy);
        throw e;
      }
    }
  }
}
