package org.dharch.servlet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.dharch.api.HandlerMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers and the service, which is CXF, read the same envelope, or nobody does. */
abstract class SmugglingScenarios extends FilterBench {
  private RawCall.Answer sent(String type, byte[] body) throws Exception {
    FilterHandlers.SEEN.clear();
    return RawCall.post(
        server.port(),
        "/app/services/Orders",
        List.of("Content-Type: " + type, "SOAPAction: \"\""),
        body);
  }

  /** Whatever came of it, nothing was served that handlers have not seen. */
  private static void assertNotSmuggled(RawCall.Answer answer) {
    assertFalse(answer.contains("orderResponse") && answer.contains(">evil|"), answer.all());
    HandlerMessage seen = FilterHandlers.SEEN.poll();
    assertFalse(seen == null && answer.status() == 200, answer.all());
  }

  /** Fault F2: a parameter that one reader takes for the boundary and another does not. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "xboundary=evil; boundary=good",
        "boundary=good; xboundary=evil",
        "boundary*=evil; boundary=good",
        "boundary*0=evil; boundary=good",
        "Boundary=evil; boundary=good",
        "start-info=\"text/xml;boundary=evil\"; boundary=good",
        "a=\"boundary=evil\"; boundary=good",
        "a=\";boundary=evil\"; boundary=good",
        "a='boundary=evil; boundary=good'",
        "a=\\\"; boundary=evil; b=\\\"; boundary=good",
        "a=\"\\\";boundary=evil\"; boundary=good",
        "action=\"boundary=evil\"; boundary=good",
        "boundary=\"good\"evil",
        "boundary=good evil",
        "(boundary=evil) boundary=good",
      })
  void whatCouldBeTwoBoundariesIsNotServed(String parameters) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    byte[] body =
        MimeMessages.crlf(
            MimeMessages.twofold(OrderCalls.order11("evil"), OrderCalls.order11("good")));
    RawCall.Answer answer = sent("multipart/related; type=\"text/xml\"; " + parameters, body);
    assertNotSmuggled(answer);
    // where the parameters alone are not refused, since those that mean nothing to SOAP do not
    // reach the service, what stands behind the envelope is
    assertEquals(400, answer.status(), answer.all());
  }

  /** Fault F3: a line that ends for one reader and not for another. */
  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\u0000", "\u000b", "\u0085"})
  void aLineThatMayEndIsNotServed(String end) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    String good = OrderCalls.order11("good");
    String evil = OrderCalls.order11("evil");
    for (String header :
        List.of(
            "Content-Type: text/xml\r\nX: a" + end + end + evil + end + "--B" + end + "X: ",
            "Content-Type: text/xml\r\nX: a" + end + "Content-Transfer-Encoding: base64",
            "Content-Type: text/xml\r\n" + end + "X: a",
            "Content-Type: text/xml\r\nX" + end + ": a")) {
      String body = "--B\r\n" + header + "\r\n\r\n" + good + "\r\n--B--\r\n";
      RawCall.Answer answer =
          sent(
              "multipart/related; type=\"text/xml\"; boundary=B",
              body.getBytes(StandardCharsets.ISO_8859_1));
      assertNotSmuggled(answer);
      assertEquals(400, answer.status(), answer.all());
    }
  }

  /** Fault F3: a boundary that is one for some readers only. */
  @ParameterizedTest
  @ValueSource(strings = {"\n--B\n", "\r--B\r", "--B", "\r\n--Bx\r\n", "\r\n--B \r\n", "\n--B--"})
  void aBoundaryThatMayBeOneIsNotServed(String mark) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    String good = OrderCalls.order11("<!--" + mark + "-->good");
    String body = "--B\r\nContent-Type: text/xml\r\n\r\n" + good + "\r\n--B--\r\n";
    RawCall.Answer answer =
        sent(
            "multipart/related; type=\"text/xml\"; boundary=B",
            body.getBytes(StandardCharsets.UTF_8));
    assertNotSmuggled(answer);
    assertEquals(400, answer.status(), answer.all());
  }

  /** A service may take the last part with the name of the root. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Content-ID: <r@x> | Content-ID: <r@x>",
        "Content-ID: <r@x> | content-id:\\r\\n <r@x>",
        "Content-ID: <r@x> | X: y\\r\\nContent-ID : r@x",
        "X: y | Content-ID:",
      })
  void twoPartsOfOneContentIdAreNotServed(String first, String second) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    String body =
        """
        --B
        Content-Type: text/xml
        %s

        %s
        --B
        Content-Type: text/xml
        %s

        %s
        --B--
        """
            .replace("\n", "\r\n")
            .formatted(
                first.translateEscapes(),
                OrderCalls.order11("good"),
                second.translateEscapes(),
                OrderCalls.order11("evil"));
    RawCall.Answer answer =
        sent(
            "multipart/related; type=\"text/xml\"; boundary=B; start=\"\"",
            body.getBytes(StandardCharsets.UTF_8));
    assertNotSmuggled(answer);
    assertEquals(400, answer.status(), answer.all());
  }

  /** Fault F2: a charset that another reader would take from elsewhere. */
  @Test
  void charactersAreTheSameForAll() throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    // in Shift_JIS the second bracket is the second byte of a character, and the section goes on
    String trick = "<![CDATA[\u3041]]>good<!--]]>evil<![CDATA[-->";
    byte[] body = OrderCalls.order11(trick).getBytes(StandardCharsets.UTF_8);
    for (String type :
        List.of(
            "text/xml; xcharset=Shift_JIS; charset=utf-8",
            "text/xml; charset=utf-8; charset=Shift_JIS",
            "text/xml; a=\"charset=Shift_JIS\"; charset=utf-8",
            "text/xml; a=\"charset=Shift_JIS\"",
            "text/xml")) {
      RawCall.Answer answer = sent(type, body);
      HandlerMessage seen = FilterHandlers.SEEN.poll();
      assertEquals(seen == null ? 400 : 200, answer.status(), answer.all());
      assertFalse(answer.contains("evil"), answer.all());
    }
    byte[] declared =
        ("<?xml version='1.0' encoding='Shift_JIS'?>" + OrderCalls.order11(trick))
            .getBytes(StandardCharsets.UTF_8);
    RawCall.Answer answer = sent("text/xml; charset=utf-8", declared);
    assertEquals(200, answer.status(), answer.all());
    assertFalse(answer.contains("evil"), answer.all());
    String outer = "multipart/related; type=\"text/xml\"; charset=Shift_JIS; boundary=B";
    byte[] parts =
        ("--B\r\nContent-Type: text/xml\r\n\r\n" + OrderCalls.order11(trick) + "\r\n--B--\r\n")
            .getBytes(StandardCharsets.UTF_8);
    assertFalse(sent(outer, parts).contains("evil"));
  }

  /** Fault F11: a boundary with a blank in it, and parameters that should be quoted. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "boundary=\"B and more\"; type=\"text/xml\"",
        "boundary=\"B and more\"; type=text/xml; start=<r@x>",
        ";;boundary=\"B and more\";\ttype=text/xml;start=\"r@x\";",
      })
  void aLegalMultipartTypeIsServed(String parameters) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    String body =
        "--B and more\r\nContent-Type: text/xml;\r\n\tcharset=UTF-8\r\nContent-ID: <r@x>\r\n\r\n"
            + OrderCalls.order11("good")
            + "\r\n--B and more\r\nContent-ID: <a>\r\n\r\nx\r\n--B and more--\r\n";
    RawCall.Answer answer =
        sent("multipart/related;" + parameters, body.getBytes(StandardCharsets.UTF_8));
    assertEquals(200, answer.status(), answer.all());
    assertTrue(answer.contains(">good|"), answer.all());
    assertTrue(seen().text().contains("good"));
  }
}
