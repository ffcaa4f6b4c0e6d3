package org.dharch.axis2.message;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.dharch.axis2.BackendCalls.call11;
import static org.dharch.axis2.BackendCalls.call12;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.api.HandlerMessage;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.DHArchModule;
import org.dharch.axis2.GatewayHandlers;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.core.DHManager;
import org.dharch.core.metrics.Counter;
import org.dharch.testing.FileCount;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;

/** A handler on a node answers the request, or accepts it; what differs is the server. */
abstract class HandlerResponseScenarios extends ServerScenarios {
  private static final String TELL = "<t:tell>told</t:tell>";

  /** An orchestration in which {@code name} may answer. */
  private static String answering(String name, String attributes, String... after) {
    StringBuilder xml = new StringBuilder("<orchestration name='" + name + "' " + attributes + ">");
    xml.append("<handler name='" + name + "' mayRespond='true'/>");
    for (String handler : after) {
      xml.append("<handler name='" + handler + "'/>");
    }
    return xml.append("</orchestration><rule orchestration='" + name + "' flow='in'/>").toString();
  }

  /** A document has its orchestrations first and its rules behind them. */
  private TestRepository ruled(String... parts) throws Exception {
    StringBuilder orchestrations = new StringBuilder();
    StringBuilder rules = new StringBuilder();
    for (String part : parts) {
      int rule = part.indexOf("<rule ");
      orchestrations.append(part, 0, rule);
      rules.append(part.substring(rule));
    }
    return repository(orchestrations.append(rules).toString());
  }

  private static String out(String flow, String... handlers) {
    return orchestration(flow, "", handlers)
        + "<rule orchestration='"
        + flow
        + "' flow='"
        + flow
        + "'/>";
  }

  private DHManager manager() {
    return DHArchModule.manager(server.context()).orElseThrow();
  }

  private static String type(HttpResponse<String> answer) {
    return answer.headers().firstValue("Content-Type").orElse("");
  }

  private HttpResponse<String> tell11() throws Exception {
    return call11(echo(), "tell", SOAP11.of(TELL));
  }

  private HttpResponse<String> tell12() throws Exception {
    return call12(echo(), "tell", SOAP12.of(TELL));
  }

  private long files(String state) throws Exception {
    return FileCount.in(folder.resolve("store").resolve(state));
  }

