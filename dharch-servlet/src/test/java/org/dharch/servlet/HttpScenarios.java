package org.dharch.servlet;

import static org.dharch.testing.Awaits.ignoringServerErrors;
import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What HTTP says of messages, and how it carries their bodies. */
abstract class HttpScenarios extends FilterBench {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static HttpResponse<byte[]> send(String url, String content, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
            OrderCalls.request(url, SoapCalls.XML, bytes(content)), (name, value) -> true);
    if (headers.length > 0) {
      for (int i = 0; i < headers.length; i += 2) {
        request.header(headers[i], headers[i + 1]);
      }
    }
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private static String unzipped(HttpResponse<byte[]> answer) throws IOException {
    assertEquals(List.of("gzip"), answer.headers().allValues("Content-Encoding"));
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
      return text(in.readAllBytes());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-T", "x-t"})
  void aRuleIsForAHeaderHoweverItsNameIsWritten(String name) throws Exception {
    serve(
        orchestration("o", "look")
            + "<rule orchestration='o' flow='in' property='dharch.http.header.X-T' equals='mi'/>");
    String order = OrderCalls.order11("1");
    assertEquals(200, send(raw(), order, name, "no").statusCode());
    assertEquals(200, send(raw(), order, "Other", "mi").statusCode());
    assertTrue(FilterHandlers.SEEN.isEmpty(), "no rule is for these");
    assertEquals(200, send(raw() + "?as=same", order, name, "mi").statusCode());
    MessageProperties seen = seen().properties();
    assertEquals("mi", seen.text("dharch.http.header.X-t", ""));
    assertEquals("POST", seen.text("dharch.http.method", ""));
    assertEquals(raw() + "?as=same", seen.text("dharch.http.url", ""));
  }

  @Test
  void headersOfOneNameAreOneWithAllValuesInOrder() throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    send(raw(), OrderCalls.order11("1"), "X-T", "a", "X-T", "b", "Cookie", "p=1", "Cookie", "q=2");
    MessageProperties seen = seen().properties();
    assertEquals("a, b", seen.text("dharch.http.header.x-t", ""));
    assertEquals("p=1; q=2", seen.text("dharch.http.header.cookie", ""));
  }

  /** What the filter says of the body itself stays. */
  @Test
  void headersThatHandlersChangeReachTheService() throws Exception {
    serve(orchestration("o", "heads") + RULE_IN);
    assertEquals(
        200,
        send(raw(), OrderCalls.order11("1"), "X-Gone", "1", "X-Gone", "2", "X-Stays", "3")
            .statusCode());
    RawServlet.Arrived arrived = arrived();
    assertEquals("of the handler", arrived.headers().get("x-set"));
    assertNull(arrived.headers().get("X-Gone"));
    assertEquals("3", arrived.headers().get("X-Stays"));
    assertEquals("text/xml; charset=UTF-8", arrived.headers().get("Content-Type"));
  }

  @ParameterizedTest
  @CsvSource({"stamp, false", "look, true"})
  void digestsOfAChangedRequestAreRemoved(String handler, boolean kept) throws Exception {
    serve(orchestration("o", handler) + RULE_IN);
    String[] headers = {
      "Content-MD5", "x", "Digest", "x", "Content-Digest", "x", "Repr-Digest", "x"
    };
    assertEquals(200, send(raw(), OrderCalls.order11("1"), headers).statusCode());
    Map<String, String> arrived = arrived().headers();
    for (int i = 0; i < headers.length; i += 2) {
      assertEquals(kept ? "x" : null, arrived.get(headers[i]), headers[i]);
    }
  }

  @ParameterizedTest
  @CsvSource({"stamp, false", "look, true"})
  void digestsOfAChangedResponseAreRemoved(String handler, boolean kept) throws Exception {
    serve(orchestration("o", handler) + RULE_OUT);
    HttpResponse<byte[]> answer = send(raw() + "?as=digests", OrderCalls.order11("1"));
    assertEquals(200, answer.statusCode());
    for (String name : RawServlet.DIGESTS) {
      assertEquals(
          kept ? List.of("of the service") : List.of(), answer.headers().allValues(name), name);
    }
    answer = send(raw() + "?as=page", OrderCalls.order11("1"));
    assertEquals(200, answer.statusCode(), "not held");
  }

  /** None is missed silently. */
  @Test
  void headersPastALimitAreRefused() throws Exception {
    serve(
        orchestration("o", "look") + RULE_IN,
        DHManagerConfig.DEFAULT.limits(new Limits(500_000, 48, 1000, 256, 512, 256)),
        Map.of());
    HttpResponse<byte[]> large = send(raw(), OrderCalls.order11("1"), "X-T", "x".repeat(1000));
    assertEquals(431, large.statusCode(), text(large.body()));
    assertTrue(text(large.body()).contains("soap:Client"), text(large.body()));
    assertTrue(text(large.body()).contains("HTTP header 'x-t' exceeds a limit"));
    String[] many = new String[40];
    for (int i = 0; i < many.length; i += 2) {
      many[i] = "X-" + i;
      many[i + 1] = "1";
    }
    HttpResponse<byte[]> all = send(raw(), OrderCalls.order11("1"), many);
    assertEquals(431, all.statusCode(), text(all.body()));
    assertEquals(200, send(raw(), OrderCalls.order11("1"), "X-T", "1").statusCode());
    assertEquals(1, FilterHandlers.SEEN.size());
    assertEquals(1, RawServlet.ARRIVED.size());
  }

