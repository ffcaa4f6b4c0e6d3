package org.dharch.core.message.envelope;

import static org.dharch.core.message.envelope.MessageParts.envelope;
import static org.dharch.testing.EnvelopeText.NS11;
import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MalformedEnvelopeTest {

  private static String refusal(byte[] envelope) {
    return assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () ->
            assertThrows(
                    MalformedMessageException.class,
                    () -> Envelopes.check(envelope, Limits.DEFAULT))
                .getMessage());
  }

  private static String refusal(String envelope) {
    return refusal(bytes(envelope));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "`` | byte 0, line 1: no element; a SOAP envelope is expected",
        "rubbish | byte 0, line 1: text before the root",
        "{\"json\":true} | byte 0, line 1: text before the root",
        "<a/> | byte 0, line 1: the root must be a SOAP 1.1 or 1.2 Envelope (got a)",
        "<a xmlns='E'/> | byte 0, line 1: the root must be a SOAP 1.1 or 1.2 Envelope (got {E}a)",
        "<e:Envelope/> | byte 1, line 1: prefix 'e' is not declared",
        "<Envelope xmlns='SOAP'/> | byte 0, line 1: soap:Envelope ends without a soap:Body",
        "<Envelope xmlns='SOAP'></Envelope>"
            + " | byte 60, line 1: soap:Envelope ends without a soap:Body",
        "<Envelope xmlns='SOAP'><a/></Envelope> | byte 60, line 1: {SOAP}a must be soap:Header"
            + " (once) or soap:Body",
        "<Envelope xmlns='SOAP'>x<Body/></Envelope>"
            + " | byte 60, line 1: text directly inside soap:Envelope",
        "<Envelope xmlns='SOAP'><Header>x</Header><Body/></Envelope>"
            + " | byte 68, line 1: text directly inside soap:Header",
        "<Envelope xmlns='SOAP'><Body></Envelope>"
            + " | byte 66, line 1: end tag 'Envelope' where 'Body' is open",
        "<Envelope xmlns='SOAP'><Body></Body></Body></Envelope>"
            + " | byte 73, line 1: end tag 'Body' where 'Envelope' is open",
        "<Envelope xmlns='SOAP'><Body/></Envelope><a/>"
            + " | byte 78, line 1: a second root element",
        "<Envelope xmlns='SOAP'><Body/></Envelope>x | byte 78, line 1: soap:Body must be last (got"
            + " text after it)",
        "<Envelope xmlns='SOAP'><Body/>"
            + " | byte 67, line 1: cut off: element 'Envelope' is not closed",
        "<!DOCTYPE Envelope><Envelope xmlns='SOAP'/> | byte 0, line 1: a DTD is not allowed",
        "<?xml version='1.1'?><Envelope xmlns='SOAP'/> | byte 0, line 1: invalid XML"
            + " declaration; the version must be 1.0",
        "<?xml version='1.0' encoding='UTF-16'?><Envelope xmlns='SOAP'/>"
            + " | byte 0, line 1: encoding must be UTF-8 (got 'UTF-16')",
        "` <?xml version='1.0'?><Envelope xmlns='SOAP'/>`"
            + " | byte 1, line 1: an XML declaration that is not at the start",
      })
  void isRejectedWithByteAndLine(String envelope, String message) {
    assertEquals(
        "envelope, " + message.replace("SOAP}", NS11 + "}"),
        refusal(envelope.replace("'SOAP'", "'" + NS11 + "'")));
  }

  @Test
  void linesAreCounted() {
    assertTrue(
        refusal(envelope("\n\n", "\n<a>\n</b>")).endsWith("line 5: end tag 'b' where 'a' is open"));
  }

  @Test
  void otherThanUtf8IsRejected() {
    String envelope = envelope("", "<b:x>\u00e4</b:x>");
    assertTrue(
        refusal(envelope.getBytes(StandardCharsets.ISO_8859_1))
            .endsWith("byte 0xe4 is not allowed here, or not UTF-8"));
    refusal(envelope.getBytes(StandardCharsets.UTF_16));
  }

  @Test
  void dtdIsRejectedAnywhere() {
    String bomb =
        "<!DOCTYPE a [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>" + envelope("", "<b:x>&b;</b:x>");
    assertTrue(refusal(bomb).endsWith("a DTD is not allowed"));
    assertTrue(refusal(envelope("", "<!DOCTYPE a>")).endsWith("a DTD is not allowed"));
  }

  @ParameterizedTest
  @ValueSource(ints = {513, 5_000, 1_000_000})
  void deepNestingIsRejected(int depth) {
    String body = "<b>".repeat(depth) + "</b>".repeat(depth);
    assertTrue(refusal(envelope("", body)).endsWith("depth=513 > maxDepth=512"));
    assertTrue(
        refusal(envelope("<s:Header>" + body + "</s:Header>", ""))
            .endsWith("depth=513 > maxDepth=512"));
  }

  @Test
  void manyAttributesAreRejected() {
    StringBuilder attributes = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      attributes.append(" a").append(i).append("=''");
    }
    assertTrue(
        refusal(envelope("", "<b" + attributes + "/>"))
            .endsWith("attributes=257 > maxAttributes=256"));
    String doubled = attributes.substring(0, attributes.indexOf(" a200")) + " a7=''";
    assertTrue(
        refusal(envelope("", "<b" + doubled + "/>")).endsWith("attribute 'a7' occurs twice"));
  }

  @Test
  void manyHeaderBlocksAreRejected() {
    assertTrue(
        refusal(envelope("<s:Header>" + "<h:a/>".repeat(257) + "</s:Header>", ""))
            .endsWith(
                "the envelope must have at most maxHeaderBlocks=256 header blocks (got 257)"));
  }

  @Test
  void tooLargeEnvelopeIsRejected() {
    assertEquals(
        "the envelope must have at most maxPayloadBytes=16777216 bytes (got 16777217)",
        refusal(new byte[(16 << 20) + 1]));
  }

  @Test
  void largeMalformedInputIsReadInTime() {
    String tags = "<b:x k='1' l='2' m='3'>t</b:x>".repeat(200_000);
    Envelopes.check(bytes(envelope("", tags)), Limits.DEFAULT);
    StringBuilder wide = new StringBuilder();
    for (int i = 0; i < 250; i++) {
      wide.append(" a").append(i).append("=''");
    }
    String elements = ("<b" + wide + "/>").repeat(5_000);
    Envelopes.check(bytes(envelope("", elements)), Limits.DEFAULT);
    refusal(envelope("", "<![CDATA[" + "]".repeat(1_000_000)));
    refusal(envelope("", "<!--" + "-\n".repeat(1_000_000)));
    refusal(envelope("", "&".repeat(1_000_000)));
  }
}