  @Test
  void handlerResponsePassesResponseHandlersWithoutTheService() throws Exception {
    serve(ruled(answering("answer", "", "hang"), out("out", "shout", "look")));
    HttpResponse<String> v11 = tell11();
    assertEquals(200, v11.statusCode(), v11.body());
    assertTrue(type(v11).startsWith("text/xml"), type(v11));
    assertTrue(v11.body().contains(">LOUD<"), v11.body());
    HandlerMessage seen = GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS);
    assertEquals("out", seen.properties().text("dharch.flow", ""));
    assertEquals("Echo", seen.properties().text("dharch.service", ""));
    assertEquals("urn:own", seen.properties().text("dharch.wsa.action", ""));
    HttpResponse<String> v12 = tell12();
    assertEquals(200, v12.statusCode(), v12.body());
    assertTrue(type(v12).startsWith("application/soap+xml"), type(v12));
    assertTrue(type(v12).contains("action=\"urn:own\""), type(v12));
    assertTrue(v12.body().contains(">LOUD<"), v12.body());
    assertTrue(BackendService.NOTES.isEmpty());
    assertEquals(2, manager().status().counters().get(Counter.RESPONDED));
  }

  @Test
  void faultPassesTheFaultHandlers() throws Exception {
    serve(ruled(answering("refuse", ""), out("out", "hang"), out("out-fault", "soften")));
    HttpResponse<String> v11 = tell11();
    assertTrue(v11.statusCode() >= 400, "" + v11.statusCode());
    assertTrue(v11.body().contains("<faultstring>it softened</faultstring>"), v11.body());
    assertTrue(v11.body().contains("<t:own/>") || v11.body().contains("<t:own />"), v11.body());
    HttpResponse<String> v12 = tell12();
    assertTrue(v12.statusCode() >= 400, "" + v12.statusCode());
    assertTrue(type(v12).startsWith("application/soap+xml"), type(v12));
    assertTrue(v12.body().contains("it softened") && v12.body().contains("t:own"), v12.body());
    assertTrue(BackendService.NOTES.isEmpty());
  }

  @Test
  void acceptedMessageHas202WithoutBody() throws Exception {
    serve(ruled(answering("accept", "", "hang"), out("out", "hang")));
    HttpResponse<String> v11 = tell11();
    assertEquals(202, v11.statusCode(), v11.body());
    assertEquals("", v11.body());
    HttpResponse<String> v12 = tell12();
    assertEquals(202, v12.statusCode(), v12.body());
    assertEquals("", v12.body());
    assertTrue(BackendService.NOTES.isEmpty());
  }

  @Test
  void responseWithFailedHandlersIsAFault() throws Exception {
    serve(ruled(answering("answer", ""), out("out", "boom")));
    HttpResponse<String> answer = tell11();
    assertEquals(500, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("boom of the handler"), answer.body());
    assertFalse(answer.body().contains("answered"), answer.body());
    assertTrue(BackendService.NOTES.isEmpty());
  }

  /** Its slot is free again when its answer, or its 202, is out. */
  @Test
  void requestHoldsItsSlotUntilItsResponseIsSent() throws Exception {
    Files.writeString(
        folder.resolve("flow.xml"),
        "<flow xmlns='urn:dharch:flow:1'><concurrencyLimit size='1' scope='request'/></flow>");
    String accepts =
        orchestration("p", "", "accept").replace("'accept'", "'accept' mayRespond='true'")
            + "<rule orchestration='p' flow='in' operation='tell'/>";
    serve(
        ruled(accepts, answering("answer", ""), out("out", "shout"))
            .parameter("dharch.flow", "flow.xml"));
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo>1</t:echo>"));
      assertEquals(200, answer.statusCode(), answer.body());
      assertTrue(answer.body().contains(">LOUD<"), answer.body());
      assertEquals(202, tell11().statusCode());
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> manager().status().inFlight() == 0);
  }

  @Test
  void responseToAcknowledgedMessageIsDropped() throws Exception {
    serve(
        repository(answering("answer", "", "hang"))
            .parameter("dharch.oneway.threads", "1")
            .parameter("dharch.oneway.queue", "1"));
    for (int i = 0; i < 6; i++) { // more than there are places
      HttpResponse<String> answer = call11(echo(), "note", SOAP11.of("<t:note>1</t:note>"));
      assertEquals(202, answer.statusCode(), answer.body());
      assertEquals("", answer.body());
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> manager().status().counters().get(Counter.RESPONDED) == 6);
    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> manager().status().inFlight() == 0);
    assertNull(BackendService.NOTES.poll());
  }

  @Test
  void answeredDurableMessageIsDeleted() throws Exception {
    serve(
        repository(answering("accept", "durable='true'", "hang"))
            .parameter("dharch.store", "store"));
    for (int i = 0; i < 3; i++) {
      assertEquals(202, call11(echo(), "note", SOAP11.of("<t:note>1</t:note>")).statusCode());
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () ->
                manager().status().counters().get(Counter.RESPONDED) == 3
                    && files("accepted") == 0);
    assertEquals(0, files("failed"));
    assertNull(BackendService.NOTES.poll());
  }

  /** What is compensated in the next life unless it is handed over stands when it was answered. */
  @Test
  void answeredMessageIsNotCompensated() throws Exception {
    serve(
        repository(
                "<orchestration name='o' recover='compensate'>"
                    + "<handler name='color' atomicity='atomic' compensator='look'/>"
                    + "<handler name='answer' mayRespond='true'/></orchestration>"
                    + "<rule orchestration='o' flow='in'/>")
            .parameter("dharch.store", "store"));
    HttpResponse<String> answer = tell11();
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(">quiet<"), answer.body());
    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> files("unresolved") == 0);
    assertEquals(0, files("failed"));
    assertTrue(GatewayHandlers.SEEN.isEmpty(), "compensated");
  }

  @Test
  void restRequestIsAnsweredToo() throws Exception {
    serve(ruled(answering("answer", ""), out("out", "shout")));
    HttpResponse<String> answer = SoapCalls.get(echo() + "/tell?a=1");
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(">LOUD<"), answer.body());
    assertTrue(BackendService.NOTES.isEmpty());
  }
}
