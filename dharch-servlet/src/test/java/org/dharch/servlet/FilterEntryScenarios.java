package org.dharch.servlet;

import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No request comes to a service with a rule without its handlers. */
abstract class FilterEntryScenarios extends FilterBench {
  private static final String STAMPED = "<t:stamp";

  /** Fault F1: what a filter in front has suspended comes by an ASYNC dispatch. */
  @Test
  void whatAFilterInFrontHeldBackHasItsHandlers() throws Exception {
    serve(
        orchestration("o", "stamp") + RULE_IN + RULE_OUT,
        DHManagerConfig.DEFAULT,
        Map.of(),
        site -> site.behind(new HoldingBackFilter(), Map.of()));
    HttpResponse<String> answer = OrderCalls.post(raw(), OrderCalls.order11("1"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(text(arrived().body()).contains(STAMPED));
    assertEquals(3, answer.body().split(STAMPED, -1).length, answer.body());
    HttpResponse<String> served = OrderCalls.post(orders(), OrderCalls.order11("1"));
    assertTrue(served.body().contains(">1|S,|"), served.body());
  }

  /** Fault F5: wherever a request comes from, where it is seen first it begins. */
  @ParameterizedTest
  @ValueSource(strings = {"forward", "async"})
  void whatIsDispatchedToAServiceHasItsHandlers(String by) throws Exception {
    serve(
        orchestration("o", "stamp") + "<rule orchestration='o' flow='in' service='Raw'/>",
        DHManagerConfig.DEFAULT,
        Map.of(),
        FilterServer.Site::everywhere);
    HttpResponse<String> answer = front(by, "/raw/Raw");
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(text(arrived().body()).contains(STAMPED));
    assertTrue(answer.body().contains(STAMPED), answer.body());
  }

  /** Fault F5: an included service cannot have handlers, so it is not reached. */
  @Test
  void includeOfAServiceWithHandlersIsRejected() throws Exception {
    serve(
        orchestration("o", "stamp") + "<rule orchestration='o' flow='in' service='Raw'/>",
        DHManagerConfig.DEFAULT,
        Map.of(),
        FilterServer.Site::everywhere);
    assertEquals(500, front("include", "/raw/Raw").statusCode());
    assertTrue(RawServlet.ARRIVED.isEmpty());
    assertEquals(200, front("include", "/raw/Other").statusCode(), "which has none");
    assertEquals(1, RawServlet.ARRIVED.size());
  }

  /** Fault F5: what has begun as one service's message does not end as another's. */
  @ParameterizedTest
  @ValueSource(strings = {"forward", "async", "include"})
  void whatGoesOnToAServiceWithOtherHandlersIsStopped(String by) throws Exception {
    serve(
        orchestration("o", "look")
            + orchestration("p", "stamp")
            + "<rule orchestration='o' flow='in' service='Front'/>"
            + "<rule orchestration='p' flow='in' service='Raw'/>",
        DHManagerConfig.DEFAULT,
        Map.of(),
        FilterServer.Site::everywhere);
    assertEquals(500, front(by, "/raw/Raw").statusCode());
    assertTrue(RawServlet.ARRIVED.isEmpty());
    assertEquals(200, front(by, "/raw/Other").statusCode());
    assertEquals(1, RawServlet.ARRIVED.size());
  }

  private HttpResponse<String> front(String by, String to) throws Exception {
    String query = "?by=" + by + "&to=" + URLEncoder.encode(to, StandardCharsets.UTF_8);
    return OrderCalls.post(server.url("/front/Front" + query), OrderCalls.order11("1"));
  }

  /** Fault F4: no line end in a path is a way round the pattern on the page. */
  @ParameterizedTest
  @ValueSource(strings = {"%0Ax", "%0D", "%C2%85", "%E2%80%A8", "x/%0A", "%0D%0Ay"})
  void aLineEndInThePathIsNoWayRound(String end) throws Exception {
    serve(
        orchestration("o", "stamp") + "<rule orchestration='o' flow='in' service='Orders'/>",
        DHManagerConfig.DEFAULT,
        Map.of("dharch.service", "/services/([^/]+)(?:/.*)?"));
    RawCall.Answer answer = raw("/app/services/Orders/" + end);
    assertFalse(answer.contains(">1||"), answer.all());
    assertTrue(answer.contains(">1|S,|") || answer.status() >= 400, answer.all());
  }

  /** Fault F4: what fits no pattern is refused, not nobody's. */
  @Test
  void aPathThatFitsNoPatternIsRefused() throws Exception {
    serve(
        orchestration("o", "stamp") + "<rule orchestration='o' flow='in' service='Orders'/>",
        DHManagerConfig.DEFAULT,
        Map.of("dharch.service", "/services/([^/]+)"));
    RawCall.Answer answer = raw("/app/services/Orders/more");
    assertEquals(404, answer.status(), answer.all());
    assertTrue(answer.contains("the path must match dharch.service"), answer.all());
    assertEquals(404, raw("/app/raw/Raw").status());
    assertTrue(RawServlet.ARRIVED.isEmpty());
    assertEquals(200, SoapCalls.get(orders() + "?wsdl").statusCode());
  }

  /** Fault F4: without a pattern a service is recognised wherever it stands in the path. */
  @Test
  void moreBehindAServicesNameIsNoWayRound() throws Exception {
    serve(
        orchestration("o", "stamp")
            + "<rule orchestration='o' flow='in' service='Orders'/>"
            + "<rule orchestration='o' flow='in' service='Second'/>");
    for (String more : List.of("", "/", "/more", "/%0Ax", "/x/y")) {
      RawCall.Answer answer = raw("/app/services/Orders" + more);
      assertFalse(answer.contains(">1||"), answer.all());
      assertTrue(answer.contains(">1|S,|") || answer.status() >= 400, answer.all());
    }
    RawCall.Answer two = raw("/app/services/Orders/Second");
    assertEquals(404, two.status(), two.all());
    assertTrue(two.contains("names two services"), two.all());
  }

  /** Tomcat finds no service for it when its handlers have performed. */
  @Test
  void pathWithTwoLeadingSlashesIsRejected() throws Exception {
    serve(orchestration("o", "look") + "<rule orchestration='o' flow='in' service='Raw'/>");
    int status = raw("//app/raw/Raw").status();
    assertTrue(status == 404 || status == 400, "status " + status);
    assertTrue(FilterHandlers.SEEN.isEmpty());
    assertEquals(200, raw("/app/raw/Raw").status());
  }

  private RawCall.Answer raw(String path) throws Exception {
    return RawCall.post(
        server.port(),
        path,
        List.of("Content-Type: text/xml; charset=utf-8", "SOAPAction: \"urn:test:order\""),
        bytes(OrderCalls.order11("1")));
  }

  /** What a service might read all the same is refused, also where only responses have handlers. */
  @ParameterizedTest
  @ValueSource(strings = {"in", "out"})
  void anotherTypeOrMethodIsNoWayRound(String flow) throws Exception {
    serve(orchestration("o", "stamp") + "<rule orchestration='o' flow='" + flow + "'/>");
    byte[] body = bytes(OrderCalls.order11("1"));
    for (String type : List.of("application/json", "text/plain", "x", "text/xml, text/plain")) {
      RawCall.Answer answer =
          RawCall.post(server.port(), "/app/raw/Raw", List.of("Content-Type: " + type), body);
      assertEquals(415, answer.status(), type);
    }
    for (String method : List.of("PUT", "GET", "OPTIONS")) {
      List<String> headers = List.of("Content-Type: text/xml");
      RawCall.Answer answer = RawCall.call(server.port(), method, "/app/raw/Raw", headers, body);
      assertEquals(415, answer.status(), answer.all());
    }
    List<String> twice = List.of("Content-Type: text/xml", "Content-Type: text/plain");
    int status = RawCall.post(server.port(), "/app/raw/Raw", twice, body).status();
    assertTrue(status == 400 || status == 415, "" + status);
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }

  /** Which of two fields a service goes by nobody knows. */
  @ParameterizedTest
  @CsvSource({"gzip", "identity, gzip", "'', gzip", "gzip, identity", "identity, identity, br"})
  void contentEncodingIsRejectedInAnyField(ArgumentsAccessor values) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    List<String> headers = new ArrayList<>(List.of("Content-Type: text/xml"));
    values.toList().forEach(value -> headers.add("Content-Encoding: " + value));
    RawCall.Answer answer =
        RawCall.post(server.port(), "/app/raw/Raw", headers, bytes(OrderCalls.order11("1")));
    assertEquals(415, answer.status(), answer.all());
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }

  /** A rule for an action is not gone round by naming two. */
  @Test
  void twoActionsAreRefused() throws Exception {
    serve(
        orchestration("o", "stamp")
            + "<rule orchestration='o' flow='in' action='urn:test:order'/>");
    for (List<String> headers :
        List.of(
            List.of("Content-Type: application/soap+xml; action=a", "SOAPAction: b"),
            List.of("Content-Type: text/xml", "SOAPAction: \"a\"", "SOAPAction: \"b\""))) {
      RawCall.Answer answer =
          RawCall.post(server.port(), "/app/raw/Raw", headers, bytes(OrderCalls.order11("1")));
      assertEquals(400, answer.status(), answer.all());
    }
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }

  /** Fault F8: an answer to a stranger is short, whatever was sent. */
  @ParameterizedTest
  @CsvSource({
    "text/xml; charset=LONG, <a/>",
    "text/xml; LONG=x; LONG=y, <a/>",
    "multipart/related; boundary=LONG, <a/>",
    "LONG, <a/>",
    "text/xml, <LONG",
    "text/xml, <a></LONG>",
    "text/xml, <LONG></a>",
    "text/xml, <a xmlns='LONG'/>",
    "text/xml, <LONG:a/>",
    "text/xml, <a LONG='' LONG=''/>",
    "text/xml, <?xml version='1.0' encoding='LONG'?><a/>",
  })
  void anAnswerIsShortWhateverWasSent(String type, String content) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    RawCall.Answer answer =
        RawCall.post(
            server.port(),
            "/app/raw/Raw",
            List.of("Content-Type: " + type.replace("LONG", "y".repeat(2000))),
            bytes(content.replace("LONG", "y".repeat(1 << 20))));
    assertTrue(answer.status() >= 400, answer.all());
    assertFalse(answer.contains("y".repeat(70)), () -> "" + answer.all().length());
    assertTrue(answer.contains("soap:Client"), answer.all());
  }

