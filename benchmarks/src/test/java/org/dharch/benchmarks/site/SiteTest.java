package org.dharch.benchmarks.site;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.apache.axis2.context.MessageContext;
import org.dharch.cli.run.SiteDocuments;
import org.dharch.core.message.DHArchException;
import org.dharch.samples.AxisServer;
import org.dharch.samples.SampleHandlers;
import org.dharch.samples.SampleServices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests Axis2 in a real Tomcat with waiting handlers: wrong answers must be detected. */
class SiteTest {
  private static final List<SampleHandlers.Spec> HANDLERS =
      List.of(WaitingHandler.spec("x", 0.2), WaitingHandler.spec("y", 0));

  private static final HandlerVariant CHAIN = HandlerVariant.chain("chain", "Test", "x y");

  @TempDir private Path folder;

  private byte[] answer(WaitingExchange exchange) throws Exception {
    try (AxisServer server = AxisServer.create()) {
      var service = WaitingService.describe(server.configuration(), "Test", 0.1);
      server.deploy(service);
      SampleServices.chain(service, HANDLERS.stream().map(SampleHandlers.Spec::create).toList());
      try (AxisTomcat tomcat = AxisTomcat.start(server.context(), folder);
          SoapConnection connection =
              new SoapConnection(tomcat.endpoint("Test"), exchange.pace().action())) {
        connection.call(exchange.envelope());
        return connection.call(exchange.envelope()); // the connection is persistent
      }
    }
  }

  @Test
  void answerNamesHandlersAndDataLength() throws Exception {
    for (Pace pace : Pace.values()) {
      var exchange = new WaitingExchange("m1", 3, List.of("y", "x"), pace);
      byte[] answer = answer(exchange);
      assertTrue(exchange.problemOf(answer).isEmpty(), new String(answer, StandardCharsets.UTF_8));
      assertFalse(
          new WaitingExchange("m1", 3, List.of("x"), pace).problemOf(answer).isEmpty(),
          "a handler too many");
      assertFalse(
          new WaitingExchange("m1", 3, List.of("x", "y", "z"), pace).problemOf(answer).isEmpty(),
          "a handler too few");
      assertFalse(
          new WaitingExchange("m2", 3, List.of("x", "y"), pace).problemOf(answer).isEmpty(),
          "another message's answer");
    }
  }

  @Test
  void pacesShareTheEnvelopeAndDifferInWait() {
    long second = 1_000_000_000;
    assertEquals(second, Pace.WAITING.nanos(second));
    assertEquals(300_000, Pace.BRIEFLY.nanos(second));
    assertEquals(200, Pace.BRIEFLY.nanos(200));
    assertEquals(0, Pace.AT_ONCE.nanos(second));
    for (Pace pace : Pace.values()) {
      MessageContext context = new MessageContext();
      context.setSoapAction(pace.action());
      assertEquals(pace, Pace.of(context));
      assertArrayEquals(
          WaitingService.request("m", 1), new WaitingExchange("m", 1, List.of(), pace).envelope());
    }
  }

  @Test
  void documentsDescribeTheVariants() {
    HandlerVariant variant = HandlerVariant.distributed("both", "Both", "x,y");
    String text =
        SiteDocuments.orchestrations(
            List.of(HandlerVariant.chain("chain", "Chain", "x y"), variant));
    assertTrue(text.contains("<stage><handler name=\"x\"/><handler name=\"y\"/></stage>"), text);
    assertTrue(text.contains("<rule orchestration=\"both\" service=\"Both\"/>"), text);
    assertFalse(text.contains("chain"), text);
    String node = SiteDocuments.serialNode("n", HANDLERS.get(0));
    assertTrue(node.contains("concurrency=\"1\""), node);
    assertTrue(node.contains("<parameter name=\"micros\">200</parameter>"), node);
  }

  @Test
  void timelinesWithoutRepliesAreIgnored() {
    assertEquals(Map.of(), HandlerCosts.of(List.of()).whole());
  }

  /** A test that uses a loop over an Axis2 chain in a Tomcat. */
  private interface Use {
    void use(RoundRobinLoop.Opener opener) throws Exception;
  }

  private void withLoop(Function<Pace, RoundRobinLoop.CheckedExchange> requests, Use use)
      throws Exception {
    try (AxisServer server = AxisServer.create()) {
      var service = WaitingService.describe(server.configuration(), "Test", 0);
      server.deploy(service);
      SampleServices.chain(service, HANDLERS.stream().map(SampleHandlers.Spec::create).toList());
      try (AxisTomcat tomcat = AxisTomcat.start(server.context(), folder)) {
        use.use(
            pace ->
                new RoundRobinLoop(
                    each -> tomcat.endpoint(each.service()),
                    List.of(CHAIN),
                    pace.action(),
                    () -> requests.apply(pace),
                    () -> {}));
      }
    }
  }

  private static RoundRobinLoop.CheckedExchange wrong(Pace pace) {
    return new RoundRobinLoop.CheckedExchange() {
      @Override
      public byte[] envelope() {
        return WaitingService.request("m", 1);
      }

      @Override
      public Optional<String> problemOf(byte[] answer) {
        return Optional.of("it is wrong");
      }
    };
  }

  @Test
  void wrongAnswerStopsTheSuite() throws Exception {
    withLoop(
        SiteTest::wrong,
        opener -> {
          try (RoundRobinLoop loop = opener.open(Pace.AT_ONCE)) {
            var failure = assertThrows(DHArchException.class, () -> loop.measure(1));
            assertEquals("chain: it is wrong", failure.getMessage());
          }
          var failure =
              assertThrows(DHArchException.class, () -> RoundRobinLoop.warmUp(opener, 30));
          assertEquals("the warm-up failed: chain: it is wrong", failure.getMessage());
        });
  }

  @Test
  void warmUpRunsBrieflyExceptFiveRounds() throws Exception {
    Queue<Pace> taken = new ConcurrentLinkedQueue<>();
    withLoop(
        pace -> {
          taken.add(pace);
          return new WaitingExchange("m", 1, List.of("x", "y"), pace);
        },
        opener -> RoundRobinLoop.warmUp(opener, 30));
    assertEquals(30, Collections.frequency(taken, Pace.BRIEFLY));
    assertEquals(5, Collections.frequency(taken, Pace.WAITING));
    assertEquals(35, taken.size());
  }

  @Test
  void variantsAreComparedRoundByRound() {
    HandlerVariant other = HandlerVariant.chain("other", "Other", "x");
    var millis = Map.of(CHAIN, List.of(2.0, 40.0, 9.0), other, List.of(1.0, 20.0, 1.0));
    assertEquals(2.0, RoundRobinLoop.ratio(millis, CHAIN, other));
  }
}
