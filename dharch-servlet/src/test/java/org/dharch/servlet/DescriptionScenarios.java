package org.dharch.servlet;

import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A request without a body is no way round: what a stack with REST, as Axis2, would take for an
 * operation does not come to a service with a rule; what asks for a description does.
 */
abstract class DescriptionScenarios extends FilterBench {
  private static final String RAW_ALONE = "<rule orchestration='o' flow='in' service='Raw'/>";
  private static final byte[] NOTHING = {};

  private static final List<String> CALLS =
      List.of(
          "/Raw/pay?amount=1",
          "/Raw?amount=1",
          "/Raw/pay",
          "/Raw/pay/",
          "/Raw/pay?",
          "/Raw;a=b/pay",
          "/Raw/pay;.wsdl",
          "/Raw/pay?wsdl&amount=1",
          "/Raw/pay?amount=1&wsdl",
          "/Raw/pay?wsdl;amount=1",
          "/Raw/pay?%77sdl",
          "/Raw/pay?wsdlx",
          "/Raw/pay?policy&id=1&amount=1",
          "/Raw/pay?policy&amount=1",
          "/Raw/pay?singleWsdl",
          "/Raw/pay?stylesheet=1",
          "/Raw.RawHttpEndpoint/pay?amount=1",
          "/Raw.RawHttpEndpoint/pay");

  private static final List<String> QUESTIONS =
      List.of(
          "/Raw",
          "/Raw/",
          "/Raw?",
          "/Raw?wsdl",
          "/Raw?WSDL",
          "/Raw?wsdl=more.wsdl",
          "/Raw?wsdl2",
          "/Raw?xsd=xsd0",
          "/Raw?xsd=../a.xsd",
          "/Raw?policy",
          "/Raw?policy&id=a",
          "/Raw?singleWsdl",
          "/Raw?_wadl",
          "/Raw/more?wsdl",
          "/more/Raw?wsdl",
          "/Raw/schema.xsd",
          "/Raw.wsdl",
          "/Raw.RawHttpEndpoint?wsdl");

  private RawCall.Answer call(String method, String path) throws Exception {
    return RawCall.call(server.port(), method, "/app/raw" + path, List.of(), NOTHING);
  }

  @ParameterizedTest
  @ValueSource(strings = {RAW_ALONE, RULE_IN, RULE_OUT})
  void whatMayCallAnOperationIsRefused(String rule) throws Exception {
    serve(orchestration("o", "look") + rule);
    for (String path : CALLS) {
      for (String method : List.of("GET", "HEAD", "TRACE")) {
        RawCall.Answer answer = call(method, path);
        assertTrue(answer.status() >= 400, method + " " + path + ": " + answer.all());
        assertTrue(RawServlet.ARRIVED.isEmpty(), method + " " + path + ": " + answer.all());
      }
      RawCall.Answer answer = call("GET", path);
      assertEquals(415, answer.status(), path + answer.all());
      assertTrue(answer.contains("GET of a description such as ?wsdl"), answer.all());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {RAW_ALONE, RULE_IN, RULE_OUT})
  void whatAsksForADescriptionIsAnswered(String rule) throws Exception {
    serve(orchestration("o", "look") + rule);
    for (String path : QUESTIONS) {
      for (String method : List.of("GET", "HEAD", "OPTIONS")) {
        assertEquals(200, call(method, path).status(), method + " " + path);
        assertEquals(1, RawServlet.ARRIVED.size(), method + " " + path);
        RawServlet.ARRIVED.clear();
      }
    }
    assertTrue(FilterHandlers.SEEN.isEmpty());
  }

  /** Axis2 finds its services in the path as it was written, and containers in another. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/Raw/../Free",
        "/Raw/./../Free",
        "/Raw/%2e%2E/Free",
        "/Raw/..;x/Free",
        "/Raw/pay/../../Free",
        "/Raw/..//Free",
        "/Raw/pay/..",
        "/Raw/pay/../",
        "/Raw/pay/..;/"
      })
  void aPathThatIsNotWhatWasWrittenIsRefused(String path) throws Exception {
    serve(orchestration("o", "look") + "<rule orchestration='o' flow='in' service='Raw'/>");
    for (String method : List.of("GET", "HEAD", "POST", "DELETE", "OPTIONS")) {
      RawCall.Answer answer = call(method, path);
      assertTrue(answer.status() >= 400, method + " " + path + ": " + answer.all());
      assertTrue(RawServlet.ARRIVED.isEmpty(), method + " " + path + ": " + answer.all());
    }
  }

  /** Services' lists, which stand where services do. */
  @ParameterizedTest
  @ValueSource(strings = {"", "/", "/listServices", "/?stylesheet=1", "/?formatted=true"})
  void aListOfServicesIsShown(String path) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    assertEquals(200, call("GET", path).status());
    assertEquals(1, RawServlet.ARRIVED.size());
  }