  @Test
  void headersOfTheResponseGoThroughItsHandlers() throws Exception {
    serve(orchestration("o", "heads", "look") + RULE_OUT);
    headersAreThoseThatHandlersLeft();
  }

  /** As in Tomcat 10.1, where {@code setHeader} with null does nothing. */
  @Test
  void headersOfAResponseThatCannotBeRemovedGoAllTheSame() throws Exception {
    serve(
        orchestration("o", "heads", "look") + RULE_OUT,
        DHManagerConfig.DEFAULT,
        Map.of(),
        site -> site.behind(new NothingRemovedFilter(), Map.of()));
    headersAreThoseThatHandlersLeft();
  }

  private void headersAreThoseThatHandlersLeft() throws Exception {
    HttpResponse<byte[]> answer = send(raw() + "?as=cookies", OrderCalls.order11("1"));
    assertEquals(200, answer.statusCode(), text(answer.body()));
    assertEquals(List.of("1", "2"), answer.headers().allValues("X-Set"));
    assertEquals(List.of("a=1", "b=2"), answer.headers().allValues("Set-Cookie"));
    assertEquals(List.of(), answer.headers().allValues("X-Raw"));
    assertTrue(answer.headers().firstValue("Content-Type").orElse("").startsWith("text/xml"));
    List<String> lines =
        seen().properties().text("dharch.http.sending", "").lines().sorted().toList();
    assertTrue(lines.contains("Set-Cookie: a=1") && lines.contains("Set-Cookie: b=2"), "" + lines);
    assertTrue(lines.stream().noneMatch(line -> line.startsWith("Content-Length")), "" + lines);
  }

  @ParameterizedTest
  @ValueSource(strings = {"in", "out"})
  void aHandlersFaultIsSentAsItWasThrown(String flow) throws Exception {
    serve(orchestration("o", "quota") + "<rule orchestration='o' flow='" + flow + "'/>");
    String order = OrderCalls.order12("1");
    HttpResponse<String> answer =
        OrderCalls.post(raw(), SoapCalls.xml12("urn:test:order"), bytes(order));
    assertEquals(401, answer.statusCode(), answer.body());
    assertEquals(List.of("Basic realm=\"q\""), answer.headers().allValues("WWW-Authenticate"));
    assertTrue(
        answer
            .body()
            .contains(
                "<soap:Fault><soap:Code><soap:Value>soap:Sender</soap:Value><soap:Subcode>"
                    + "<soap:Value xmlns:q=\"urn:quota\">q:Daily</soap:Value></soap:Subcode>"
                    + "</soap:Code><soap:Reason><soap:Text xml:lang=\"en\">quota &amp; more"
                    + "</soap:Text></soap:Reason><soap:Node>urn:node</soap:Node>"
                    + "<soap:Role>urn:role</soap:Role><soap:Detail>"
                    + "<q:left xmlns:q='urn:quota'>0</q:left></soap:Detail></soap:Fault>"),
        answer.body());
  }

  @Test
  void theStatusOfAFaultIsThatOfSoapsBindings() throws Exception {
    serve(
        orchestration("o", "plain-quota") + RULE_IN,
        DHManagerConfig.DEFAULT,
        Map.of("dharch.hideFaultDetail", "true"));
    HttpResponse<String> twelve =
        OrderCalls.post(raw(), SoapCalls.xml12("urn:test:order"), bytes(OrderCalls.order12("1")));
    assertEquals(400, twelve.statusCode(), twelve.body());
    assertTrue(twelve.body().contains("quota &amp; more"), twelve.body());
    assertTrue(!twelve.body().contains("left"), "hidden");
    HttpResponse<String> eleven = OrderCalls.post(raw(), OrderCalls.order11("1"));
    assertEquals(500, eleven.statusCode(), eleven.body());
  }

  @Test
  void invalidHeaderIsNotSent() throws Exception {
    serve(orchestration("o", "wrong-head") + RULE_OUT);
    HttpResponse<byte[]> answer = send(raw(), OrderCalls.order11("1"));
    assertEquals(500, answer.statusCode());
    assertTrue(
        text(answer.body()).contains("'X Set: 1' must be an HTTP header"), text(answer.body()));
  }

