package org.dharch.ws.rm.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.Vectors;
import org.dharch.ws.Vectors.Vector;
import org.dharch.ws.WsException;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.soap.SafeXml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What CXF and Sandesha2 say to each other is told for what it is. */
class RmVectorsTest {
  static List<Vector> ofTheProtocol() {
    return Vectors.all().stream()
        .filter(v -> v.conversation().contains("rm1") && !v.kind().equals("fault"))
        .toList();
  }

  static List<Vector> others() {
    return Vectors.all().stream()
        .filter(v -> !v.conversation().contains("rm1") || v.kind().equals("fault"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("ofTheProtocol")
  void classifiesVectors(Vector vector) throws WsException {
    RmVersion version =
        vector.conversation().contains("rm10") ? RmVersion.RM_1_0 : RmVersion.RM_1_1;
    RmReceived received = RmMessages.read(new SOAPContext(vector.bytes()));
    Optional<RmMessageKind> expected = RmMessageKind.of(version, vector.kind());
    assertEquals(expected, received.kind());
    assertEquals(expected.filter(RmMessageKind::hasBody).isPresent(), received.body().isPresent());
    received
        .body()
        .ifPresent(
            body -> {
              assertEquals(version, body.version());
              assertTrue(SafeXml.parse(utf8(body.write())).validate(), body.write());
            });
    if (expected.isEmpty()) {
      SequenceHeader sequence = received.headers().sequence().orElseThrow();
      assertEquals(version, sequence.version());
      assertTrue(sequence.number() >= 1 && sequence.number() <= 3);
    }
    assertEquals(List.of(), received.headers().refused());
    for (AcknowledgementHeader ack : received.headers().acknowledgements()) {
      assertEquals(1, ack.acknowledgement().ranges().count());
      assertEquals(version, ack.version());
    }
    if (expected.equals(Optional.of(RmMessageKind.SEQUENCE_ACKNOWLEDGEMENT))
        && !vector.toString().contains("sandesha2-axis2-1.6.2-rm11-oneway/12")) {
      assertTrue(received.headers().acknowledgements().size() <= 1);
    }
  }

  @ParameterizedTest
  @MethodSource("others")
  void rejectsOtherVectors(Vector vector) {
    assertThrows(
        UnknownMessageException.class, () -> RmMessages.read(new SOAPContext(vector.bytes())));
  }

  @Test
  void createSequenceOfCxf() throws WsException {
    RmReceived received = read("cxf-rm11-wsa200508-anon", "01");
    RmBody.CreateSequence create = (RmBody.CreateSequence) received.body().orElseThrow();
    assertTrue(create.acksTo().isAnonymous());
    assertEquals(Optional.empty(), create.expires(), "PT0S is for ever");
    RmBody.Offer offer = create.offer().orElseThrow();
    assertEquals("urn:uuid:e69de5e4-610f-4111-8fb2-e81324acddce", offer.id().value());
    assertTrue(offer.endpoint().orElseThrow().isAnonymous());
  }

  @Test
  void createSequenceResponseOfSandesha2() throws WsException {
    RmReceived received = read("cxf-client-vs-sandesha2-axis2-1.6.2-rm10-twoway", "02");
    RmBody.CreateSequenceResponse created =
        (RmBody.CreateSequenceResponse) received.body().orElseThrow();
    assertEquals("urn:uuid:9376EFCC92D3565B321795168073219", created.id().value());
    assertEquals(
        "http://127.0.0.1:18272/axis2/services/Greeter",
        created.accepted().orElseThrow().address());
  }

  @Test
  void ignoresNoneWithRanges() throws WsException {
    RmReceived received = read("cxf-rm11-wsa200508-anon", "13");
    AcknowledgementHeader ack = received.headers().acknowledgements().get(0);
    assertEquals(Ranges.of(1, 3), ack.acknowledgement().ranges());
    assertTrue(!ack.acknowledgement().isFinal());
  }

  @Test
  void readsLastMessageIn10() throws WsException {
    RmReceived received = read("cxf-client-vs-sandesha2-axis2-1.6.2-rm10-twoway", "10");
    assertEquals(
        new SequenceHeader(
            RmVersion.RM_1_0,
            new SequenceId("urn:uuid:ce261d0f-d5c2-4a68-bc15-4dc80b912a82"),
            3,
            true),
        received.headers().sequence().orElseThrow());
  }

  @Test
  void closedSequenceAcknowledgementIsFinal() throws WsException {
    RmReceived received = read("cxf-client-vs-sandesha2-axis2-1.6.2-rm11-oneway", "09");
    assertEquals(Optional.of(RmMessageKind.CLOSE_SEQUENCE_RESPONSE), received.kind());
    assertTrue(received.headers().acknowledgements().get(0).acknowledgement().isFinal());
  }

  private static RmReceived read(String conversation, String begin) throws WsException {
    return RmMessages.read(new SOAPContext(Vectors.one(conversation, begin).bytes()));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }
}
