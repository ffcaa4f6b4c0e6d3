package org.dharch.handlers;

import static org.dharch.handlers.Handled.after;
import static org.dharch.handlers.Handled.message;
import static org.dharch.handlers.Handled.ready;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dharch.api.Changes;
import org.dharch.core.message.DHArchException;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** Untrusted input that the compressor did not produce. */
final class DecompressorTest {
  private static String envelope(String attributes, String text) {
    return EnvelopeText.SOAP12.of(
        "<c:Compressed xmlns:c='urn:dharch:compression:1' "
            + attributes
            + ">"
            + text
            + "</c:Compressed>");
  }

  private static String gzip(int size, byte[] content) throws Exception {
    return envelope(
        "algorithm='gzip' size='" + size + "'",
        Base64.getEncoder().encodeToString(Handled.gzip(content, 9)));
  }

  private static String gzip(String content) throws Exception {
    return gzip(Utf8.bytes(content).length, Utf8.bytes(content));
  }

  private static void refused(String reason, String envelope, String... parameters)
      throws Exception {
    Decompressor decompressor = ready(new Decompressor(), parameters);
    String output =
        assertThrows(DHArchException.class, () -> after(decompressor, envelope)).getMessage();
    assertTrue(output.contains(reason), output);
  }

  @Test
  void otherMessagesAreUnchanged() throws Exception {
    Decompressor decompressor = ready(new Decompressor());
    for (String body : new String[] {"", "<a/>", "<Compressed xmlns='urn:other'>x</Compressed>"}) {
      byte[] envelope = Utf8.bytes(EnvelopeText.SOAP11.of(body));
      assertEquals(Changes.NONE, decompressor.handle(message(envelope)));
    }
  }

  @Test
  void bombsAreRejected() throws Exception {
    byte[] blank = new byte[40_000_000];
    java.util.Arrays.fill(blank, (byte) ' ');
    refused("size must be at most maxBytes=16777216 (got 40000000)", gzip(blank.length, blank));
    refused("at most maxRatio=100 times", gzip(16_000_000, blank));
    refused("must have size=3000 bytes (got more)", gzip(3000, blank));
    refused("(got 999999999)", gzip(999_999_999, blank));
    refused(
        "size must be a number of bytes (got '9999999999')",
        envelope("algorithm='gzip' size='9999999999'", ""));
    refused("(got '-1')", envelope("algorithm='gzip' size='-1'", ""));
    refused("at most maxRatio=2 times", gzip("<a>" + "ab".repeat(1000) + "</a>"), "maxRatio", "2");
    refused(
        "size must be at most maxBytes=2000 (got 2007)",
        gzip("<a>" + "ab".repeat(1000) + "</a>"),
        "maxBytes",
        "2000");
  }

  /** Little content, of many elements, each of which would get all that is declared around it. */
  @Test
  void surroundingDeclarationsAreBounded() throws Exception {
    String namespaces =
        IntStream.range(0, 200)
            .mapToObj(i -> "p" + i + " urn:" + "x".repeat(2000) + i)
            .collect(Collectors.joining(" "));
    String content =
        IntStream.range(0, 20_000).mapToObj(i -> "<a" + i + "/>").collect(Collectors.joining());
    String packed = Base64.getEncoder().encodeToString(Handled.gzip(Utf8.bytes(content), 9));
    refused(
        "more than maxPayloadBytes=16777216",
        envelope(
            "algorithm='gzip' size='" + content.length() + "' namespaces='" + namespaces + "'",
            packed));
  }

  @Test
  void damagedContentIsRejected() throws Exception {
    refused("Compressed must be base64", envelope("algorithm='gzip' size='3'", "a?b"));
    refused("must be valid gzip", envelope("algorithm='gzip' size='3'", "AAAAAAAA"));
    refused("must be valid deflate", envelope("algorithm='deflate' size='3'", "AAAAAAAA"));
    refused(
        "must be valid gzip", gzip("<a/>").replaceAll("(.{20})</c:Compressed>", "</c:Compressed>"));
    refused(
        "algorithm must be gzip or deflate (got 'lzma')",
        envelope("algorithm='lzma' size='3'", ""));
    refused("algorithm must be gzip or deflate (got '')", envelope("size='3'", ""));
    refused("size must be a number of bytes (got '')", envelope("algorithm='gzip'", ""));
    refused("(got 'a')", envelope("algorithm='gzip' size='1' namespaces='a'", ""));
    refused("(got '\"x urn:y')", envelope("algorithm='gzip' size='1' namespaces='\"x urn:y'", ""));
    refused("hold text alone", envelope("algorithm='gzip' size='1'", "<b/>"));
    refused("next to Compressed in the body", gzip("<a/>").replace("</s:Body>", "<b/></s:Body>"));
    refused("alone in the body", gzip("<a/>").replace("</s:Body>", "text</s:Body>"));
  }

  @Test
  void resultMustBeWellFormedInItsPlace() throws Exception {
    refused("body", gzip("<a>"));
    refused("body", gzip("</s:Body><s:Body>"));
    refused("body", gzip("<?do it?><a/>"));
    refused("body", gzip("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>"));
    refused("body", gzip("<q:a/>"));
    refused("body", gzip(4, new byte[] {'<', (byte) 0xFF, '/', '>'}));
  }

  @Test
  void acceptsWhiteSpaceInBase64AndNestedCompression() throws Exception {
    String inner = EnvelopeText.body(gzip("<a>1</a>"));
    String outer = gzip(inner);
    Decompressor decompressor = ready(new Decompressor());
    String once = after(decompressor, outer.replaceAll("([A-Za-z0-9+/]{40})", "$1\r\n\t "));
    assertEquals(inner, EnvelopeText.body(once));
    assertEquals("<a>1</a>", EnvelopeText.body(after(decompressor, once)));
  }

  @Test
  void invalidParametersAreReported() {
    for (Map.Entry<String, String> each : Map.of("maxRatio", "101", "maxBytes", "0").entrySet()) {
      String output =
          assertThrows(
                  DHArchException.class,
                  () -> new Decompressor().init(Map.of(each.getKey(), each.getValue())))
              .getMessage();
      assertTrue(
          output.startsWith(each.getKey() + " must be 1 to ")
              && output.endsWith(" (got '" + each.getValue() + "')"),
          output);
    }
  }
}
