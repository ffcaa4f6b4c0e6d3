package org.dharch.servlet;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.dharch.core.metrics.Counter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What no parser takes, or SOAP forbids, is the client's fault, before any handler. */
abstract class MalformedScenarios extends FilterBench {
  private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";

  private static String envelope(String namespace, String inside) {
    return "<s:Envelope xmlns:s='" + namespace + "'>" + inside + "</s:Envelope>";
  }

  private void assertRefused(RawCall.Answer answer, String reason) {
    assertEquals(400, answer.status(), answer.all());
    assertTrue(answer.contains("soap:Client") || answer.contains("soap:Sender"), answer.all());
    assertTrue(answer.contains("<dharch:code>MALFORMED</dharch:code>"), answer.all());
    assertTrue(answer.contains(reason), answer.all());
    assertTrue(FilterHandlers.SEEN.isEmpty());
    assertTrue(RawServlet.ARRIVED.isEmpty());
    assertEquals(0, manager.status().counters().get(Counter.ADMITTED));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<s:Body><a></s:Body> | where",
        "<s:Body><a>&nope;</a></s:Body> | must begin a character reference",
        "<s:Body><a>&#0;</a></s:Body> | must begin a character reference",
        "<s:Body><q:a/></s:Body> | is not declared",
        "<s:Body><a q:b='1'/></s:Body> | is not declared",
        "<s:Body><a x='1' x='2'/></s:Body> | twice",
        "<s:Body><a><!DOCTYPE x></a></s:Body> | a DTD is not allowed",
        "<s:Body><a>]]></a></s:Body> | in text",
        "<s:Body><a><?p i?></a></s:Body> | a processing instruction",
        "<s:Body><a>\u0001</a></s:Body> | 0x01",
        "<s:Body><a/></s:Body><s:Header/> | soap:Body must be",
        "<s:Body><a> | where",
      })
  void malformedPartsAreRejectedAnywhere(String inside, String reason) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    assertRefused(sent("text/xml; charset=utf-8", bytes(envelope(SOAP11, inside))), reason);
    assertRefused(sent("application/soap+xml", bytes(envelope(SOAP12, inside))), reason);
    assertRefused(
        sent("multipart/related; boundary=B", multipart("text/xml", envelope(SOAP11, inside))),
        reason);
  }

  /** CESU-8, an overlong bracket, a lone continuation, what is beyond Unicode, a cut-off end. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00ed\u00a0\u00bd\u00ed\u00b8\u0080",
        "\u00c0\u00bc",
        "\u0080",
        "\u00f5",
        "\u00e2"
      })
  void whatIsNotUtf8IsRefused(String octets) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    byte[] body =
        envelope(SOAP11, "<s:Body><a>" + octets + "</a></s:Body>")
            .getBytes(StandardCharsets.ISO_8859_1);
    assertRefused(sent("text/xml; charset=utf-8", body), "not UTF-8");
    assertRefused(sent("text/xml", body), "not UTF-8");
  }

  /** In US-ASCII there is no such byte, and readers differ in what they make of one. */
  @ParameterizedTest
  @CsvSource({
    "text/xml; charset=us-ascii, ''",
    "text/xml; charset=ASCII, ''",
    "text/xml; charset=us-ascii, UTF-8",
    "text/xml; charset=utf-8, US-ASCII",
    "text/xml, US-ASCII",
    "text/xml, ascii",
  })
  void otherBytesThanAsciiAreNotUsAscii(String type, String declared) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    String declaration =
        declared.isEmpty() ? "" : "<?xml version='1.0' encoding='" + declared + "'?>";
    String text = declaration + OrderCalls.order11("caf\u00e9");
    assertRefused(sent(type, bytes(text)), "US-ASCII");
    assertRefused(sent(type, bytes("\ufeff" + text)), "US-ASCII");
    assertRefused(sent("multipart/related; boundary=B", multipart(type, text)), "US-ASCII");
    String plain = declaration + OrderCalls.order11("cafe");
    assertEquals(200, sent(type, bytes(plain)).status());
  }

  /** An envelope that SOAP 1.1 and 1.2 allow is none of these. */
  @Test
  void whatIsOddButAllowedIsServed() throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    for (String inside :
        new String[] {
          "<s:Body/>",
          "<!-- c --><s:Body>text<a/><!-- - --></s:Body> ",
          "<s:Body><a><![CDATA[</s:Body>&]]>&lt;&#x1F600;\ud83d\ude00</a></s:Body>",
          "<s:Header/><s:Body><s:Body><s:Body/></s:Body></s:Body>"
        }) {
      assertEquals(200, sent("text/xml", bytes(envelope(SOAP11, inside))).status(), inside);
      assertEquals(
          200, sent("application/soap+xml", bytes(envelope(SOAP12, inside))).status(), inside);
    }
  }

  /** Its service's mistake is not its client's. */
  @Test
  void aMalformedResponseIsTheServicesFault() throws Exception {
    serve(orchestration("o", "look") + RULE_OUT);
    HttpResponse<String> answer = OrderCalls.post(raw() + "?as=broken", OrderCalls.order11("1"));
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("soap:Server"), answer.body());
    assertTrue(answer.body().contains("the response must be a SOAP envelope"), answer.body());
    assertTrue(FilterHandlers.SEEN.isEmpty());
  }

  private static byte[] multipart(String type, String envelope) {
    return bytes("--B\r\nContent-Type: " + type + "\r\n\r\n" + envelope + "\r\n--B--\r\n");
  }

  private RawCall.Answer sent(String type, byte[] body) throws Exception {
    return RawCall.post(server.port(), "/app/raw/Raw", List.of("Content-Type: " + type), body);
  }
}
