package org.dharch.ws.addressing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.Vectors;
import org.dharch.ws.Vectors.Vector;
import org.dharch.ws.addressing.AddressingFault.Kind;
import org.dharch.ws.addressing.AddressingFault.Special;
import org.dharch.ws.soap.EnvelopeWriter;
import org.dharch.ws.soap.SafeXml;
import org.dharch.ws.soap.SoapConversions;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class AddressingHeadersTest {
  private static final AddressingVersion NEW = AddressingVersion.WSA_2005_08;
  private static final AddressingVersion OLD = AddressingVersion.WSA_2004_08;

  static List<Vector> vectors() {
    return Vectors.all();
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void readsHeadersOfVectors(Vector vector) throws AddressingException {
    AddressingHeaders headers = AddressingHeaders.read(vector.bytes()).orElseThrow();
    AddressingVersion expected = vector.conversation().contains("rm10") ? OLD : NEW;
    assertEquals(expected, headers.version());
    assertTrue(headers.messageId().orElseThrow().startsWith("urn:uuid:"));
    boolean isApplication =
        vector.kind().startsWith("greet")
            || vector.kind().equals("note")
            || vector.kind().equals("fire");
    if (!isApplication) {
      assertTrue(headers.action().endsWith("/" + vector.kind()), headers.action());
    }
    if (vector.kind().endsWith("Response")) {
      assertEquals(expected.reply(), headers.relatesTo().get(0).type());
    }
    assertEquals(
        headers, AddressingHeaders.read(SoapConversions.document(vector.bytes())).orElseThrow());
  }

  @Test
  void readsAllHeaders() throws AddressingException {
    AddressingHeaders headers =
        AddressingHeaders.read(Vectors.one("cxf-rm11-wsa200508-anon", "01").bytes()).orElseThrow();
    assertEquals(
        new AddressingHeaders(
            NEW,
            Optional.of("http://127.0.0.1:18231/greeter"),
            "http://docs.oasis-open.org/ws-rx/wsrm/200702/CreateSequence",
            Optional.of("urn:uuid:ac8731df-67d1-4874-a7db-99a037728924"),
            List.of(),
            Optional.empty(),
            Optional.of(EndpointReference.anonymous(NEW)),
            Optional.empty(),
            List.of()),
        headers);
  }

  @ParameterizedTest
  @EnumSource(AddressingVersion.class)
  void roundTripsValidHeaders(AddressingVersion version) throws AddressingException {
    EndpointReference target =
        new EndpointReference(
            version,
            "http://h/a?b=c&d",
            version == OLD ? List.of("<p:P xmlns:p=\"urn:p\">1</p:P>") : List.of(),
            List.of("<p:Q xmlns:p=\"urn:p\">2</p:Q>"),
            Optional.empty(),
            List.of());
    EndpointReference back = EndpointReference.of(version, "http://h/back");
    AddressingHeaders headers =
        AddressingHeaders.to(target, "urn:action", "urn:id")
            .withEndpoints(back, target, EndpointReference.anonymous(version))
            .withRelatesTo(RelatesTo.reply(version, "urn:other"))
            .withRelatesTo(
                new RelatesTo("urn:third", version == OLD ? "{urn:t}Follows" : "urn:t/follows"));
    for (SoapVersion soap : SoapVersion.values()) {
      byte[] envelope = new EnvelopeWriter(soap).headers(headers.write()).bytes();
      assertTrue(SoapConversions.document(envelope).validate(), () -> text(envelope));
      for (String block : headers.write()) {
        assertTrue(block.contains("p:") || SafeXml.parse(utf8(block)).validate(), block);
      }
      AddressingHeaders read = AddressingHeaders.read(envelope).orElseThrow();
      assertEquals(headers.to(), read.to());
      assertEquals(headers.messageId(), read.messageId());
      assertEquals(headers.relatesTo(), read.relatesTo());
      assertEquals(headers.from(), read.from());
      assertEquals(headers.replyTo(), read.replyTo());
      assertEquals(headers.faultTo(), read.faultTo());
      assertEquals(version == OLD ? 0 : 1, read.references().size());
      assertTrue(text(envelope).contains(">2<"), () -> text(envelope));
    }
  }

  @Test
  void marksReferenceParametersIn2005() throws AddressingException {
    EndpointReference target =
        new EndpointReference(
            NEW,
            "http://h",
            List.of(),
            List.of("<wsa:x xmlns:wsa='urn:x' wsa:y='1'/>"),
            Optional.empty(),
            List.of());
    byte[] envelope =
        new EnvelopeWriter(SoapVersion.SOAP_1_2)
            .headers(AddressingHeaders.to(target, "urn:a", "urn:b").write())
            .bytes();
    assertEquals(
        1, AddressingHeaders.read(envelope).orElseThrow().references().size(), text(envelope));
  }

  @Test
  void replyTargetFollowsRequest() {
    EndpointReference reply = EndpointReference.of(NEW, "http://h/reply");
    EndpointReference fault = EndpointReference.of(NEW, "http://h/fault");
    AddressingHeaders request = AddressingHeaders.to(reply, "urn:a", "urn:1");
    assertEquals(EndpointReference.anonymous(NEW), request.replyTarget(false));
    assertEquals(EndpointReference.anonymous(NEW), request.replyTarget(true));
    AddressingHeaders withReply = request.withReplyTo(reply);
    assertEquals(reply, withReply.replyTarget(false));
    assertEquals(reply, withReply.faultTarget(false));
    assertEquals(fault, request.withEndpoints(reply, reply, fault).faultTarget(false));

    AddressingHeaders older = AddressingHeaders.to(EndpointReference.of(OLD, "http://h"), "a", "b");
    assertEquals(EndpointReference.anonymous(OLD), older.replyTarget(false));
    assertTrue(older.replyTarget(true).isNone());

    AddressingHeaders answer = withReply.response(reply, "urn:b", "urn:2");
    assertEquals(Optional.of("http://h/reply"), answer.to());
    assertEquals(List.of(RelatesTo.reply(NEW, "urn:1")), answer.relatesTo());
    AddressingHeaders crossed = older.response(EndpointReference.anonymous(NEW), "urn:b", "urn:2");
    assertEquals(OLD, crossed.version());
    assertEquals(Optional.of(OLD.anonymous()), crossed.to());
  }

  @Test
  void returnsEmptyWithoutHeaders() throws AddressingException {
    assertEquals(
        Optional.empty(),
        AddressingHeaders.read(new EnvelopeWriter(SoapVersion.SOAP_1_1).body("<a/>").bytes()));
  }

  @Test
  void prefersVersionWithAction() throws AddressingException {
    String both =
        block(NEW, "MessageID", "urn:new")
            + block(OLD, "Action", "urn:a")
            + block(OLD, "To", "u:1");
    assertEquals(OLD, read(both).version());
    assertEquals(NEW, read(both + block(NEW, "Action", "urn:a")).version());
  }

  @Test
  void ignoresBlocksOfOtherRoles() throws AddressingException {
    String other =
        "<w:To xmlns:w='%s' xmlns:s='%s' s:actor='urn:somebody'>urn:x</w:To>"
            .formatted(NEW.namespace(), SoapVersion.SOAP_1_1.namespace());
    AddressingHeaders headers =
        read(other + block(NEW, "Action", "urn:a") + block(NEW, "To", "urn:mine"));
    assertEquals(Optional.of("urn:mine"), headers.to());
  }

  @ParameterizedTest
  @EnumSource(AddressingVersion.class)
  void invalidHeadersFault(AddressingVersion version) {
    String action = block(version, "Action", "urn:a");
    assertFault(version, Kind.HEADER_REQUIRED, null, "Action", block(version, "To", "urn:t"));
    assertFault(
        version, Kind.INVALID_HEADER, Special.INVALID_CARDINALITY, "Action", action + action);
    assertFault(
        version,
        Kind.INVALID_HEADER,
        Special.INVALID_ADDRESS,
        "To",
        action + block(version, "To", ""));
    assertFault(
        version,
        Kind.INVALID_HEADER,
        Special.INVALID_ADDRESS,
        "MessageID",
        action + block(version, "MessageID", "u".repeat(3_000)));
    assertFault(
        version,
        Kind.INVALID_HEADER,
        Special.MISSING_ADDRESS_IN_EPR,
        "ReplyTo",
        action + block(version, "ReplyTo", ""));
    assertFault(
        version,
        Kind.INVALID_HEADER,
        Special.INVALID_ADDRESS,
        "FaultTo",
        action + epr(version, "FaultTo", "<w:Address>nowhere</w:Address>"));
    assertFault(
        version,
        Kind.INVALID_HEADER,
        Special.INVALID_EPR,
        "ReplyTo",
        action
            + epr(
                version,
                "ReplyTo",
                "<w:Address>urn:a</w:Address><w:ReferenceParameters><w:To>x</w:To></w:ReferenceParameters>"));
    assertFault(
        version,
        Kind.INVALID_HEADER,
        Special.INVALID_EPR,
        "From",
        action + epr(version, "From", "<w:Address>urn:a</w:Address>" + "<x/>".repeat(65)));
    assertFault(
        version,
        Kind.INVALID_HEADER,
        Special.INVALID_CARDINALITY,
        "RelatesTo",
        action + block(version, "RelatesTo", "urn:r").repeat(65));
  }

  @Test
  void rejectsNonEnvelopes() {
    assertThrows(MalformedMessageException.class, () -> AddressingHeaders.read(utf8("<a/>")));
    assertThrows(
        MalformedMessageException.class,
        () -> AddressingHeaders.read(utf8("<Envelope xmlns='urn:other'/>")));
  }

  @Test
  void requiresMessageIdForReply() throws AddressingException {
    AddressingHeaders headers = read(block(NEW, "Action", "urn:a"));
    AddressingException e = assertThrows(AddressingException.class, headers::requiredMessageId);
    assertEquals(Optional.of(NEW.name("MessageID")), e.fault().header());
  }

  private static void assertFault(
      AddressingVersion version, Kind kind, Special special, String header, String blocks) {
    AddressingException e = assertThrows(AddressingException.class, () -> read(blocks));
    assertEquals(version, e.fault().version());
    assertEquals(kind, e.fault().kind());
    assertEquals(Optional.ofNullable(special), e.fault().special());
    assertEquals(Optional.of(version.name(header)), e.fault().header());
  }

  private static AddressingHeaders read(String blocks) throws AddressingException {
    return AddressingHeaders.read(new EnvelopeWriter(SoapVersion.SOAP_1_1).header(blocks).bytes())
        .orElseThrow();
  }

  private static String block(AddressingVersion version, String name, String text) {
    return epr(version, name, text);
  }

  private static String epr(AddressingVersion version, String name, String inner) {
    return "<w:%s xmlns:w='%s'>%s</w:%s>".formatted(name, version.namespace(), inner, name);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
