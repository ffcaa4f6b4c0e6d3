package org.dharch.axis2;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.dharch.axis2.BackendCalls.call11;
import static org.dharch.axis2.BackendCalls.call12;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Phase;
import org.apache.axis2.handlers.AbstractHandler;
import org.awaitility.Awaitility;
import org.dharch.api.HandlerMessage;
import org.dharch.axis2.message.AttachmentScenarios;
import org.dharch.axis2.service.ModuleSettings;
import org.dharch.core.message.Direction;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.settings.GatewaySettings;
import org.dharch.core.settings.OrchestrationSource;
import org.dharch.core.settings.Parameters;
import org.dharch.testing.Awaits;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** What must be so of messages on every server. */
public abstract class GatewayScenarios extends AttachmentScenarios {
  @Test
  void untouchedBodyIsUnchanged() throws Exception {
    serve("in", "look", "stamp");
    String envelope = SOAP11.of("<t:look  a='1'><!-- c --><![CDATA[x]]> &#228;\u00e4</t:look>");
    HttpResponse<String> answer = call11(echo(), "look", envelope);
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("stamp=\"S\""), answer.body());
    HandlerMessage seen = GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS);
    assertEquals(envelope, seen.text());
    assertEquals("urn:test:look", seen.properties().text("dharch.soap.action", ""));
    assertEquals("1.1", seen.properties().text("dharch.soap.version", ""));
    assertEquals("Echo", seen.properties().text("dharch.service", ""));
  }

  /** A handler of the container, before the gateway, which does not read the body to its end. */
  private static final class BodyMarker extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      context.getEnvelope().getBody().getFirstElement().addAttribute("marked", "here", null);
      return InvocationResponse.CONTINUE;
    }
  }

  @Test
  void headerChangeKeepsBodyChangesOfTheContainer() throws Exception {
    serve("in", "stamp");
    String envelope = SOAP11.of("<t:echo><t:a>1</t:a></t:echo>");
    assertFalse(call11(echo(), "echo", envelope).body().contains("marked"));
    Phase first = server.context().getAxisConfiguration().getInFlowPhases().get(0);
    first.addHandler(new BodyMarker());
    HttpResponse<String> answer = call11(echo(), "echo", envelope);
    assertTrue(answer.body().contains("marked=\"here\""), answer.body());
  }

  @Test
  void soap12() throws Exception {
    serve("in", "look", "stamp");
    String envelope = SOAP12.of("<t:old>1</t:old>", "<t:look/>");
    HttpResponse<String> answer = call12(echo(), "look", envelope);
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("stamp=\"S\""), answer.body());
    assertTrue(answer.body().contains(EnvelopeText.NS12), answer.body());
    assertEquals(envelope, GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS).text());
  }

  @Test
  void changedBodyReachesTheService() throws Exception {
    serve("in", "shout");
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo>quiet</t:echo>"));
    assertTrue(answer.body().contains(">LOUD<"), answer.body());
  }

  @Test
  void responseIsHandledToo() throws Exception {
    serve("out", "look", "shout", "stamp");
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo>quiet</t:echo>"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(">LOUD<"), answer.body());
    assertTrue(answer.body().contains("stamp"), answer.body());
    HandlerMessage seen = GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS);
    assertTrue(seen.text().contains("quiet"), seen.text());
    assertEquals("out", seen.properties().text("dharch.flow", ""));
  }

  @Test
  void unchangedResponseIsSentAsWritten() throws Exception {
    serve("out", "look");
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo>quiet</t:echo>"));
    assertTrue(answer.body().contains(">quiet<"), answer.body());
    assertFalse(GatewayHandlers.SEEN.isEmpty());
  }

  @Test
  void propertiesComeBack() throws Exception {
    serve("in", "color");
    HttpResponse<String> answer = call11(echo(), "look", SOAP11.of("<t:look/>"));
    assertTrue(answer.body().contains("color=\"green\""), answer.body());
    assertTrue(answer.body().contains("action=\"urn:test:look\""), answer.body());
  }

  @Test
  void headerThatMustBeUnderstoodIsUnderstoodByAHandler() throws Exception {
    String must = "<t:must s:mustUnderstand='1'/>";
    serve(
        repository(
            orchestration("u", "", "understand", "stamp")
                + orchestration("n", "", "look")
                + "<rule orchestration='u' operation='look'/><rule orchestration='n'/>"));
    HttpResponse<String> understood = call11(echo(), "look", SOAP11.of(must, "<t:look/>"));
    assertEquals(200, understood.statusCode(), understood.body());
    HttpResponse<String> not = call11(echo(), "echo", SOAP11.of(must, "<t:echo/>"));
    assertEquals(500, not.statusCode());
    assertTrue(not.body().contains("MustUnderstand"), not.body());
  }

  @Test
  void handlersFaultReachesTheClient() throws Exception {
    serve("in", "boom");
    HttpResponse<String> v11 = call11(echo(), "echo", SOAP11.of("<t:echo/>"));
    assertEquals(500, v11.statusCode());
    assertTrue(v11.body().contains("handler 'boom'"), v11.body());
    assertTrue(v11.body().contains("boom of the handler"), v11.body());
    assertTrue(v11.body().contains(":Server<"), v11.body());
    assertTrue(v11.body().contains("HANDLER_FAILED"), v11.body());
    HttpResponse<String> v12 = call12(echo(), "echo", SOAP12.of("<t:echo/>"));
    assertEquals(500, v12.statusCode());
    assertTrue(v12.body().contains("handler 'boom'"), v12.body());
    assertTrue(v12.body().contains(":Receiver<"), v12.body());
  }

  @Test
  void handlersFaultOnTheResponseReachesTheClient() throws Exception {
    serve("out", "boom");
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo>secret</t:echo>"));
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("handler 'boom'"), answer.body());
    assertFalse(answer.body().contains("secret"), answer.body());
  }

  @Test
  void faultThatCannotBeHandledIsReplacedNotSent() throws Exception {
    serve("out-fault", "boom");
    HttpResponse<String> answer = call11(echo(), "fail", SOAP11.of("<t:fail/>"));
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("handler 'boom'"), answer.body());
    assertFalse(answer.body().contains("service failed"), answer.body());
    HttpResponse<String> v12 = call12(echo(), "fail", SOAP12.of("<t:fail/>"));
    assertTrue(v12.body().contains("handler 'boom'"), v12.body());
  }

  @Test
  void faultOfTheServiceIsHandledOnItsWayOut() throws Exception {
    serve("out-fault", "look", "stamp");
    HttpResponse<String> answer = call11(echo(), "fail", SOAP11.of("<t:fail/>"));
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("service failed"), answer.body());
    assertTrue(answer.body().contains("stamp"), answer.body());
    assertTrue(GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS).text().contains("service failed"));
  }

  @Test
  void deadlineEndsAHang() throws Exception {
    serve(repository(orchestration("o", "deadline='300ms'", "hang") + "<rule orchestration='o'/>"));
    long before = System.nanoTime();
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo/>"));
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("DEADLINE"), answer.body());
    assertTrue(Duration.ofNanos(System.nanoTime() - before).toSeconds() < 4);
    HttpResponse<String> next = call11(server.url("Plain"), "echo", SOAP11.of("<t:echo/>"));
    assertEquals(200, next.statusCode());
  }

  /** The manager's own deadline cannot come: its clock stands still. */
  @Test
  void gatewayEndsAMessageThatTheManagerForgets() throws Exception {
    serve("in", "look");
    ModuleSettings settings =
        ModuleSettings.of(
            new Parameters(
                Map.of(
                    "dharch.broker",
                    "memory:forgets",
                    "dharch.deadline",
                    "200ms",
                    "dharch.grace",
                    "100ms")));
    GatewaySettings common = settings.gateway();
    ModuleSettings frozen = settings.with(common.with(common.manager().ticker(() -> 0)));
    Orchestrations orchestrations =
        Orchestrations.of(
            List.of(Orchestration.of("o", Stage.of("hold"))), List.of(Rule.all(Direction.IN, "o")));
    CountDownLatch hold = GatewayHandlers.hold();
    try (HandlerNode node = GatewayHandlers.node("forgets");
        Axis2Gateway gateway =
            Axis2Gateway.start(
                frozen,
                new OrchestrationSource(orchestrations, Optional.empty()),
                server.context())) {
      Awaitility.await().until(() -> !gateway.manager().status().nodes().isEmpty());
      Axis2Gateway real = DHArchModule.gateway(server.context()).orElseThrow();
      DHArchModule.gateway(server.context(), gateway);
      String good = SOAP11.of("<t:echo>1</t:echo>");
      HttpResponse<String> answer = call11(echo(), "echo", good);
      assertEquals(500, answer.statusCode());
      assertTrue(
          answer.body().contains("no outcome within the deadline and the grace period, 300 ms"),
          answer.body());
      assertEquals(1, node.status().active(), "its handler is still at it");
      hold.countDown();
      Awaitility.await()
          .until(() -> gateway.manager().status().inFlight() == 0); // it was withdrawn
      DHArchModule.gateway(server.context(), real);
      assertEquals(200, call11(echo(), "echo", good).statusCode());
    }
  }

  @Test
  void oneWayIsAcknowledgedAtOnceAndArrives() throws Exception {
    serve("in", "look", "stamp");
    for (int i = 0; i < 20; i++) {
      HttpResponse<String> answer =
          call11(echo(), "note", SOAP11.of("<t:note>n" + i + "</t:note>"));
      assertEquals(202, answer.statusCode(), answer.body());
      assertEquals("n" + i + "|S", BackendService.NOTES.poll(5, TimeUnit.SECONDS));
    }
  }

  @Test
  void oneWayDoesNotWaitForItsHandlers() throws Exception {
    serve(repository(orchestration("o", "deadline='60s'", "hold") + "<rule orchestration='o'/>"));
    CountDownLatch hold = GatewayHandlers.hold();
    HttpResponse<String> answer = call11(echo(), "note", SOAP11.of("<t:note>n</t:note>"));
    assertEquals(202, answer.statusCode());
    assertTrue(BackendService.NOTES.isEmpty(), "its handler still holds it");
    hold.countDown();
    assertEquals("n|", BackendService.NOTES.poll(10, TimeUnit.SECONDS));
  }

  @Test
  void serviceWithoutTheModuleIsUntouched() throws Exception {
    serve("in", "boom");
    HttpResponse<String> answer =
        call11(server.url("Plain"), "echo", SOAP11.of("<t:echo>x</t:echo>"));
    assertEquals(200, answer.statusCode(), answer.body());
    String big = "<t:echo>" + "y".repeat(300_000) + "</t:echo>";
    answer = call11(server.url("Plain"), "echo", SOAP11.of(big));
    assertEquals(200, answer.statusCode());
    assertTrue(answer.body().contains("y".repeat(300_000)));
  }

  @Test
  void engagedForAllServices() throws Exception {
    serve(
        repository(orchestration("o", "", "stamp") + "<rule orchestration='o'/>")
            .engagedGlobally());
    HttpResponse<String> answer = call11(server.url("Plain"), "look", SOAP11.of("<t:look/>"));
    assertTrue(answer.body().contains("stamp=\"S\""), answer.body());
  }

  @Test
  void serviceNamesItsOwnOrchestration() throws Exception {
    TestRepository repository =
        repository(
            orchestration("all", "", "boom")
                + orchestration("mine", "", "stamp")
                + "<rule orchestration='all'/>");
    repository.service(
        "Mine", ENGAGED + "<parameter name=\"dharch.orchestration.in\">mine</parameter>");
    serve(repository);
    HttpResponse<String> answer = call11(server.url("Mine"), "look", SOAP11.of("<t:look/>"));
    assertTrue(answer.body().contains("stamp=\"S\""), answer.body());
  }

  @Test
  void busyIsSaidWithStatus503() throws Exception {
    serve(
        repository(orchestration("o", "deadline='4s'", "hang") + "<rule orchestration='o'/>")
            .parameter("dharch.queueBound", "1")
            .parameter("dharch.concurrencyLimit", "1"));
    String note = SOAP11.of("<t:note/>");
    Awaits.ignoringServerErrors()
        .atMost(Duration.ofSeconds(5))
        .until(() -> call11(echo(), "note", note).statusCode() == 503);
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo/>"));
    assertEquals(503, answer.statusCode());
    assertEquals("1", answer.headers().firstValue("Retry-After").orElse(""));
    assertTrue(answer.body().contains("BUSY"), answer.body());
  }

  @Test
  void restIsHandledAsTheEnvelopeThatAxis2Makes() throws Exception {
    serve("in", "look", "stamp");
    HttpResponse<String> answer =
        SoapCalls.post(
            echo() + "/look", "application/xml", "", Utf8.bytes("<t:look xmlns:t='urn:test'/>"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("stamp=\"S\""), answer.body());
    assertTrue(GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS).text().contains("Envelope"));
  }

  @Test
  void otherCharsetsAreWrittenOutInUtf8() throws Exception {
    serve("in", "look", "shout");
    String envelope = SOAP11.of("<t:echo>quiet \u00e4</t:echo>");
    HttpResponse<String> answer =
        SoapCalls.post(
            echo(),
            "text/xml; charset=UTF-16",
            "urn:test:echo",
            envelope.getBytes(StandardCharsets.UTF_16));
    assertTrue(GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS).text().contains("quiet \u00e4"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("LOUD \u00e4"), answer.body());
  }

  @Test
  void badMessagesEndInAFaultAndTheNextWorks() throws Exception {
    serve(
        repository(orchestration("o", "", "stamp") + "<rule orchestration='o'/>")
            .parameter("dharch.maxPayloadBytes", "200000"));
    String good = SOAP11.of("<t:echo>1</t:echo>");
    String[] bad = {
      "this is no XML",
      good.replace("1", "<a></b>"),
      good.substring(0, good.indexOf("</t:echo>")),
      "<!DOCTYPE x [<!ENTITY e 'x'>]>" + good,
      good.replace("1", "z".repeat(300_000)),
    };
    for (String message : bad) {
      HttpResponse<String> answer = call11(echo(), "echo", message);
      assertTrue(answer.statusCode() >= 400, message.substring(0, 14) + answer.body());
      assertTrue(answer.body().contains("Fault>"), answer.body());
      assertEquals(200, call11(echo(), "echo", good).statusCode());
    }
  }

  @Test
  void nestingOfFiveThousandIsRefusedAndTheNextWorks() throws Exception {
    serve("in", "look", "stamp");
    String good = SOAP11.of("<t:echo>1</t:echo>");
    String deep = good.replace("1", "<a>".repeat(5000) + "</a>".repeat(5000));
    for (int i = 0; i < 2; i++) {
      HttpResponse<String> answer = call11(echo(), "echo", deep);
      assertTrue(answer.statusCode() >= 400, answer.body());
      assertTrue(answer.body().contains(":Client<"), answer.body());
      assertTrue(answer.body().contains("depth=1001 > maxDepth=1000"), answer.body());
      assertEquals(200, call11(echo(), "echo", good).statusCode());
    }
  }

  @Test
  void nestingThatParsersTakeIsRefusedWhereAHandlerWritesTheBody() throws Exception {
    serve("in", "shout");
    String good = SOAP11.of("<t:echo>1</t:echo>");
    String deep = good.replace("1", "<a>".repeat(600) + "</a>".repeat(600));
    HttpResponse<String> answer = call11(echo(), "echo", deep);
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("Fault>"), answer.body());
    assertTrue(answer.body().contains("depth=513 > maxDepth=512"), answer.body());
    assertEquals(200, call11(echo(), "echo", good).statusCode());
  }

  @Test
  void unservedHandlerIsSaid() throws Exception {
    serve("in", "nobody");
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo/>"));
    assertEquals(503, answer.statusCode());
    assertTrue(answer.headers().firstValue("Retry-After").isPresent());
    assertTrue(answer.body().contains("NOT_SERVED"), answer.body());
  }
}
