package org.dharch.servlet;

import static org.dharch.testing.Awaits.ignoringServerErrors;
import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.dharch.api.Limits;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.metrics.Counter;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of messages. */
abstract class FilterScenarios extends FilterBench {
  @ParameterizedTest
  @CsvSource({"1.1, Orders", "1.2, Orders12"})
  void headerBodyAndPropertiesThatHandlersChangeReachTheService(String version, String service)
      throws Exception {
    serve(orchestration("o", "stamp", "shout", "color", "look") + RULE_IN);
    boolean twelve = version.equals("1.2");
    String content = twelve ? OrderCalls.order12("quiet") : OrderCalls.order11("quiet");
    String type = twelve ? SoapCalls.xml12("urn:test:order") : SoapCalls.XML;
    HttpResponse<String> answer =
        OrderCalls.post(server.url("/services/" + service), type, bytes(content));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(">LOUD|S,|none and green|order<"), answer.body());
    Map<String, Object> properties = seen().properties().asMap();
    assertEquals("in", properties.get("dharch.flow"));
    assertEquals(version, properties.get("dharch.soap.version"));
    assertEquals(service, properties.get("dharch.service"));
    assertEquals("order", properties.get("dharch.operation"));
    assertEquals("urn:test:order", properties.get("dharch.soap.action"));
    assertEquals(true, properties.get("dharch.serverSide"));
  }

  @Test
  void rulesForServiceOperationAndActionChoose() throws Exception {
    serve(
        orchestration("o", "stamp")
            + orchestration("p", "shout")
            + "<rule orchestration='o' flow='in' service='Raw' operation='order'"
            + " action='urn:test:order'/><rule orchestration='p' flow='in' service='Other'/>");
    OrderCalls.post(raw(), OrderCalls.order11("quiet"));
    assertTrue(text(arrived().body()).contains("<t:stamp"));
    OrderCalls.post(raw(), OrderCalls.order11("quiet").replace("o:order", "o:another"));
    assertFalse(text(arrived().body()).contains("<t:stamp"));
    OrderCalls.post(server.url("/raw/Other/"), OrderCalls.order11("quiet"));
    assertTrue(text(arrived().body()).contains("LOUD"));
    OrderCalls.post(server.url("/raw/Third"), OrderCalls.order11("quiet"));
    assertTrue(text(arrived().body()).contains("quiet"));
  }

  @Test
  void unservedMessageIsRetryableBeforeItsServiceRan() throws Exception {
    serve(
        orchestration("o", "nobody")
            + "<rule orchestration='o' flow='in' service='Raw'/>"
            + "<rule orchestration='o' flow='out' service='Other'/>");
    HttpResponse<String> request = OrderCalls.post(raw(), OrderCalls.order11("quiet"));
    assertEquals(503, request.statusCode(), request.body());
    assertTrue(request.headers().firstValue("Retry-After").isPresent());
    assertTrue(request.body().contains("NOT_SERVED"), request.body());
    HttpResponse<String> response =
        OrderCalls.post(server.url("/raw/Other/"), OrderCalls.order11("quiet"));
    assertEquals(500, response.statusCode(), response.body());
    assertFalse(response.headers().firstValue("Retry-After").isPresent());
    assertTrue(response.body().contains("NOT_SERVED"), response.body());
  }

  @Test
  void patternDerivesTheService() throws Exception {
    serve(
        orchestration("o", "stamp") + "<rule orchestration='o' flow='in' service='first'/>",
        DHManagerConfig.DEFAULT,
        Map.of("dharch.service", "/raw/([^/]+)(?:/.*)?"));
    for (String path : List.of("/raw/first", "/raw/first/second")) {
      OrderCalls.post(server.url(path), OrderCalls.order11("quiet"));
      assertTrue(text(arrived().body()).contains("<t:stamp"), path);
    }
  }

  @Test
  void pathWithEscapesIsDispatched() throws Exception {
    serve(
        orchestration("o", "stamp") + "<rule orchestration='o' flow='in' service='a name\u00e9'/>");
    HttpResponse<String> answer =
        OrderCalls.post(server.url("/raw/a%20name%C3%A9;p=1?as=same"), OrderCalls.order11("1"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("<t:stamp"), answer.body());
  }

  @Test
  void untouchedMessageArrivesByteForByte() throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    byte[] odd =
        bytes(
            "\ufeff<?xml version='1.0' encoding='utf-8'?>\r\n<!-- here -->"
                + OrderCalls.order11("&#x41;<![CDATA[<b>]]>\u00e9 <x  a='1'\tb=\"2\" ></x >")
                + "\n\n");
    HttpResponse<String> answer = OrderCalls.post(raw(), "text/xml;charset=\"utf-8\" ; a=b", odd);
    assertEquals(200, answer.statusCode(), answer.body());
    RawServlet.Arrived arrived = arrived();
    assertArrayEquals(odd, arrived.body());
    assertEquals("text/xml; charset=UTF-8", arrived.type());
    assertEquals(odd.length, arrived.length());
    assertEquals("\"urn:test:order\"", arrived.headers().get("SOAPAction"));
    assertArrayEquals(odd, seen().envelope());
  }

  @Test
  void whatWasChangedSaysItsLengthAndItsCharset() throws Exception {
    serve(orchestration("o", "stamp") + RULE_IN);
    byte[] latin = OrderCalls.order11("caf\u00e9").getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(200, OrderCalls.post(raw(), "text/xml; charset=ISO-8859-1", latin).statusCode());
    RawServlet.Arrived arrived = arrived();
    String text = text(arrived.body());
    assertTrue(text.contains("caf\u00e9") && text.contains("<t:stamp"), text);
    assertEquals("text/xml; charset=UTF-8", arrived.type());
    assertEquals("text/xml; charset=UTF-8", arrived.headers().get("Content-Type"));
    assertEquals(arrived.body().length, arrived.length());
    assertEquals("" + arrived.body().length, arrived.headers().get("Content-Length"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1"})
  void otherCharsetsReachHandlersAndTheServiceInUtf8(String charset) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    String text =
        "<?xml version='1.0' encoding='" + charset + "'?>" + OrderCalls.order11("caf\u00e9");
    byte[] bytes = text.getBytes(Charset.forName(charset));
    String type = charset.equals("UTF-16LE") ? "text/xml" : "text/xml; charset=" + charset;
    HttpResponse<String> answer = OrderCalls.post(raw(), type, bytes);
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals(OrderCalls.order11("caf\u00e9"), seen().text());
    RawServlet.Arrived arrived = arrived();
    assertEquals(OrderCalls.order11("caf\u00e9"), text(arrived.body()));
    assertEquals("text/xml; charset=UTF-8", arrived.type());
    assertEquals(arrived.body().length, arrived.length());
  }

  /** CXF's parser and the filter's own need not know the same names. */
  @ParameterizedTest
  @ValueSource(strings = {"utf8", "UTF8", "utf-8"})
  void anotherNameOfUtf8IsUnderstood(String name) throws Exception {
    serve(orchestration("o", "stamp") + RULE_IN);
    String text = "<?xml version='1.0' encoding='" + name + "'?>" + OrderCalls.order11("caf\u00e9");
    HttpResponse<String> answer = OrderCalls.post(orders(), text);
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("caf\u00e9|S,|"), answer.body());
  }

  @Test
  void aChunkedRequestIsReadToo() throws Exception {
    serve(orchestration("o", "stamp") + RULE_IN);
    byte[] content = bytes(OrderCalls.order11("x".repeat(100_000)));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(raw()))
            .header("Content-Type", SoapCalls.XML)
            .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(content)))
            .build();
    assertEquals(200, SoapCalls.send(request).statusCode());
    RawServlet.Arrived arrived = arrived();
    assertTrue(arrived.length() > content.length);
    assertEquals("" + arrived.length(), arrived.headers().get("Content-Length"));
    assertNull(arrived.headers().get("Transfer-Encoding"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aChangedActionReachesTheService(boolean twelve) throws Exception {
    serve(orchestration("o", "act") + RULE_IN);
    String type =
        twelve ? "application/soap+xml; action=\"urn:test:order\"" : "text/xml; charset=UTF-8";
    String content = twelve ? OrderCalls.order12("1") : OrderCalls.order11("1");
    OrderCalls.post(raw(), type, bytes(content));
    RawServlet.Arrived arrived = arrived();
    assertEquals(
        twelve ? "application/soap+xml; charset=UTF-8; action=\"urn:test:acted\"" : type,
        arrived.type());
    assertEquals("\"urn:test:acted\"", arrived.headers().get("SOAPAction"));
  }

  @Test
  void whatAHandlerHasUnderstoodTheServiceNeedNot() throws Exception {
    String must =
        OrderCalls.SOAP11.of("<t:must s:mustUnderstand=\"1\">m</t:must>", OrderCalls.order("1"));
    serve(
        orchestration("o", "understand")
            + "<rule orchestration='o' flow='in' service='Orders' action='urn:test:order'/>");
    HttpResponse<String> answer = OrderCalls.post(orders(), must);
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(">1|m,|"), answer.body());
    HttpRequest without =
        HttpRequest.newBuilder(URI.create(orders()))
            .header("Content-Type", SoapCalls.XML)
            .POST(HttpRequest.BodyPublishers.ofString(must))
            .build();
    assertTrue(SoapCalls.send(without).body().contains("MustUnderstand"), "else nothing is shown");
  }

  @Test
  void theResponseGoesThroughItsHandlers() throws Exception {
    serve(orchestration("o", "shout", "stamp", "look") + RULE_OUT);
    HttpResponse<String> answer = OrderCalls.post(orders(), OrderCalls.order11("quiet"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(">LOUD|"), answer.body());
    assertTrue(answer.body().contains("<t:stamp"), answer.body());
    assertEquals(
        answer.body().length(), answer.headers().firstValueAsLong("Content-Length").orElse(-1));
    assertEquals("order", seen().properties().text("dharch.operation", ""));
  }

  @Test
  void anUntouchedResponseIsWhatTheServiceWrote() throws Exception {
    serve(orchestration("o", "look") + RULE_OUT);
    byte[] latin = OrderCalls.order11("caf\u00e9").getBytes(StandardCharsets.ISO_8859_1);
    HttpRequest request =
        OrderCalls.request(raw() + "?as=latin", "text/xml; charset=ISO-8859-1", latin);
    HttpResponse<String> answer = SoapCalls.send(request);
    assertEquals(OrderCalls.order11("caf\u00e9"), answer.body());
    assertEquals(latin.length, answer.headers().firstValueAsLong("Content-Length").orElse(-1));
    assertEquals("yes", answer.headers().firstValue("X-Raw").orElse(""));
    assertEquals(OrderCalls.order11("caf\u00e9"), seen().text());
  }

  @Test
  void aFaultGoesItsOwnWay() throws Exception {
    serve(orchestration("f", "shout", "look") + "<rule orchestration='f' flow='out-fault'/>");
    HttpResponse<String> quiet = OrderCalls.post(orders(), OrderCalls.order11("quiet"));
    assertTrue(quiet.body().contains(">quiet|"), quiet.body());
    HttpResponse<String> answer = OrderCalls.post(orders(), OrderCalls.order11("fail"));
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("SOLD out"), answer.body());
    assertEquals("out-fault", seen().properties().text("dharch.flow", ""));
  }

  @Test
  void bothWaysMayHaveHandlersAndPropertiesGoFromOneToTheOther() throws Exception {
    serve(orchestration("o", "color", "look") + RULE_IN + RULE_OUT);
    assertEquals(200, OrderCalls.post(orders(), OrderCalls.order11("1")).statusCode());
    assertEquals("none and green", seen().properties().text("test.color", ""));
    assertEquals("none and green and green", seen().properties().text("test.color", ""));
  }

  @Test
  void otherResponsesGoToTheClientAsTheyAre() throws Exception {
    serve(orchestration("o", "boom") + RULE_OUT);
    HttpResponse<String> page = OrderCalls.post(raw() + "?as=page", OrderCalls.order11("1"));
    assertEquals(200, page.statusCode(), page.body());
    assertEquals("<p>a page</p>", page.body());
    assertEquals(
        202, OrderCalls.post(raw() + "?as=accepted", OrderCalls.order11("1")).statusCode());
    assertEquals(404, OrderCalls.post(raw() + "?as=error", OrderCalls.order11("1")).statusCode());
    assertEquals(500, OrderCalls.post(raw() + "?as=throws", OrderCalls.order11("1")).statusCode());
    assertEquals(0, manager.status().inFlight());
  }

  @Test
  void aResponseThatCannotBeTreatedIsReplaced() throws Exception {
    serve(
        orchestration("o", "boom") + RULE_OUT,
        DHManagerConfig.DEFAULT.limits(new Limits(500_000, 256, 1 << 16, 256, 512, 256)),
        Map.of());
    HttpResponse<String> failed = OrderCalls.post(raw(), OrderCalls.order11("1"));
    assertEquals(500, failed.statusCode());
    assertTrue(failed.body().contains("boom of the &lt;handler&gt;"), failed.body());
    HttpResponse<String> large = OrderCalls.post(raw() + "?as=large", OrderCalls.order11("1"));
    assertEquals(500, large.statusCode());
    assertTrue(large.body().contains("soap:Server"), large.body());
    assertTrue(large.body().contains("at most 500000 bytes"), large.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"in", "out"})
  void aServiceMayAnswerAsynchronously(String flow) throws Exception {
    serve(orchestration("o", "shout", "look") + "<rule orchestration='o' flow='" + flow + "'/>");
    HttpResponse<String> completed =
        OrderCalls.post(raw() + "?as=complete", OrderCalls.order11("quiet"));
    assertEquals(200, completed.statusCode(), completed.body());
    assertTrue(completed.body().contains("LOUD"), completed.body());
    ignoringServerErrors().until(() -> RawServlet.COMPLETED.get() == 1);
    HttpResponse<String> resumed =
        OrderCalls.post(server.url("/services/Later"), OrderCalls.order11("quiet"));
    assertEquals(200, resumed.statusCode(), resumed.body());
    assertTrue(resumed.body().contains(flow.equals("out") ? ">LOUD<" : ">quiet<"), resumed.body());
    assertEquals(2, FilterHandlers.SEEN.size());
  }

  @Test
  void haltedMessageReturnsAFault() throws Exception {
    serve(orchestration("o", "boom") + RULE_IN);
    HttpResponse<String> eleven = OrderCalls.post(orders(), OrderCalls.order11("1"));
    assertEquals(500, eleven.statusCode());
    assertTrue(
        eleven
            .body()
            .contains("<faultcode>soap:Server</faultcode><faultstring>DHArch: handler 'boom': "),
        eleven.body());
    assertTrue(eleven.body().contains("boom of the &lt;handler&gt;"), eleven.body());
    assertTrue(
        eleven
            .body()
            .contains(
                """
                <dharch:fault xmlns:dharch="urn:dharch:fault">\
                <dharch:code>HANDLER_FAILED</dharch:code>\
                <dharch:handler>boom</dharch:handler>\
                <dharch:message>\
                """),
        eleven.body());
    HttpResponse<String> twelve =
        OrderCalls.post(
            server.url("/services/Orders12"),
            "application/soap+xml",
            bytes(OrderCalls.order12("1")));
    assertEquals(500, twelve.statusCode());
    assertEquals(
        "application/soap+xml;charset=utf-8",
        twelve
            .headers()
            .firstValue("Content-Type")
            .orElse("")
            .replace(" ", "")
            .toLowerCase(Locale.ROOT));
    assertTrue(twelve.body().contains("<soap:Value>soap:Receiver</soap:Value>"), twelve.body());
  }

  @ParameterizedTest
  @CsvSource({
    "text/xml, no xml, 400, before the root",
    "text/xml, '', 400, a SOAP envelope is expected",
    "text/xml; charset=nothing, <a/>, 415, unknown charset 'nothing'",
    "text/xml; charset=UTF-16BE, <a/>, 400, before the root",
    "text/xml; charset=utf-8; charset=utf-16, <a/>, 400, is repeated",
    "application/json, {}, 415, POST of 'application/json'",
    "multipart/related; type=\"text/xml\", x, 400, boundary",
  })
  void whatIsNotSoapIsRefusedWhereThereAreHandlers(
      String type, String content, int status, String reason) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    HttpResponse<String> answer = OrderCalls.post(raw(), type, bytes(content));
    assertEquals(status, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("soap:Client"), answer.body());
    assertTrue(answer.body().contains(reason), answer.body());
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }

  @Test
  void whatHasNoHandlersIsNotLookedAt() throws Exception {
    serve(
        orchestration("o", "boom") + "<rule orchestration='o' flow='in' service='Orders'/>",
        DHManagerConfig.DEFAULT,
        Map.of());
    assertEquals(200, OrderCalls.post(raw(), "application/json", bytes("{}")).statusCode());
    assertEquals(200, OrderCalls.post(raw(), SoapCalls.XML, bytes("no xml")).statusCode());
    HttpResponse<String> wsdl = SoapCalls.get(orders() + "?wsdl");
    assertTrue(wsdl.body().contains("definitions"), wsdl.body());
    assertEquals(0, manager.status().counters().get(Counter.ADMITTED));
  }

  @Test
  void othersPassIfTheyMay() throws Exception {
    serve(
        orchestration("o", "boom") + RULE_IN,
        DHManagerConfig.DEFAULT,
        Map.of("dharch.others", "pass"));
    assertEquals(200, OrderCalls.post(raw(), "application/json", bytes("{}")).statusCode());
    assertEquals("{}", text(arrived().body()));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsTooLargeIsRefused(boolean chunked) throws Exception {
    serve(
        orchestration("o", "look") + RULE_IN,
        DHManagerConfig.DEFAULT.limits(new Limits(1000, 256, 1 << 16, 256, 512, 256)),
        Map.of());
    byte[] content = bytes(OrderCalls.order11("x".repeat(1000)));
    HttpRequest.BodyPublisher publisher =
        chunked
            ? HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(content))
            : HttpRequest.BodyPublishers.ofByteArray(content);
    HttpResponse<String> answer =
        SoapCalls.send(
            HttpRequest.newBuilder(URI.create(raw()))
                .header("Content-Type", SoapCalls.XML)
                .POST(publisher)
                .build());
    assertEquals(413, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("at most 1000 bytes"), answer.body());
    assertTrue(answer.body().contains("<dharch:code>TOO_LARGE</dharch:code>"), answer.body());
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }

  /** The root part of a message with attachments has handlers; the rest is as it came. */
  @ParameterizedTest
  @ValueSource(strings = {"in", "out"})
  void attachmentsStayWhereTheyAre(String flow) throws Exception {
    serve(orchestration("o", "stamp", "look") + "<rule orchestration='o' flow='" + flow + "'/>");
    String type =
        "multipart/related; type=\"application/xop+xml\"; start=\"<root>\";"
            + " start-info=\"text/xml\"; boundary=\"b-1\"";
    String before =
        """

        --b-1
        Content-Type: application/xop+xml; charset=UTF-8; type="text/xml"
        Content-Transfer-Encoding: 8bit
        Content-ID: <root>

        """
            .replace("\n", "\r\n");
    String after =
        """

        --b-1
        Content-ID: <a>

        \0\1--b
        --b-1--
        """
            .replace("\n", "\r\n");
    String envelope = OrderCalls.order11("quiet");
    byte[] content = bytes(before + envelope + after);
    HttpResponse<String> answer = OrderCalls.post(raw(), type, content);
    assertEquals(200, answer.statusCode(), answer.body());
    String treated = flow.equals("in") ? text(arrived().body()) : answer.body();
    assertTrue(treated.startsWith(before) && treated.endsWith(after), treated);
    assertTrue(treated.contains("<t:stamp"), treated);
    assertTrue(seen().text().contains("quiet"));
  }
}