  @Test
  void cxfDescriptionIsUnchangedByHandlers() throws Exception {
    serve(orchestration("o", "stamp") + RULE_IN + RULE_OUT);
    for (String path : List.of("/services/Orders?wsdl", "/services/Orders12?wsdl")) {
      HttpResponse<String> wsdl = SoapCalls.get(server.url(path));
      assertEquals(200, wsdl.statusCode(), wsdl.body());
      assertTrue(wsdl.body().contains("definitions"), wsdl.body());
    }
    HttpResponse<String> list = SoapCalls.get(server.url("/services/"));
    assertEquals(200, list.statusCode(), list.body());
    assertTrue(list.body().contains("Orders"), list.body());
  }

  @Test
  void aServiceWithoutARuleTakesWhatItTook() throws Exception {
    serve(
        orchestration("o", "look") + "<rule orchestration='o' flow='in' service='Orders'/>",
        DHManagerConfig.DEFAULT,
        Map.of());
    for (String path : CALLS) {
      assertEquals(200, call("GET", path).status(), path);
    }
    assertEquals(CALLS.size(), RawServlet.ARRIVED.size());
  }

  @Test
  void othersPassIfTheyMay() throws Exception {
    serve(
        orchestration("o", "look") + RULE_IN,
        DHManagerConfig.DEFAULT,
        Map.of("dharch.others", "pass"));
    assertEquals(200, call("GET", "/Raw/pay?amount=1").status());
    assertEquals(1, RawServlet.ARRIVED.size());
  }

  @Test
  void patternAllowsNoPathAfterTheService() throws Exception {
    serve(
        orchestration("o", "look") + RAW_ALONE,
        DHManagerConfig.DEFAULT,
        Map.of("dharch.service", "/raw/([^/]+)(?:/.*)?"));
    assertEquals(415, call("GET", "/Raw/pay").status());
    assertEquals(415, call("GET", "/Raw?amount=1").status());
    assertTrue(RawServlet.ARRIVED.isEmpty());
    assertEquals(200, call("GET", "/Raw/").status());
    assertEquals(200, call("GET", "/Raw?wsdl").status());
  }

  /** Where it is not clear whose a path is, it is nobody's. */
  @Test
  void aPathOfTwoServicesIsNoWayRound() throws Exception {
    serve(
        orchestration("o", "look")
            + RAW_ALONE
            + "<rule orchestration='o' flow='in' service='Second'/>");
    assertEquals(404, call("GET", "/Raw/Second?amount=1").status());
    assertEquals(404, call("GET", "/Raw/Second").status());
    assertTrue(RawServlet.ARRIVED.isEmpty());
    assertEquals(200, call("GET", "/Raw/Second?wsdl").status());
  }

  /** Axis2 and others serve a service's endpoints at the service's name, a dot and their own. */
  @Test
  void anEndpointOfAServiceHasItsHandlers() throws Exception {
    serve(
        orchestration("o", "stamp")
            + orchestration("p", "shout")
            + RAW_ALONE
            + "<rule orchestration='p' flow='in' service='org.example.Raw'/>"
            + "<rule orchestration='p' flow='in' service='Raw.v2'/>");
    for (String path : List.of("/Raw", "/Raw.RawHttpSoap11Endpoint", "/Raw.a.b/more", "/Raw.")) {
      OrderCalls.post(server.url("/raw" + path), OrderCalls.order11("quiet"));
      String arrived = text(arrived().body());
      assertTrue(arrived.contains("<t:stamp") && arrived.contains("quiet"), path + arrived);
    }
    for (String path : List.of("/org.example.Raw", "/org.example.Raw.End", "/Raw.v2")) {
      OrderCalls.post(server.url("/raw" + path), OrderCalls.order11("quiet"));
      String arrived = text(arrived().body());
      assertTrue(arrived.contains("LOUD") && !arrived.contains("<t:stamp"), path + arrived);
    }
    for (String path : List.of("/Rawer", "/example.Raw", "/raw.End", "/.Raw")) {
      OrderCalls.post(server.url("/raw" + path), OrderCalls.order11("quiet"));
      String arrived = text(arrived().body());
      assertFalse(arrived.contains("LOUD") || arrived.contains("<t:stamp"), path + arrived);
    }
    // both, and which counts is not said
    byte[] order = bytes(OrderCalls.order11("quiet"));
    List<String> head = List.of("Content-Type: text/xml", "SOAPAction: \"\"");
    assertEquals(404, RawCall.post(server.port(), "/app/raw/Raw.v2.End", head, order).status());
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }
}