  /** All characters of an envelope have a place in what its service has not named a charset for. */
  @ParameterizedTest
  @CsvSource({"writer, \u20ac", "writer-first, \u20ac", "writer-latin, \u00e9"})
  void whatAWriterWritesIsWhatItsTypeSays(String as, String item) throws Exception {
    serve(orchestration("o", "look") + RULE_OUT);
    HttpResponse<String> answer =
        SoapCalls.send(
            OrderCalls.request(
                raw() + "?as=" + as, SoapCalls.XML, bytes(OrderCalls.order11(item))));
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals(OrderCalls.order11(item), answer.body());
    assertEquals(OrderCalls.order11(item), seen().text());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anEnvelopeWithoutATypeHasItsHandlers(boolean twelve) throws Exception {
    serve(orchestration("o", "shout") + RULE_OUT);
    String order = twelve ? OrderCalls.order12("quiet") : OrderCalls.order11("quiet");
    HttpResponse<String> answer =
        OrderCalls.post(
            raw() + "?as=untyped",
            twelve ? SoapCalls.xml12("urn:test:order") : SoapCalls.XML,
            bytes(order));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("LOUD"), answer.body());
    String type = answer.headers().firstValue("Content-Type").orElse("");
    assertTrue(type.startsWith(twelve ? "application/soap+xml" : "text/xml"), type);
  }

  @Test
  void untypedNonXmlResponseIsWrittenThrough() throws Exception {
    serve(orchestration("o", "boom") + RULE_OUT);
    HttpResponse<String> answer =
        OrderCalls.post(raw() + "?as=untyped-text", OrderCalls.order11("1"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals("\n no <envelope/>", answer.body());
    HttpResponse<String> page =
        OrderCalls.post(raw() + "?as=untyped-page", OrderCalls.order11("1"));
    assertEquals("<p>a page</p>", page.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"same", "complete", "writer"})
  void aFilterInFrontMayCompress(String as) throws Exception {
    serve(
        orchestration("o", "shout") + RULE_IN + RULE_OUT,
        DHManagerConfig.DEFAULT,
        Map.of(),
        site -> site.behind(new GzipFilter(true), Map.of()));
    HttpResponse<byte[]> answer = send(raw() + "?as=" + as, OrderCalls.order11("quiet"));
    assertEquals(200, answer.statusCode());
    assertTrue(unzipped(answer).contains("LOUD"), as);
  }

  @Test
  void filterInFrontMayCompressFaults() throws Exception {
    serve(
        orchestration("o", "boom") + RULE_OUT,
        DHManagerConfig.DEFAULT,
        Map.of(),
        site -> site.behind(new GzipFilter(true), Map.of()));
    HttpResponse<byte[]> answer = send(raw(), OrderCalls.order11("quiet"));
    assertEquals(500, answer.statusCode());
    assertTrue(unzipped(answer).contains("boom of the"));
  }

  /** One that does not wait has answered before there is an answer: its client is not told 200. */
  @Test
  void responseCommittedByFilterInFrontFails() throws Exception {
    serve(
        orchestration("o", "look") + RULE_IN,
        DHManagerConfig.DEFAULT,
        Map.of(),
        site -> site.behind(new GzipFilter(false), Map.of()));
    try {
      send(raw(), OrderCalls.order11("quiet"));
    } catch (IOException e) {
      // the connection may have ended with the response
    }
    if (!(this instanceof TomcatHttpTest)) { // there the request has ended with its response
      assertEquals("in", seen().properties().text("dharch.flow", ""));
    }
    ignoringServerErrors().until(() -> manager.status().inFlight() == 0);
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }

  @Test
  void theContainerMayCompress() throws Exception {
    serve(
        orchestration("o", "shout") + RULE_IN + RULE_OUT,
        DHManagerConfig.DEFAULT,
        Map.of(),
        FilterServer.Site::compressed);
    HttpResponse<byte[]> answer =
        send(raw(), OrderCalls.order11("quiet".repeat(500)), "Accept-Encoding", "gzip");
    assertEquals(200, answer.statusCode());
    assertTrue(unzipped(answer).contains("LOUD"));
  }

  /**
   * It is not asked to, for handlers cannot look into it; if it does all the same it is said so.
   */
  @Test
  void responseWithHandlersIsNotCompressed() throws Exception {
    serve(orchestration("o", "shout") + "<rule orchestration='o' flow='out' service='Raw'/>");
    String order = OrderCalls.order11("quiet");
    HttpResponse<byte[]> plain = send(raw() + "?as=gzip", order, "Accept-Encoding", "gzip");
    assertEquals(200, plain.statusCode());
    assertTrue(text(plain.body()).contains("LOUD"));
    HttpResponse<byte[]> always = send(raw() + "?as=gzip&gzip=always", order);
    assertEquals(500, always.statusCode());
    assertEquals(List.of(), always.headers().allValues("Content-Encoding"));
    assertTrue(text(always.body()).contains("it must not have a Content-Encoding"));
    String others = server.url("/raw/Other") + "?as=gzip";
    assertEquals(order, unzipped(send(others, order, "Accept-Encoding", "gzip")));
  }
}
