package org.dharch.ws.rm.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.WsException;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.Refusal;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.soap.EnvelopeWriter;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong, and what is said then; what peers write that no schema allows. */
class RmMessagesTest {
  private static final String NEW = RmVersion.RM_1_1.namespace();
  private static final String OLD = RmVersion.RM_1_0.namespace();
  private static final String ID = "<r:Identifier>urn:s</r:Identifier>";

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of(NEW, "Sequence", ID, "must have MessageNumber"),
        Arguments.of(
            NEW, "Sequence", "<r:MessageNumber>1</r:MessageNumber>", "must have Identifier"),
        Arguments.of(NEW, "Sequence", number("0"), "the first is 1"),
        Arguments.of(NEW, "Sequence", number("-1"), "the first is 1"),
        Arguments.of(NEW, "Sequence", number("one"), "is not a message number"),
        Arguments.of(NEW, "Sequence", number("1.5"), "is not a message number"),
        Arguments.of(NEW, "Sequence", number("9".repeat(100)), "is not a message number"),
        Arguments.of(
            NEW,
            "Sequence",
            "<r:Identifier>" + "u".repeat(300) + "</r:Identifier>",
            "at most 256 characters"),
        Arguments.of(NEW, "Sequence", "<r:Identifier>no uri</r:Identifier>", "must be a URI"),
        Arguments.of(NEW, "SequenceAcknowledgement", "", "must have Identifier"),
        Arguments.of(NEW, "AckRequested", "", "must have Identifier"),
        Arguments.of(NEW, "SequenceFault", "", "must have FaultCode"),
        Arguments.of(
            NEW, "SequenceFault", "<r:FaultCode>r:Other</r:FaultCode>", "Other is unknown"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void invalidHeaderIsSenderFault(String uri, String name, String inner, String output) {
    ProcessingException e =
        assertThrows(ProcessingException.class, () -> read(block(uri, name, inner), ""));
    assertTrue(e.getMessage().contains(output), e.getMessage());
    assertTrue(e.getMessage().startsWith("wsrm:"), e.getMessage());
  }

  static Stream<Arguments> wrongBodies() {
    return Stream.of(
        Arguments.of(NEW, "CreateSequence", "", "must have AcksTo"),
        Arguments.of(NEW, "CreateSequence", "<r:AcksTo/>", "AcksTo must have an address"),
        Arguments.of(NEW, "CreateSequence", acksTo() + "<r:Expires>soon</r:Expires>", "duration"),
        Arguments.of(
            NEW,
            "CreateSequence",
            acksTo() + "<r:Expires>-PT1S</r:Expires>",
            "must not be negative"),
        Arguments.of(NEW, "CreateSequence", acksTo() + "<r:Offer/>", "must have Identifier"),
        Arguments.of(NEW, "CreateSequence", acksTo() + "<x/>".repeat(65), "64 extensions"),
        Arguments.of(NEW, "CreateSequenceResponse", "", "must have Identifier"),
        Arguments.of(
            NEW,
            "CreateSequenceResponse",
            ID + "<r:IncompleteSequenceBehavior>Keep</r:IncompleteSequenceBehavior>",
            "'Keep' must be DiscardEntireSequence"),
        Arguments.of(NEW, "TerminateSequence", "", "must have Identifier"),
        Arguments.of(
            NEW,
            "CloseSequence",
            ID + "<r:LastMsgNumber>9223372036854775808</r:LastMsgNumber>",
            "at most 9223372036854775807"),
        Arguments.of(
            OLD, "CloseSequence", ID, "RM_1_0 does not define a message with wsrm:CloseSequence"),
        Arguments.of(
            OLD, "LastMessage", ID, "RM_1_0 does not define a message with wsrm:LastMessage"),
        Arguments.of(NEW, "Sequence", ID, "RM_1_1 does not define a message with wsrm:Sequence"));
  }

  @ParameterizedTest
  @MethodSource("wrongBodies")
  void invalidBodyIsSenderFault(String uri, String name, String inner, String output) {
    ProcessingException e =
        assertThrows(ProcessingException.class, () -> read("", block(uri, name, inner)));
    assertTrue(e.getMessage().contains(output), e.getMessage());
  }

  @Test
  void rejectsOtherMessages() {
    assertThrows(UnknownMessageException.class, () -> read("", "<a xmlns='urn:a'/>"));
    assertThrows(UnknownMessageException.class, () -> read(block("urn:r", "Sequence", ID), ""));
    String forAnother =
        "<r:Sequence xmlns:r='%s' xmlns:s='%s' s:actor='urn:x'/>"
            .formatted(NEW, SoapVersion.SOAP_1_1.namespace());
    assertThrows(UnknownMessageException.class, () -> read(forAnother, ""));
  }

  @ParameterizedTest
  @CsvSource({
    "SequenceAcknowledgement, SEQUENCE_ACKNOWLEDGEMENT",
    "AckRequested, ACK_REQUESTED",
    "LastMessage, LAST_MESSAGE"
  })
  void classifiesEmptyBodyByAction(String name, RmMessageKind kind) throws WsException {
    // as CXF does, without that header
    byte[] envelope =
        RmMessages.envelope(
            SoapVersion.SOAP_1_1,
            AddressingHeaders.to(
                EndpointReference.of(AddressingVersion.WSA_2004_08, "http://h"),
                OLD + "/" + name,
                "urn:1"),
            List.of());
    RmReceived received = RmMessages.read(new SOAPContext(envelope));
    assertEquals(Optional.of(kind), received.kind());
    assertTrue(received.headers().isEmpty());
    assertEquals(
        Optional.of(kind),
        RmMessages.read(
                new SOAPContext(new EnvelopeWriter(SoapVersion.SOAP_1_2).bytes(), OLD + "/" + name))
            .kind());
  }

  @Test
  void numberAboveHighestIsRollover() {
    ProcessingException e =
        assertThrows(
            ProcessingException.class,
            () -> read(block(NEW, "Sequence", number("9223372036854775808")), ""));
    assertEquals("MessageNumberRollover", e.fault().subcode().orElseThrow().getLocalPart());
    assertEquals(NEW + "/fault", e.action());
  }

  @Test
  void rejectsTwoSequenceHeaders() {
    String twice = block(NEW, "Sequence", number("1")) + block(OLD, "Sequence", number("1"));
    assertThrows(ProcessingException.class, () -> read(twice, ""));
  }

  static Stream<Arguments> invalidAcknowledgements() {
    return Stream.of(
        Arguments.of(range(1, 5) + range(3, 7), "overlaps"),
        Arguments.of(range(5, 1), "must be a range"),
        Arguments.of(range(0, 1), "the first is 1"),
        Arguments.of(range(0, 0) + range(1, 1), "0-0 and others"),
        Arguments.of(range(1, 1) + range(0, 0), "0-0 and others"),
        Arguments.of("<r:AcknowledgementRange Lower='1'/>", "is not a message number"),
        Arguments.of("<r:Nack>x</r:Nack>", "is not a message number"),
        Arguments.of("<r:AcknowledgementRange Lower='1' Upper='9223372036854775808'/>", "highest"),
        Arguments.of(
            IntStream.range(1, 5_000)
                .mapToObj(i -> range(2L * i, 2L * i))
                .collect(Collectors.joining()),
            "4096"));
  }

  @ParameterizedTest
  @MethodSource("invalidAcknowledgements")
  void reportsInvalidAcknowledgementAndAcceptsRest(String inner, String output) throws WsException {
    RmHeaders headers =
        read(
                block(NEW, "SequenceAcknowledgement", ID + inner)
                    + block(NEW, "Sequence", number("7"))
                    + block(NEW, "SequenceAcknowledgement", ID + range(1, 2)),
                "")
            .headers();
    assertEquals(7, headers.sequence().orElseThrow().number());
    assertEquals(1, headers.acknowledgements().size());
    assertEquals(1, headers.refused().size());
    RmFault fault = headers.refused().get(0);
    assertEquals(Refusal.Kind.INVALID_ACKNOWLEDGEMENT, fault.refusal().kind());
    assertTrue(fault.refusal().reason().contains(output), fault.refusal().reason());
    assertEquals(Optional.of(new SequenceId("urn:s")), fault.sequence());
  }

  /** As WCF writes it before it has received a message. */
  @Test
  void readsAcknowledgementOfNothing() throws WsException {
    for (String namespace : List.of(OLD, NEW)) {
      RmHeaders headers =
          read(block(namespace, "SequenceAcknowledgement", ID + range(0, 0)), "").headers();
      assertEquals(List.of(), headers.refused());
      assertTrue(headers.acknowledgements().get(0).acknowledgement().ranges().isEmpty());
    }
  }

  @Test
  void boundsHeaders() {
    String acks = block(NEW, "SequenceAcknowledgement", ID + range(1, 1)).repeat(65);
    assertThrows(ProcessingException.class, () -> read(acks, ""));
    String requests = block(NEW, "AckRequested", ID).repeat(65);
    assertThrows(ProcessingException.class, () -> read(requests, ""));
  }

  @Test
  void readsNacks() throws WsException {
    AcknowledgementHeader header =
        read(
                block(
                    NEW,
                    "SequenceAcknowledgement",
                    ID + "<r:Nack>7</r:Nack><r:Nack>3</r:Nack><r:Nack>7</r:Nack>"),
                "")
            .headers()
            .acknowledgements()
            .get(0);
    assertEquals(Ranges.EMPTY.add(3).add(7), header.missing());
    assertEquals(Ranges.EMPTY, header.acknowledgement().ranges());
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, ",
    "P0Y0M0DT0H0M0S, ",
    "P200Y, ",
    "P99999999999999Y, ",
    "PT10S, PT10S",
    "P0Y0M0DT0H59M59.998S, PT59M59.998S",
    "P1M, P30D",
    "PT0.0001S, PT0.001S"
  })
  void readsExpiresVariants(String text, Duration expected) throws WsException {
    RmBody.CreateSequenceResponse created =
        (RmBody.CreateSequenceResponse)
            read(
                    "",
                    block(
                        NEW,
                        "CreateSequenceResponse",
                        ID + "<r:Expires> " + text + " </r:Expires>"))
                .body()
                .orElseThrow();
    assertEquals(Optional.ofNullable(expected), created.expires());
  }

