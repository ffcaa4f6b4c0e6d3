package org.dharch.ws.resource;

import static org.dharch.ws.resource.Requests.DOCUMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.Direction;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What strangers send. */
class HostileRequestsTest {
  private final ResourceStore store = new MemoryResourceStore(() -> Instant.EPOCH);
  private final Station station = new Station(store, ResourceSettings.DEFAULT);

  @BeforeEach
  void makeOne() {
    station.make("b1", DOCUMENT);
  }

  private void unharmed() {
    assertEquals(DOCUMENT, station.kept("b1").orElseThrow().document());
  }

  @Test
  void rejectsDocumentType() {
    String request =
        new String(
            Requests.about("b1", SoapVersion.SOAP_1_1, Requests.put("<w:station>&x;</w:station>")),
            StandardCharsets.UTF_8);
    byte[] bomb =
        ("<!DOCTYPE s [<!ENTITY x \"xxxx\">]>" + request).getBytes(StandardCharsets.UTF_8);
    assertThrows(MalformedMessageException.class, () -> station.perform(bomb, "m"));
    unharmed();
  }

  @Test
  void rejectsDeepNesting() {
    String deep = "<w:a>".repeat(5_000) + "</w:a>".repeat(5_000);
    byte[] request =
        Requests.about("b1", SoapVersion.SOAP_1_1, Requests.set(Requests.insert(deep)));
    try {
      SoapFault fault = station.refused(request);
      assertEquals(SoapFault.Code.SENDER, fault.code());
    } catch (MalformedMessageException e) {
      assertTrue(e.getMessage().contains("dee"), e.getMessage());
    }
    unharmed();
  }

  @Test
  void boundsAnswerWithDeclarations() {
    String longName = "urn:" + "n".repeat(50_000);
    String document =
        "<w:station xmlns:w=\"urn:weather\" xmlns:l=\""
            + longName
            + "\">"
            + "<l:x/>".repeat(1_000)
            + "</w:station>";
    station.ask("b1", Requests.put(document));
    byte[] request =
        Requests.envelope(
            SoapVersion.SOAP_1_1,
            "<r:ResourceId xmlns:r=\"urn:dharch:resource:1\">b1</r:ResourceId>",
            "<rp:GetResourceProperty xmlns:l=\"" + longName + "\">l:x</rp:GetResourceProperty>");
    SoapFault fault = station.refused(request);
    assertTrue(fault.reason().contains("must have at most"), fault.reason());
  }

  @Test
  void rejectsTwoResourceIds() {
    SoapFault fault =
        station.refused(
            Requests.envelope(
                SoapVersion.SOAP_1_2,
                "<r:ResourceId xmlns:r=\"urn:dharch:resource:1\">b1</r:ResourceId>".repeat(2),
                Requests.destroy()));
    assertEquals("ResourceUnknownFault", fault.subcode().orElseThrow().getLocalPart());
    unharmed();
  }

  @Test
  void rejectsElementsInText() {
    for (String body :
        new String[] {
          Requests.get("<w:place/>"),
          "<rp:QueryResourceProperties><rp:QueryExpression Dialect=\""
              + Wsrf.XPATH
              + "\"><w:x/></rp:QueryExpression></rp:QueryResourceProperties>",
          Requests.endIn("<w:x/>")
        }) {
      assertEquals(SoapFault.Code.SENDER, station.refused("b1", body).code());
    }
    assertEquals(
        SoapFault.Code.SENDER,
        station
            .refused(
                Requests.envelope(
                    SoapVersion.SOAP_1_1,
                    "<r:ResourceId xmlns:r=\"urn:dharch:resource:1\"><w:x/></r:ResourceId>",
                    Requests.destroy()))
            .code());
    unharmed();
  }

  /** Nothing that a request says is dropped. */
  @Test
  void rejectsTextBetweenElements() {
    String place = "<w:place>Rome</w:place>";
    for (String body :
        new String[] {
          Requests.set(Requests.insert(place + "and more")),
          Requests.set(Requests.update("x" + place)),
          Requests.set("x", Requests.update(place)),
          Requests.set(Requests.delete("w:place").replace("/>", ">" + place + "</rp:Delete>")),
          Requests.set(Requests.delete("w:place").replace("/>", ">text</rp:Delete>")),
          Requests.put(DOCUMENT + "text")
        }) {
      assertEquals(SoapFault.Code.SENDER, station.refused("b1", body).code(), body);
    }
    unharmed();
  }

  @Test
  void keepsCommentsOfValues() {
    station.ask("b1", Requests.set(Requests.update("<w:place>Ro<!-- : -->me</w:place>")));
    String kept = station.kept("b1").orElseThrow().document();
    assertTrue(kept.contains("Ro<!-- : -->me"), kept);
    assertTrue(station.ask("b1", Requests.get("w:place")).contains("Ro<!-- : -->me"), kept);
  }

  @Test
  void escapesMarkupInIdAndQuery() {
    station.make("<b>&amp;", DOCUMENT);
    assertTrue(station.ask("&lt;b>&amp;amp;", Requests.get("w:place")).contains("Bloomington"));
    SoapFault fault = station.refused("&lt;b>&amp;", Requests.get("w:place"));
    assertTrue(fault.reason().endsWith("<b>&"), fault.reason());
  }

  @Test
  void ignoresOtherMessages() {
    ResourceProcessor processor =
        new ResourceProcessor(store, ResourceSettings.DEFAULT, () -> Instant.EPOCH, "", "m");
    for (String body : new String[] {"<w:reading/>", "", "<rp:Destroy/>"}) {
      SOAPContext context = new SOAPContext(Requests.about("b1", SoapVersion.SOAP_1_2, body));
      assertThrows(
          UnknownMessageException.class,
          () -> processor.processExchange(context, Direction.FROM_NETWORK));
    }
    SOAPContext request =
        new SOAPContext(Requests.about("b1", SoapVersion.SOAP_1_2, Requests.destroy()));
    assertThrows(
        UnknownMessageException.class,
        () -> processor.processExchange(request, Direction.FROM_APPLICATION));
    assertEquals(Optional.empty(), store.transact(in -> in.resource(new ResourceKey("", "b1"))));
  }
}
