package org.dharch.ws.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.soap.SOAPMessage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.xmlbeans.XmlObject;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.ws.Vectors;
import org.dharch.ws.Vectors.Vector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same envelope through each library and back: the core's own comparison sees no difference.
 */
class SoapConversionsTest {
  static List<Vector> vectors() {
    return Vectors.all();
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void roundTripsVectorsThroughLibraries(Vector vector) throws Exception {
    XmlObject document = SoapConversions.document(vector.bytes());
    assertSame(vector.bytes(), SoapConversions.bytes(document));

    SOAPMessage message = SoapConversions.soapMessage(document);
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    message.writeTo(sent);
    assertSame(vector.bytes(), sent.toByteArray());
    assertSame(vector.bytes(), SoapConversions.bytes(SoapConversions.document(message)));

    SOAPEnvelope axiom = SoapConversions.axiom(document);
    assertSame(vector.bytes(), SoapConversions.bytes(SoapConversions.document(axiom)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://schemas.xmlsoap.org/soap/envelope/",
        "http://www.w3.org/2003/05/soap-envelope"
      })
  void preservesNamespacesTextsAndAttributes(String soap) throws Exception {
    byte[] envelope =
        ("<e:Envelope xmlns:e='"
                + soap
                + "' xmlns:q='urn:q'><e:Header><a xmlns='urn:a' e:mustUnderstand='1'"
                + " q:b='&lt;'>q:c</a><x xmlns='urn:x'><y xmlns=''/></x></e:Header><e:Body"
                + " wsu:Id='i' xmlns:wsu='urn:u'><r xmlns=''><s xml:lang='de'>1 &amp;"
                + " \u20ac<![CDATA[<]]></s><t/> </r></e:Body></e:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    XmlObject document = SoapConversions.document(envelope);
    SOAPMessage message = SoapConversions.soapMessage(document);
    assertSame(envelope, SoapConversions.bytes(SoapConversions.document(message)));
    SOAPEnvelope axiom = SoapConversions.axiom(document);
    assertSame(envelope, SoapConversions.bytes(SoapConversions.document(axiom)));
    assertEquals("e", message.getSOAPPart().getEnvelope().getPrefix());
    assertEquals("a", message.getSOAPHeader().examineAllHeaderElements().next().getLocalName());
  }

  @Test
  void rejectsNonEnvelopes() {
    MalformedMessageException e =
        assertThrows(
            MalformedMessageException.class,
            () -> SoapConversions.document("<a/>".getBytes(StandardCharsets.UTF_8)));
    assertTrue(e.getMessage().contains("must be a SOAP Envelope"), e.getMessage());
  }

  private static void assertSame(byte[] expected, byte[] actual) {
    Changes difference = EnvelopeDiff.between(expected, actual, Limits.DEFAULT);
    assertTrue(
        difference.isEmpty(),
        () -> difference.replaced() + new String(actual, StandardCharsets.UTF_8));
  }
}