  @Test
  void readsAddressing2005In10() throws WsException {
    RmBody.CreateSequence create =
        (RmBody.CreateSequence)
            read("", block(OLD, "CreateSequence", acksTo())).body().orElseThrow();
    assertEquals(AddressingVersion.WSA_2005_08, create.acksTo().version());
    assertEquals("http://h/acks", create.acksTo().address());
  }

  @Test
  void readsSecurityRequests() throws WsException {
    RmHeaders headers =
        read(block(NEW, "UsesSequenceSTR", "") + block(NEW, "UsesSequenceSSL", ""), "").headers();
    assertTrue(headers.usesSequenceStr() && headers.usesSequenceSsl());
  }

  @Test
  void omitsUnsupportedElements() {
    SequenceId id = new SequenceId("urn:s");
    assertThrows(
        IllegalArgumentException.class,
        () -> new RmBody.CloseSequence(RmVersion.RM_1_0, id, Optional.empty()).write());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            AcknowledgementHeader.of(RmVersion.RM_1_0, new Acknowledgement(id, Ranges.EMPTY, false))
                .write());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new AcknowledgementHeader(
                    RmVersion.RM_1_1,
                    new Acknowledgement(id, Ranges.EMPTY, false),
                    Ranges.of(1, Long.MAX_VALUE))
                .write());
    String last = new SequenceHeader(RmVersion.RM_1_1, id, 1, true).write(SoapVersion.SOAP_1_2);
    assertTrue(!last.contains("LastMessage"), last);
  }

  @ParameterizedTest
  @EnumSource(RmVersion.class)
  void messagesDependOnVersion(RmVersion version) {
    long count = Stream.of(RmMessageKind.values()).filter(kind -> kind.existsIn(version)).count();
    assertEquals(version == RmVersion.RM_1_0 ? 6 : 8, count);
  }

  private static RmReceived read(String header, String body) throws WsException {
    return RmMessages.read(
        new SOAPContext(
            new EnvelopeWriter(SoapVersion.SOAP_1_1)
                .headers(header.isEmpty() ? List.of() : List.of(header))
                .body(body)
                .bytes()));
  }

  private static String block(String uri, String name, String inner) {
    return "<r:%s xmlns:r='%s'>%s</r:%s>".formatted(name, uri, inner, name);
  }

  private static String number(String text) {
    return ID + "<r:MessageNumber>" + text + "</r:MessageNumber>";
  }

  private static String range(long lower, long upper) {
    return "<r:AcknowledgementRange Lower='%d' Upper='%d'/>".formatted(lower, upper);
  }

  private static String acksTo() {
    return "<r:AcksTo><Address xmlns='%s'>http://h/acks</Address></r:AcksTo>"
        .formatted(AddressingVersion.WSA_2005_08.namespace());
  }
}
