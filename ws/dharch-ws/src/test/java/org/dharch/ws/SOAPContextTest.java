package org.dharch.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.Vectors.Vector;
import org.dharch.ws.soap.EnvelopeWriter;
import org.dharch.ws.soap.SoapVersion;
import org.dharch.ws.types.rm200702.CreateSequenceDocument;
import org.dharch.ws.types.rm200702.SequenceDocument;
import org.dharch.ws.types.soap11.EnvelopeDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SOAPContextTest {
  private static final String RM = "http://docs.oasis-open.org/ws-rx/wsrm/200702";

  static List<Vector> vectors() {
    return Vectors.all();
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void readsPartsOfVectors(Vector vector) throws Exception {
    SOAPContext context = new SOAPContext(vector.bytes());
    assertEquals(SoapVersion.SOAP_1_1, context.version());
    assertTrue(context.headers().size() >= 3);
    assertEquals(context.addressing().orElseThrow().action(), context.action());
    assertEquals(context.bodyName().isPresent(), context.body().isPresent());
    assertInstanceOf(EnvelopeDocument.class, context.envelope());
    assertSame(context.envelope(), context.envelope());
    assertEquals(
        context.bodyName().isPresent(),
        context.soapMessage().getSOAPBody().getFirstChild() != null);
  }

  @Test
  void typesHeaderBlocks() {
    SOAPContext context = new SOAPContext(Vectors.one("cxf-rm11-wsa200508-anon", "03").bytes());
    SequenceDocument sequence =
        (SequenceDocument) context.header(new QName(RM, "Sequence")).orElseThrow();
    assertEquals(1, sequence.getSequence().getMessageNumber());
    assertEquals(Optional.empty(), context.header(new QName(RM, "AckRequested")));
  }

  @Test
  void typesBody() {
    SOAPContext context = new SOAPContext(Vectors.one("cxf-rm11-wsa200508-anon", "01").bytes());
    CreateSequenceDocument body = (CreateSequenceDocument) context.body().orElseThrow();
    assertTrue(body.getCreateSequence().isSetOffer());
    assertTrue(body.validate());
  }

  @Test
  void usesSoapActionWithoutAddressing() throws Exception {
    byte[] envelope = new EnvelopeWriter(SoapVersion.SOAP_1_2).body("<a/>").bytes();
    assertEquals("urn:a", new SOAPContext(envelope, "urn:a").action());
    assertEquals("", new SOAPContext(envelope).action());
    assertEquals(SoapVersion.SOAP_1_2, new SOAPContext(envelope).version());
  }

  @Test
  void throwsForInvalidAddressingOnEachCall() {
    SOAPContext context =
        new SOAPContext(
            new EnvelopeWriter(SoapVersion.SOAP_1_1)
                .header("<To xmlns='http://www.w3.org/2005/08/addressing'>urn:a</To>")
                .bytes());
    for (int i = 0; i < 2; i++) {
      ProcessingException e = assertThrows(ProcessingException.class, context::action);
      assertEquals("http://www.w3.org/2005/08/addressing/fault", e.action());
      assertEquals(
          "MessageAddressingHeaderRequired", e.fault().subcode().orElseThrow().getLocalPart());
    }
  }

  @Test
  void rejectsNonEnvelopes() {
    SOAPContext context = new SOAPContext("<a/>".getBytes(StandardCharsets.UTF_8));
    assertThrows(MalformedMessageException.class, context::version);
    assertThrows(MalformedMessageException.class, context::envelope);
    assertThrows(MalformedMessageException.class, context::action);
  }
}
