package org.dharch.ws.addressing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dharch.ws.addressing.AddressingFault.Special;
import org.dharch.ws.soap.SafeXml;
import org.dharch.ws.soap.SoapConversions;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFault.Code;
import org.dharch.ws.soap.SoapFaults;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AddressingFaultTest {
  @ParameterizedTest
  @EnumSource(AddressingVersion.class)
  void faultsAreValidInBothSoapVersions(AddressingVersion version) {
    boolean is2005 = version == AddressingVersion.WSA_2005_08;
    for (AddressingFault fault :
        List.of(
            AddressingFault.invalid(version, "To", Special.INVALID_CARDINALITY, "twice"),
            AddressingFault.required(version, "Action"),
            AddressingFault.unreachable(version, "http://h/"),
            AddressingFault.unknownAction(version, "urn:a"),
            AddressingFault.unavailable(version, Duration.ofSeconds(2)))) {
      for (SoapVersion soap : SoapVersion.values()) {
        byte[] envelope = SoapFaults.envelope(soap, fault.soapFault(), List.of());
        assertTrue(SoapConversions.document(envelope).validate(), () -> text(envelope));
        SoapFault read = SoapFaults.read(envelope).orElseThrow();
        assertEquals(fault.soapFault().subcode(), read.subcode());
        assertEquals(fault.reason(), read.reason());
      }
      fault
          .soapFault()
          .detail()
          .forEach(
              detail ->
                  assertTrue(
                      SafeXml.parse(detail.getBytes(StandardCharsets.UTF_8)).validate(), detail));
      assertEquals(is2005, fault.soapFault().headerDetail().isPresent());
    }
    SoapFault invalid =
        AddressingFault.invalid(version, "To", Special.INVALID_CARDINALITY, "twice").soapFault();
    assertEquals(Code.SENDER, invalid.code());
    assertEquals(
        is2005
            ? List.of(version.name("InvalidAddressingHeader"), version.name("InvalidCardinality"))
            : List.of(version.name("InvalidMessageInformationHeader")),
        invalid.subcodes());
    SoapFault unavailable = AddressingFault.unavailable(version, Duration.ofSeconds(2)).soapFault();
    assertEquals(Code.RECEIVER, unavailable.code());
    assertTrue(unavailable.detail().get(0).contains(">2000<"), unavailable.detail().get(0));
    assertEquals(
        Optional.of(version.name("ActionNotSupported")),
        AddressingFault.unknownAction(version, "urn:a").soapFault().subcode());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
