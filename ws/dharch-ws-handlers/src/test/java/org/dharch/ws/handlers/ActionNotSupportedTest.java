package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.dharch.ws.addressing.AddressingFault;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFaults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A message whose action nobody knows, at a service in Axis2 that has all actions handled. */
class ActionNotSupportedTest {
  private static final String ACTION = "urn:nobodys";

  @TempDir Path folder;

  @Test
  void faultUsesVersionsOfRequest() throws Exception {
    try (RmServer server = RmServer.start(folder, "*")) {
      for (AddressingVersion version : AddressingVersion.values()) {
        String blocks =
            "<w:Action xmlns:w='%1$s'>%2$s</w:Action><w:MessageID xmlns:w='%1$s'>urn:m</w:MessageID>"
                .formatted(version.namespace(), ACTION);
        String url = server.url().toString();
        assertActionNotSupported(
            version, SoapCalls.post11(url, ACTION, EnvelopeText.SOAP11.of(blocks, "<x/>")));
        assertActionNotSupported(
            version, SoapCalls.post12(url, ACTION, EnvelopeText.SOAP12.of(blocks, "<x/>")));
      }
    }
  }

  private static void assertActionNotSupported(
      AddressingVersion version, HttpResponse<String> answer) throws Exception {
    assertTrue(answer.statusCode() >= 400, answer.body());
    byte[] envelope = answer.body().getBytes(StandardCharsets.UTF_8);
    SoapFault output = SoapFaults.read(envelope).orElseThrow();
    SoapFault wanted = AddressingFault.unknownAction(version, ACTION).soapFault();
    assertEquals(wanted.subcode(), output.subcode(), answer.body());
    assertEquals(wanted.code(), output.code());
    assertEquals(wanted.reason(), output.reason());
    assertTrue(answer.body().contains(">" + ACTION + "</"), answer.body());
    AddressingHeaders headers = AddressingHeaders.read(envelope).orElseThrow();
    assertEquals(version, headers.version(), answer.body());
    assertEquals(version.faultAction(), headers.action());
    assertEquals(List.of("urn:m"), headers.relatesTo().stream().map(it -> it.messageId()).toList());
  }
}
