package org.dharch.ws.rm.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.xmlbeans.XmlError;
import org.apache.xmlbeans.XmlObject;
import org.apache.xmlbeans.XmlOptions;
import org.dharch.ws.WsException;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.rm.Refusal;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.soap.SafeXml;
import org.dharch.ws.soap.SoapConversions;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFault.Code;
import org.dharch.ws.soap.SoapFaults;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RmFaultTest {
  private static final SequenceId ID = new SequenceId("urn:uuid:1");

  @ParameterizedTest
  @EnumSource(RmVersion.class)
  void roundTripsFaultsInBothSoapVersions(RmVersion version) throws WsException {
    for (Refusal.Kind kind : Refusal.Kind.values()) {
      if (!exists(kind, version)) {
        continue;
      }
      RmFault fault = RmFault.of(version, new Refusal(kind, "because <of> it"), ID);
      for (SoapVersion soap : SoapVersion.values()) {
        byte[] envelope = SoapFaults.envelope(soap, fault.soapFault(), List.of());
        assertValid(SoapConversions.document(envelope));
        fault.soapFault().headerDetail().ifPresent(h -> assertValid(SafeXml.parse(utf8(h))));
        SoapFault read = SoapFaults.read(envelope).orElseThrow();
        assertEquals(
            Optional.of(fault),
            RmFault.of(read, RmHeaders.read(envelope)),
            () -> new String(envelope, StandardCharsets.UTF_8));
      }
    }
  }

  @Test
  void soap11CodeIsInHeaderExceptCreateRefused() {
    SoapFault unknown =
        RmFault.of(
                RmVersion.RM_1_1, new Refusal(Refusal.Kind.UNKNOWN_SEQUENCE, "it is unknown"), ID)
            .soapFault();
    SoapFault read =
        SoapFaults.read(SoapFaults.envelope(SoapVersion.SOAP_1_1, unknown, List.of()))
            .orElseThrow();
    assertEquals(Code.SENDER, read.code());
    assertEquals(List.of(), read.subcodes());
    SoapFault refused = RmFault.createRefused(RmVersion.RM_1_1, "there is no room").soapFault();
    read =
        SoapFaults.read(SoapFaults.envelope(SoapVersion.SOAP_1_1, refused, List.of()))
            .orElseThrow();
    assertEquals(
        List.of(new QName(RmVersion.RM_1_1.namespace(), "CreateSequenceRefused")), read.subcodes());
  }

  @Test
  void actionDependsOnVersion() {
    RmFault newer = RmFault.createRefused(RmVersion.RM_1_1, "no");
    assertEquals(
        "http://docs.oasis-open.org/ws-rx/wsrm/200702/fault",
        newer.action(AddressingVersion.WSA_2005_08));
    RmFault older = RmFault.createRefused(RmVersion.RM_1_0, "no");
    assertEquals(
        "http://schemas.xmlsoap.org/ws/2004/08/addressing/fault",
        older.action(AddressingVersion.WSA_2004_08));
    assertEquals("", older.exception().action());
  }

  @Test
  void ignoresOtherFaults() throws WsException {
    SoapFault other = SoapFault.of(Code.RECEIVER, new QName("urn:x", "y", "x"), "z");
    byte[] envelope = SoapFaults.envelope(SoapVersion.SOAP_1_2, other, List.of());
    assertEquals(Optional.empty(), RmFault.of(other, RmHeaders.read(envelope)));
    SoapFault alike = SoapFault.of(Code.SENDER, RmVersion.RM_1_1.name("SomethingElse"), "z");
    assertEquals(Optional.empty(), RmFault.of(alike, RmHeaders.read(envelope)));
  }

  @Test
  void faultContainsInvalidAcknowledgement() {
    String shown = "<a:b xmlns:a=\"urn:a\"/>";
    RmFault fault =
        new RmFault(
            RmVersion.RM_1_1,
            new Refusal(Refusal.Kind.INVALID_ACKNOWLEDGEMENT, "r"),
            Optional.of(ID),
            Optional.of(shown));
    assertEquals(List.of(shown), fault.soapFault().detail());
  }

  private static boolean exists(Refusal.Kind kind, RmVersion version) {
    return switch (kind) {
      case SEQUENCE_CLOSED, WSRM_REQUIRED -> version == RmVersion.RM_1_1;
      case LAST_MESSAGE_NUMBER_EXCEEDED -> version == RmVersion.RM_1_0;
      default -> true;
    };
  }

  private static void assertValid(XmlObject document) {
    List<XmlError> errors = new ArrayList<>();
    assertTrue(
        document.validate(new XmlOptions().setErrorListener(errors)),
        () -> errors + document.xmlText());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
