package org.dharch.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.addressing.RelatesTo;
import org.dharch.ws.soap.EnvelopeWriter;
import org.dharch.ws.soap.SoapConversions;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFault.Code;
import org.dharch.ws.soap.SoapFaults;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AddressingProcessorTest {
  private static final AddressingVersion NEW = AddressingVersion.WSA_2005_08;
  private static final SoapFault FAULT =
      SoapFault.of(Code.SENDER, new QName("urn:f", "Wrong", "f"), "it is wrong");

  @Test
  void marksBlocksOfReceivedMessagesAsProcessed() throws WsException {
    SOAPContext context = new SOAPContext(Vectors.one("cxf-wsevt-2011", "01").bytes());
    Changes changes = processor().processExchange(context, Direction.FROM_NETWORK);
    assertEquals(
        List.of("Action", "MessageID", "To", "ReplyTo"),
        changes.processed().stream()
            .map(block -> block.name().getLocalPart())
            .collect(Collectors.toList()));
    assertTrue(!changes.touchesEnvelope());
  }

  @Test
  void ignoresOtherMessages() {
    SOAPContext plain =
        new SOAPContext(new EnvelopeWriter(SoapVersion.SOAP_1_1).body("<a/>").bytes());
    assertThrows(
        UnknownMessageException.class,
        () -> processor().processExchange(plain, Direction.FROM_NETWORK));
    SOAPContext context = new SOAPContext(Vectors.one("cxf-wsevt-2011", "01").bytes());
    assertThrows(
        UnknownMessageException.class,
        () -> processor().processExchange(context, Direction.FROM_APPLICATION));
  }

  @ParameterizedTest
  @CsvSource({
    "REQUIRED, true, ",
    "REQUIRED, false, OnlyAnonymousAddressSupported",
    "PROHIBITED, true, OnlyNonAnonymousAddressSupported",
    "PROHIBITED, false, ",
    "OPTIONAL, true, ",
    "OPTIONAL, false, "
  })
  void restrictsReplyTargets(AnonymousUse use, boolean isAnonymous, String code)
      throws WsException {
    EndpointReference reply =
        isAnonymous
            ? EndpointReference.anonymous(NEW)
            : EndpointReference.of(NEW, "http://h/reply");
    SOAPContext context = request(SoapVersion.SOAP_1_2, NEW, Optional.of(reply));
    AddressingProcessor processor = new AddressingProcessor(use);
    if (code == null) {
      processor.processExchange(context, Direction.FROM_NETWORK);
    } else {
      ProcessingException e =
          assertThrows(
              ProcessingException.class,
              () -> processor.processExchange(context, Direction.FROM_NETWORK));
      assertEquals(NEW.name(code), e.fault().subcode().orElseThrow());
    }
  }

  @ParameterizedTest
  @EnumSource(AddressingVersion.class)
  void replyUsesVersionsOfRequest(AddressingVersion version) throws Exception {
    for (SoapVersion soap : SoapVersion.values()) {
      SOAPContext request =
          request(soap, version, Optional.of(EndpointReference.of(version, "http://h/reply")));
      WsMessage reply =
          AddressingProcessor.reply(request, "urn:answer", "urn:2", List.of(), "<b/>");
      assertEquals("http://h/reply", reply.target().address());
      SOAPContext answer = new SOAPContext(reply.envelope());
      assertEquals(soap, answer.version());
      AddressingHeaders headers = answer.addressing().orElseThrow();
      assertEquals(version, headers.version());
      assertEquals("urn:answer", headers.action());
      assertEquals(List.of(RelatesTo.reply(version, "urn:1")), headers.relatesTo());
      assertTrue(SoapConversions.document(reply.envelope()).validate());
    }
  }

  @Test
  void replyToUnaddressedRequestIsUnaddressed() throws Exception {
    SOAPContext plain =
        new SOAPContext(new EnvelopeWriter(SoapVersion.SOAP_1_2).body("<a/>").bytes());
    WsMessage reply = AddressingProcessor.reply(plain, "urn:answer", "urn:2", List.of(), "<b/>");
    assertTrue(reply.target().isAnonymous());
    assertEquals(Optional.empty(), new SOAPContext(reply.envelope()).addressing());
    WsMessage fault = AddressingProcessor.faultReply(plain, FAULT, "", "urn:2", false);
    assertTrue(fault.target().isAnonymous());
    assertTrue(SoapFaults.read(fault.envelope()).isPresent());
  }

  @Test
  void faultIsSentToFaultTo() throws Exception {
    EndpointReference reply = EndpointReference.of(NEW, "http://h/reply");
    EndpointReference faults = EndpointReference.of(NEW, "http://h/faults");
    AddressingHeaders headers =
        AddressingHeaders.to(EndpointReference.of(NEW, "http://h"), "urn:a", "urn:1")
            .withEndpoints(reply, reply, faults);
    SOAPContext request =
        new SOAPContext(
            AddressingProcessor.envelope(SoapVersion.SOAP_1_2, headers, List.of(), "<a/>"));
    WsMessage fault = AddressingProcessor.faultReply(request, FAULT, "", "urn:2", false);
    assertEquals(faults, fault.target());
    assertEquals(NEW.soapFaultAction(), fault.action());
    SOAPContext told = new SOAPContext(fault.envelope());
    assertEquals(NEW.soapFaultAction(), told.action());
    assertEquals(
        List.of(RelatesTo.reply(NEW, "urn:1")), told.addressing().orElseThrow().relatesTo());
    assertEquals(FAULT.subcodes(), SoapFaults.read(fault.envelope()).orElseThrow().subcodes());
  }

  @Test
  void invalidAddressingFaultsOnBackChannel() {
    SOAPContext request =
        new SOAPContext(
            new EnvelopeWriter(SoapVersion.SOAP_1_1)
                .header("<To xmlns='http://schemas.xmlsoap.org/ws/2004/08/addressing'>urn:a</To>")
                .bytes());
    ProcessingException e = assertThrows(ProcessingException.class, request::action);
    WsMessage fault =
        AddressingProcessor.faultReply(request, e.fault(), e.action(), "urn:2", false);
    assertTrue(fault.target().isAnonymous());
    assertEquals(AddressingVersion.WSA_2004_08.faultAction(), fault.action());
    assertEquals(
        "MessageInformationHeaderRequired",
        SoapFaults.read(fault.envelope()).orElseThrow().subcode().orElseThrow().getLocalPart());
  }

  private static AddressingProcessor processor() {
    return new AddressingProcessor(AnonymousUse.OPTIONAL);
  }

  private static SOAPContext request(
      SoapVersion soap, AddressingVersion version, Optional<EndpointReference> reply) {
    AddressingHeaders headers =
        AddressingHeaders.to(EndpointReference.of(version, "http://h"), "urn:a", "urn:1");
    return new SOAPContext(
        AddressingProcessor.envelope(
            soap, reply.map(headers::withReplyTo).orElse(headers), List.of(), "<a/>"));
  }
}
