package org.dharch.ws.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.Vectors;
import org.dharch.ws.soap.SoapFault.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SoapFaultsTest {
  private static final QName GENERAL = new QName("urn:f", "General", "f");
  private static final QName SPECIAL = new QName("urn:f", "Special", "f");
  private static final String DETAIL = "<d:Id xmlns:d=\"urn:d\">urn:1</d:Id>";

  @Test
  void soap12ContainsAllSubcodes() {
    SoapFault fault =
        new SoapFault(
            Code.SENDER,
            List.of(GENERAL, SPECIAL),
            "it is <wrong>",
            List.of(DETAIL),
            Optional.of("<h/>"),
            true);
    byte[] envelope = SoapFaults.envelope(SoapVersion.SOAP_1_2, fault, List.of());
    assertValid(envelope);
    SoapFault read = SoapFaults.read(envelope).orElseThrow();
    assertEquals(Code.SENDER, read.code());
    assertEquals(List.of(GENERAL, SPECIAL), read.subcodes());
    assertEquals("it is <wrong>", read.reason());
    assertEquals("urn:1", ElementReader.of(utf8(read.detail().get(0))).text());
    assertTrue(!text(envelope).contains("Header"), text(envelope));
  }

  @Test
  void soap11UsesMostSpecificCode() {
    SoapFault fault =
        new SoapFault(
            Code.RECEIVER,
            List.of(GENERAL, SPECIAL),
            "r",
            List.of(DETAIL),
            Optional.of("<h:H xmlns:h=\"urn:h\"/>"),
            true);
    byte[] special = SoapFaults.envelope(SoapVersion.SOAP_1_1, fault, List.of());
    assertValid(special);
    assertEquals(List.of(SPECIAL), SoapFaults.read(special).orElseThrow().subcodes());
    assertTrue(text(special).contains("urn:h") && !text(special).contains("urn:d"), text(special));

    SoapFault general =
        new SoapFault(
            Code.RECEIVER, fault.subcodes(), "r", fault.detail(), Optional.empty(), false);
    byte[] plain = SoapFaults.envelope(SoapVersion.SOAP_1_1, general, List.of());
    assertValid(plain);
    SoapFault read = SoapFaults.read(plain).orElseThrow();
    assertEquals(Code.RECEIVER, read.code());
    assertEquals(List.of(), read.subcodes());
    assertTrue(text(plain).contains("urn:d"), text(plain));
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void roundTripsCodes(SoapVersion version) {
    for (Code code : Code.values()) {
      byte[] envelope = SoapFaults.envelope(version, SoapFault.of(code, "r"), List.of());
      assertValid(envelope);
      Code expected =
          version == SoapVersion.SOAP_1_1 && code == Code.DATA_ENCODING_UNKNOWN
              ? Code.SENDER
              : code;
      assertEquals(expected, SoapFaults.read(envelope).orElseThrow().code());
    }
  }

  @Test
  void readsFaultOfAxis2() {
    SoapFault fault =
        SoapFaults.read(Vectors.one("cxf-client-vs-sandesha2-axis2-1.6.4-rm10", "02").bytes())
            .orElseThrow();
    assertEquals(Code.RECEIVER, fault.code());
    assertTrue(fault.reason().startsWith("Sandesha2 got an exception"), fault.reason());
    assertEquals(1, fault.detail().size());
  }

  @Test
  void returnsEmptyWithoutFault() {
    assertEquals(
        Optional.empty(), SoapFaults.read(Vectors.one("cxf-rm11-wsa200508-anon", "01").bytes()));
    assertEquals(
        Optional.empty(),
        SoapFaults.read(new EnvelopeWriter(SoapVersion.SOAP_1_1).body("<Fault/>").bytes()));
  }

  @Test
  void rejectsFaultWithoutCode() {
    byte[] envelope =
        new EnvelopeWriter(SoapVersion.SOAP_1_1)
            .body("<Fault xmlns='http://schemas.xmlsoap.org/soap/envelope/'/>")
            .bytes();
    assertThrows(MalformedMessageException.class, () -> SoapFaults.read(envelope));
  }

  private static void assertValid(byte[] envelope) {
    assertTrue(SoapConversions.document(envelope).validate(), () -> text(envelope));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
