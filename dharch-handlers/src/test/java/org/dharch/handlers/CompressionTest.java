package org.dharch.handlers;

import static org.dharch.handlers.Handled.after;
import static org.dharch.handlers.Handled.map;
import static org.dharch.handlers.Handled.ready;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.Stream;
import org.dharch.api.Changes;
import org.dharch.core.message.DHArchException;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The decompressor restores the compressor's output byte for byte. */
final class CompressionTest {
  private static final EnvelopeText SOAP11 = EnvelopeText.SOAP11.with("t", "urn:t");
  private static final EnvelopeText SOAP12 = EnvelopeText.SOAP12.with("t", "urn:t");

  private static String records(int count) {
    Random random = new Random(count);
    StringBuilder xml = new StringBuilder("<t:list>\r\n");
    for (int i = 0; i < count; i++) {
      xml.append("\t<t:record t:name='Müller &amp; Söhne ").append(random.nextLong());
      xml.append("'><![CDATA[a < b]]> 取引 €&#x1F600;</t:record><!-- ").append(i).append(" -->\n");
    }
    return xml.append("</t:list>").toString();
  }

  static Stream<String> envelopes() {
    String inDefault = records(50).replace("<t:", "<").replace("</t:", "</");
    return Stream.of(
        SOAP11.of(records(40)),
        SOAP12.of(records(40)),
        SOAP11.of("<t:Head>stays Ä</t:Head>", records(2000)),
        EnvelopeText.SOAP12
            .with("t", "urn:t")
            .of("\n  " + records(60) + "\n" + records(20) + "\n "),
        "<?xml version='1.0' encoding='UTF-8'?>\n<Envelope xmlns='"
            + EnvelopeText.NS12
            + "' xmlns:t='urn:t?a=1&amp;b=&quot;2&quot;'><Body t:id='x'>"
            + inDefault
            + "</Body></Envelope>",
        "<s:Envelope xmlns:s='"
            + EnvelopeText.NS11
            + "'><s:Body xmlns='urn:in'><a xmlns=''>"
            + "text ".repeat(40)
            + new Random(1).ints(900).boxed().toList()
            + "</a></s:Body></s:Envelope>");
  }

  /** A container sends an attachment as long as the envelope names it. */
  @Test
  void bodyWithAttachedContentIsUnchanged() throws Exception {
    Compressor compressor = ready(new Compressor());
    String include = "<x:Include xmlns:x='%s' href='cid:scan'/>" + records(40);
    String xop = "http://www.w3.org/2004/08/xop/include";
    byte[] inBody = Utf8.bytes(SOAP11.of(include.formatted(xop)));
    assertEquals(Changes.NONE, compressor.handle(Handled.message(inBody)));
    byte[] around =
        Utf8.bytes(SOAP12.with("x", xop).of("<x:Include href='cid:scan'/>" + records(40)));
    assertEquals(Changes.NONE, compressor.handle(Handled.message(around)));
    byte[] other = Utf8.bytes(SOAP11.of(include.formatted("urn:other")));
    assertTrue(after(compressor, other).length < other.length);
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void roundTripIsByteExact(String envelope) throws Exception {
    byte[] before = Utf8.bytes(envelope);
    for (String algorithm : new String[] {"gzip", "deflate"}) {
      Compressor compressor = ready(new Compressor(), "algorithm", algorithm, "level", "9");
      byte[] compressed = after(compressor, before);
      assertTrue(compressed.length < before.length, "is not smaller");
      assertTrue(Utf8.text(compressed).contains("algorithm=\"" + algorithm + "\""));
      assertArrayEquals(before, after(ready(new Decompressor()), compressed));
    }
  }

  @Test
  void compressedBodyIsNotCompressedAgain() throws Exception {
    Compressor compressor = ready(new Compressor());
    String once = after(compressor, SOAP11.of(records(100)));
    assertEquals(once, after(compressor, once));
  }

  @Test
  void smallBodiesAndFaultsAreUnchanged() throws Exception {
    Compressor compressor = ready(new Compressor());
    String fault =
        "<s:Fault><faultcode>s:Server</faultcode><faultstring>"
            + records(50).replaceAll("<[^>]*>", "")
            + "</faultstring></s:Fault>";
    byte[] noise = new byte[9000];
    new Random(3).nextBytes(noise);
    for (String envelope :
        new String[] {
          SOAP11.of("<t:small>" + "x".repeat(2000) + "</t:small>"),
          SOAP12.of(""),
          SOAP11.of(fault),
          SOAP11.of("<t:b>" + java.util.Base64.getEncoder().encodeToString(noise) + "</t:b>"),
          SOAP11.of("<t:blank>" + " ".repeat(3_000_000) + "</t:blank>"),
          EnvelopeText.SOAP11.with("t", "urn:with blank").of(records(50))
        }) {
      assertEquals(
          Changes.NONE, compressor.handle(Handled.message(Utf8.bytes(envelope))), envelope);
    }
    String small = SOAP11.of("<t:small>" + "x".repeat(900) + "</t:small>");
    assertTrue(after(ready(new Compressor(), "minBytes", "100"), small).contains("Compressed"));
  }

  @Test
  void restoredContentGetsItsDeclarations() throws Exception {
    String body = "<t:a x='t:q'>" + records(30) + "</t:a><b>plain</b>";
    String compressed =
        EnvelopeText.body(
            after(ready(new Compressor()), EnvelopeText.SOAP11.with("t", "urn:t").of(body)));
    String other =
        "<e:Envelope xmlns:e='"
            + EnvelopeText.NS11
            + "' xmlns:t='urn:other' xmlns='urn:d'>"
            + "<e:Body>"
            + compressed
            + "</e:Body></e:Envelope>";
    String unpacked = after(ready(new Decompressor()), other);
    assertTrue(unpacked.contains("<t:a xmlns=\"\" xmlns:s=\"" + EnvelopeText.NS11), unpacked);
    assertTrue(unpacked.contains("xmlns:t=\"urn:t\" x='t:q'>"), unpacked);
    assertTrue(unpacked.contains("<b xmlns=\"\""), unpacked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"algorithm=zip", "level=0", "level=10", "minBytes=-1", "minBytes=x"})
  void invalidParametersAreReported(String parameter) {
    String[] pair = parameter.split("=", 2);
    String output =
        assertThrows(DHArchException.class, () -> new Compressor().init(map(pair))).getMessage();
    assertTrue(
        output.startsWith(pair[0] + " must be ") && output.endsWith(" (got '" + pair[1] + "')"),
        output);
  }

  @Test
  void unknownParametersAreReported() {
    assertEquals(
        "unknown parameter 'size'; it must be one of algorithm, level, minBytes",
        assertThrows(DHArchException.class, () -> new Compressor().init(map("size", "1")))
            .getMessage());
  }

  @Test
  void declaredSizeAllocatesNoMemory() {
    byte[] packed = Handled.gzip(new byte[10], 9);
    assertEquals(
        "the content of Compressed must have size=2147483000 bytes (got 10)",
        assertThrows(
                DHArchException.class, () -> Compression.GZIP.decompress(packed, 2_147_483_000))
            .getMessage());
  }
}