  /** Fault F8: a part's header has a bound, and is not sent back. */
  @ParameterizedTest
  @ValueSource(
      strings = {"X: LONG", "LONG", "Content-Transfer-Encoding: LONG", "Content-Type: LONG"})
  void aPartsHeaderIsBounded(String line) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    for (int length : new int[] {2000, 1 << 20}) {
      byte[] body =
          bytes("--B\r\n" + line.replace("LONG", "y".repeat(length)) + "\r\n\r\n<a/>\r\n--B--");
      RawCall.Answer answer =
          RawCall.post(
              server.port(),
              "/app/raw/Raw",
              List.of("Content-Type: multipart/related; boundary=B"),
              body);
      assertEquals(400, answer.status(), answer.all());
      assertFalse(answer.contains("y".repeat(70)), answer.all());
      assertEquals(length > 8192, answer.contains("more than 8192 bytes"), answer.all());
    }
  }

  /** Fault F9: what was written first does not decide about what is written after a reset. */
  @ParameterizedTest
  @ValueSource(strings = {"reset", "resetBuffer", "asked"})
  void restartedAsyncServiceHasItsHandlers(String as) throws Exception {
    serve(orchestration("o", "stamp") + RULE_OUT);
    HttpResponse<String> answer = OrderCalls.post(raw() + "?as=" + as, OrderCalls.order11("1"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(STAMPED), answer.body());
    assertTrue(answer.body().startsWith("<"), answer.body());
  }

  /** Fault F9: a body that goes to the client as it is does not become SOAP under way. */
  @Test
  void aBodyThatHasBegunAsSomethingElseCannotBecomeSoap() throws Exception {
    serve(orchestration("o", "stamp") + RULE_OUT);
    HttpResponse<String> answer = OrderCalls.post(raw() + "?as=retype", OrderCalls.order11("1"));
    assertNotEquals(200, answer.statusCode());
    assertFalse(answer.body().contains("o:order"), answer.body());
  }

  /** Fault F11: what is legal and means one thing is taken; the service is told in one way. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/xml;; charset=utf-8;",
        "text/xml;\tcharset=utf-8",
        "text/xml ;charset=\"utf-8\"\t;\t; ",
        "TEXT/XML;Charset=UTF-8;profile=any"
      })
  void aLegalTypeIsTaken(String type) throws Exception {
    serve(orchestration("o", "stamp") + RULE_IN);
    RawCall.Answer answer =
        RawCall.post(
            server.port(),
            "/app/raw/Raw",
            List.of("Content-Type: " + type, "SOAPAction: \"\""),
            bytes(OrderCalls.order11("1")));
    assertEquals(200, answer.status(), answer.all());
    RawServlet.Arrived arrived = arrived();
    assertTrue(text(arrived.body()).contains(STAMPED));
    assertEquals("text/xml; charset=UTF-8", arrived.type());
  }
}
