package org.dharch.ws.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.ws.Direction;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.Vectors;
import org.dharch.ws.WsException;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmMessages;
import org.dharch.ws.soap.EnvelopeWriter;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.Test;

class PolicyProcessorTest {
  private static final SOAPContext PLAIN =
      new SOAPContext(new EnvelopeWriter(SoapVersion.SOAP_1_1).body("<a/>").bytes());

  @Test
  void acceptsMessagesInSequence() throws WsException {
    PolicyProcessor processor = processor("<n:RMAssertion/><m:Addressing/>");
    for (String begin : List.of("01", "03", "08", "13")) {
      assertSame(Changes.NONE, in(processor, vector("cxf-rm11-wsa200508-anon", begin)));
    }
  }

  @Test
  void rejectsMessagesWithoutRequiredSequence() {
    ProcessingException e =
        assertThrows(ProcessingException.class, () -> in(processor("<n:RMAssertion/>"), PLAIN));
    assertEquals(RmVersion.RM_1_1.name("WSRMRequired"), e.fault().subcode().orElseThrow());
    ProcessingException older =
        assertThrows(ProcessingException.class, () -> in(processor("<o:RMAssertion/>"), PLAIN));
    assertEquals(Optional.empty(), older.fault().subcode());
  }

  @Test
  void acceptsMessagesWithoutOptionalSequence() throws WsException {
    in(processor("<n:RMAssertion p:Optional='true'/>"), PLAIN);
    in(processor(""), PLAIN);
  }

  @Test
  void rejectsMessagesWithoutRequiredAddressing() throws WsException {
    ProcessingException e =
        assertThrows(ProcessingException.class, () -> in(processor("<m:Addressing/>"), PLAIN));
    assertEquals(
        AddressingVersion.WSA_2005_08.name("MessageAddressingHeaderRequired"),
        e.fault().subcode().orElseThrow());
    in(processor("<m:Addressing p:Optional='true'/>"), PLAIN);
  }

  @Test
  void rejectsSequenceOfOtherVersion() throws WsException {
    ProcessingException e =
        assertThrows(
            ProcessingException.class,
            () -> in(processor("<n:RMAssertion/>"), vector("cxf-rm10-wsa200408-anon", "01")));
    assertEquals(RmVersion.RM_1_0.name("CreateSequenceRefused"), e.fault().subcode().orElseThrow());
    in(
        processor("<p:ExactlyOne><n:RMAssertion/><o:RMAssertion/></p:ExactlyOne>"),
        vector("cxf-rm10-wsa200408-anon", "01"));
    assertThrows(
        ProcessingException.class,
        () -> in(processor(""), vector("cxf-rm10-wsa200408-anon", "01")));
  }

  @Test
  void rejectsUnsupportedSecurityBinding() throws WsException {
    String str = "<r:UsesSequenceSTR xmlns:r='" + RmVersion.RM_1_1.namespace() + "'/>";
    SOAPContext create = create(List.of(str), List.of());
    ProcessingException e =
        assertThrows(ProcessingException.class, () -> in(processor("<n:RMAssertion/>"), create));
    assertTrue(e.getMessage().contains("policy"), e.getMessage());
    PolicyProcessor secured =
        processor("<n:RMAssertion><p:Policy><n:SequenceSTR/></p:Policy></n:RMAssertion>");
    in(secured, create);
    assertThrows(ProcessingException.class, () -> in(secured, create(List.of(), List.of())));
  }

  @Test
  void rejectsIncompatiblePolicyInCreateSequence() throws WsException {
    PolicyProcessor processor = processor(RmPolicyTest.RM11);
    in(processor, create(List.of(), List.of(RmPolicyTest.policy(RmPolicyTest.RM11))));
    in(processor, create(List.of(), List.of("<x xmlns='urn:x'/>")));
    for (String other :
        List.of(
            "<n:RMAssertion><n:ExactlyOnce/></n:RMAssertion>",
            "<n:RMAssertion><n:ExactlyOnce/><n:AtMostOnce/></n:RMAssertion>",
            "<x:a p:Optional='true' xmlns:x='urn:x'/>".repeat(40))) {
      ProcessingException e =
          assertThrows(
              ProcessingException.class,
              () -> in(processor, create(List.of(), List.of(RmPolicyTest.policy(other)))));
      assertEquals(
          RmVersion.RM_1_1.name("CreateSequenceRefused"), e.fault().subcode().orElseThrow());
    }
  }

  @Test
  void requiresSatisfiablePolicy() {
    assertThrows(
        UnknownMessageException.class,
        () -> processor("").processExchange(PLAIN, Direction.FROM_APPLICATION));
    assertThrows(PolicyException.class, () -> processor("<p:ExactlyOne/>"));
  }

  private static SOAPContext create(List<String> blocks, List<String> extensions) {
    EndpointReference here = EndpointReference.of(AddressingVersion.WSA_2005_08, "http://h");
    RmBody body =
        new RmBody.CreateSequence(
            RmVersion.RM_1_1, here, Optional.empty(), Optional.empty(), extensions);
    return new SOAPContext(
        RmMessages.envelope(
            SoapVersion.SOAP_1_2,
            AddressingHeaders.to(here, body.kind().action(body.version()), "urn:1"),
            blocks,
            body));
  }

  private static Changes in(PolicyProcessor processor, SOAPContext context) throws WsException {
    return processor.processExchange(context, Direction.FROM_NETWORK);
  }

  private static SOAPContext vector(String conversation, String begin) {
    return new SOAPContext(Vectors.one(conversation, begin).bytes());
  }

  private static PolicyProcessor processor(String inner) {
    return new PolicyProcessor(RmPolicyTest.read(inner));
  }
}
