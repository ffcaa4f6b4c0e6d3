package org.dharch.ws.resource;

import static org.dharch.ws.resource.Requests.DOCUMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.Test;

/** Every operation and every fault, whatever the store is. */
abstract class OperationsContract extends PropertiesContract {
  // ---- the document

  @Test
  void putReplacesTheDocument() {
    String other = "<w:station xmlns:w=\"urn:weather\"><w:place>Gary</w:place></w:station>";
    assertFalse(station().ask("b1", Requests.put(other)).contains("station"));
    assertEquals(other, station().kept("b1").orElseThrow().document());
  }

  @Test
  void computedPropertiesAreNotStored() {
    String seen = station().ask("b1", Requests.getDocument());
    String document = seen.substring(seen.indexOf("<w:station"), seen.lastIndexOf("</"));
    assertTrue(document.contains("CurrentTime"), document);
    String answer = station().ask("b1", Requests.put(document));
    assertTrue(answer.contains("CurrentTime"), answer);
    assertEquals(DOCUMENT, station().kept("b1").orElseThrow().document());
  }

  @Test
  void rejectsInvalidDocuments() {
    refused("ResourceUnknown", "b2", Requests.put(DOCUMENT));
    refused("UnableToPutResourcePropertyDocument", "b1", Requests.put(""));
    refused("UnableToPutResourcePropertyDocument", "b1", Requests.put("<w:a/><w:b/>"));
    refused("UnableToPutResourcePropertyDocument", "b1", Requests.put("<w:a/>"));
    refused(
        "UnableToPutResourcePropertyDocument",
        "b1",
        Requests.put(
            "<w:station>" + ("<w:a>" + "x".repeat(600_000) + "</w:a>").repeat(2) + "</w:station>"));
    assertEquals(DOCUMENT, station().kept("b1").orElseThrow().document());
  }

  // ---- its life

  @Test
  void destroy() {
    station().ask("b1", Requests.destroy());
    assertEquals(Optional.empty(), station().kept("b1"));
    refused("ResourceUnknown", "b1", Requests.destroy());
    refused("ResourceUnknown", "b1", Requests.get("w:place"));
  }

  @Test
  void scheduledTermination() {
    String answer = station().ask("b1", Requests.endAt("2999-05-06T07:08:09+02:00"));
    assertTrue(answer.contains(">2999-05-06T05:08:09Z</wsrf-rl:NewTerminationTime>"), answer);
    assertTrue(
        station().ask("b1", Requests.get("rl:TerminationTime")).contains(">2999-05-06T05:08:09Z<"));
    long now = store().transact(ResourceTransaction::now);
    station().ask("b1", Requests.endIn("PT1H"));
    long end = station().kept("b1").orElseThrow().terminationAt().orElseThrow();
    assertTrue(end >= now + 3_600_000 && end < now + 3_660_000, "" + (end - now));
    station().ask("b1", Requests.neverEnd());
    assertTrue(station().kept("b1").orElseThrow().terminationAt().isEmpty());
    station().ask("b1", Requests.endAt("1969-01-01T00:00:00Z"));
    assertEquals(Optional.empty(), station().kept("b1"));
  }

  @Test
  void rejectsInvalidTimes() {
    refused("ResourceUnknown", "b2", Requests.endIn("PT1H"));
    for (String time :
        List.of("tomorrow", "2030-01-01", "20300-01-01T00:00:00Z", "", "x".repeat(99))) {
      refused("UnableToSetTerminationTime", "b1", Requests.endAt(time));
    }
    for (String duration : List.of("1h", "-PT1H", "P9999Y", "PT9999999999999999S", "")) {
      refused("UnableToSetTerminationTime", "b1", Requests.endIn(duration));
    }
    refused("UnableToSetTerminationTime", "b1", "<rl:SetTerminationTime/>");
  }

  // ---- both versions of SOAP

  @Test
  void answersAndFaultsAreAddressed() throws Exception {
    for (SoapVersion version : SoapVersion.values()) {
      AddressingHeaders answer =
          station()
              .answer(Requests.about("b1", version, Requests.get("w:place")))
              .addressing()
              .orElseThrow();
      assertEquals(
          "http://docs.oasis-open.org/wsrf/rpw-2/GetResourceProperty/GetResourcePropertyResponse",
          answer.action());
      assertEquals("urn:m:1", answer.relatesTo().get(0).messageId());
      SOAPContext fault = station().answer(Requests.about("b1", version, Requests.get("w:none")));
      assertEquals(version, fault.version());
      assertEquals(
          "http://docs.oasis-open.org/wsrf/fault", fault.addressing().orElseThrow().action());
    }
    assertEquals(
        "http://docs.oasis-open.org/wsrf/rlw-2/ImmediateResourceTermination/DestroyResponse",
        station()
            .answer(Requests.about("b1", SoapVersion.SOAP_1_1, Requests.destroy()))
            .addressing()
            .orElseThrow()
            .action());
  }
}
