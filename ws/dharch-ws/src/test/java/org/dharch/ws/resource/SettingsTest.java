package org.dharch.ws.resource;

import static org.dharch.ws.resource.Requests.DOCUMENT;
import static org.dharch.ws.resource.Requests.delete;
import static org.dharch.ws.resource.Requests.insert;
import static org.dharch.ws.resource.Requests.set;
import static org.dharch.ws.resource.Requests.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.xpath.XPath;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.Test;

/** What may be said of a service's resources. */
class SettingsTest {
  private static final String XSD =
      "<xsd:schema xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:weather\""
          + " xmlns:w=\"urn:weather\" xmlns:rl=\"http://docs.oasis-open.org/wsrf/rl-2\""
          + " elementFormDefault=\"qualified\">"
          + "<xsd:import namespace=\"http://docs.oasis-open.org/wsrf/rl-2\"/>"
          + "<xsd:element name=\"place\" type=\"xsd:string\"/>"
          + "<xsd:element name=\"reading\"><xsd:complexType><xsd:simpleContent>"
          + "<xsd:extension base=\"xsd:int\"><xsd:attribute name=\"unit\" type=\"xsd:string\"/>"
          + "</xsd:extension></xsd:simpleContent></xsd:complexType></xsd:element>"
          + "<xsd:element name=\"note\" type=\"xsd:string\"/>"
          + "<xsd:element name=\"station\"><xsd:complexType><xsd:sequence>"
          + "<xsd:element ref=\"w:place\"/><xsd:element ref=\"w:reading\" minOccurs=\"0\""
          + " maxOccurs=\"3\"/>"
          + "<xsd:element ref=\"rl:TerminationTime\"/>"
          + "<xsd:element ref=\"w:note\" minOccurs=\"0\"/>"
          + "</xsd:sequence></xsd:complexType></xsd:element></xsd:schema>";

  private final ResourceStore store = new MemoryResourceStore(() -> Instant.ofEpochMilli(5_000));

  private static PropertiesSchema schema() {
    return PropertiesSchema.compile(XSD.getBytes(StandardCharsets.UTF_8), "file:///weather.xsd");
  }

  private static ResourceSettings settings(Optional<PropertiesSchema> schema, String initial) {
    return new ResourceSettings(
        schema,
        Optional.of(initial).filter(it -> !it.isEmpty()),
        Set.of(),
        true,
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty(),
        2);
  }

  private static void refused(Station at, String fault, String id, String body) {
    SoapFault output = at.refused(id, body);
    assertEquals(fault + "Fault", output.subcode().orElseThrow().getLocalPart(), output.reason());
  }

  private String kept(Station at) {
    return at.kept("b1").orElseThrow().document();
  }

  // ---- schema

  @Test
  void rejectsInvalidDocuments() {
    Station station = new Station(store, settings(Optional.of(schema()), ""));
    station.make("b1", DOCUMENT);
    refused(station, "InvalidModification", "b1", set(insert("<w:reading>cold</w:reading>")));
    refused(station, "InvalidModification", "b1", set(delete("w:place")));
    refused(
        station,
        "InvalidModification",
        "b1",
        set(insert("<w:reading>1</w:reading>"), insert("<w:reading>2</w:reading>")));
    refused(station, "InvalidResourcePropertyQName", "b1", set(insert("<w:wind>3</w:wind>")));
    refused(
        station,
        "UnableToPutResourcePropertyDocument",
        "b1",
        Requests.put("<w:station><w:reading>1</w:reading></w:station>"));
    assertEquals(DOCUMENT, kept(station));
    SoapFault fault = station.refused("b1", set(update("<w:reading>cold</w:reading>")));
    assertTrue(fault.detail().get(0).contains("Restored=\"true\""), fault.detail().get(0));
    assertTrue(fault.reason().startsWith("reading: "), fault.reason());
    assertTrue(fault.detail().get(0).contains(">cold<"), fault.detail().get(0));
    assertTrue(fault.detail().get(0).contains(">21<"), fault.detail().get(0));
  }

  @Test
  void insertsInSchemaOrder() {
    Station station = new Station(store, settings(Optional.of(schema()), ""));
    station.make("b1", DOCUMENT);
    station.ask("b1", set(insert("<w:note>calm</w:note>")));
    station.ask("b1", set(delete("w:reading")));
    station.ask("b1", set(insert("<w:reading>9</w:reading><w:reading>10</w:reading>")));
    String document = kept(station);
    assertTrue(
        document.indexOf("place") < document.indexOf(">9<")
            && document.indexOf(">9<") < document.indexOf(">10<")
            && document.indexOf(">10<") < document.indexOf("note"),
        document);
    String seen = station.ask("b1", Requests.getDocument());
    assertTrue(
        seen.indexOf(">10<") < seen.indexOf("TerminationTime")
            && seen.indexOf("TerminationTime") < seen.indexOf("note"),
        seen);
    assertFalse(seen.contains("CurrentTime"), seen); // not in the schema
  }

  @Test
  void missingSchemaPropertyIsEmpty() {
    Station station = new Station(store, settings(Optional.of(schema()), ""));
    station.make("b1", DOCUMENT);
    assertFalse(station.ask("b1", Requests.get("w:note")).contains("note"));
    station.ask("b1", set(delete("w:note")));
    refused(station, "InvalidResourcePropertyQName", "b1", Requests.get("w:wind"));
  }

  @Test
  void rejectsInvalidSchemas() {
    String unknown = XSD.replace("ref=\"w:note\"", "ref=\"w:none\"");
    for (String xsd : new String[] {unknown, "<a/>", "<!DOCTYPE a><a/>", ""}) {
      DHArchException refused =
          assertThrows(
              DHArchException.class,
              () ->
                  PropertiesSchema.compile(xsd.getBytes(StandardCharsets.UTF_8), "file:///a.xsd"));
      assertTrue(refused.getMessage().startsWith("invalid schema: "), refused.getMessage());
    }
  }

  // ---- new resources

  @Test
  void firstWriteCreatesResource() {
    Station station =
        new Station(store, settings(Optional.empty(), "<w:station xmlns:w=\"urn:weather\"/>"));
    refused(station, "ResourceUnknown", "b1", Requests.getDocument());
    refused(station, "ResourceUnknown", "b1", Requests.endIn("PT1H"));
    station.ask("b1", set(insert("<w:place>Gary</w:place>")));
    assertTrue(kept(station).endsWith(">Gary</w:place></w:station>"), kept(station));
    station.ask("b2", Requests.put("<w:station/>"));
    refused(
        station, "SetResourcePropertyRequestFailed", "b3", set(insert("<w:place>Gary</w:place>")));
    refused(station, "UnableToPutResourcePropertyDocument", "b3", Requests.put("<w:station/>"));
    station.ask("b1", Requests.destroy());
    station.ask("b3", Requests.put("<w:station/>"));
  }

  @Test
  void requiresValidInitialDocument() {
    IllegalArgumentException invalid =
        assertThrows(
            IllegalArgumentException.class,
            () -> settings(Optional.of(schema()), "<w:station xmlns:w=\"urn:weather\"/>"));
    assertTrue(invalid.getMessage().contains("place"), invalid.getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> settings(Optional.of(schema()), "<station/>"));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            settings(
                Optional.empty(),
                "<a>" + ("<b>" + "x".repeat(600_000) + "</b>").repeat(2) + "</a>"));
  }

  // ---- what may be done

  private Station refusing() {
    ResourceSettings settings =
        new ResourceSettings(
            Optional.empty(),
            Optional.empty(),
            Set.of(new QName("urn:weather", "place")),
            false,
            OptionalLong.of(3_600_000),
            Optional.empty(),
            Optional.empty(),
            9);
    Station station = new Station(store, settings);
    station.make("b1", DOCUMENT);
    return station;
  }

  @Test
  void forbidsDestroy() {
    Station station = refusing();
    refused(station, "ResourceNotDestroyed", "b1", Requests.destroy());
    refused(station, "TerminationTimeChangeRejected", "b1", Requests.endAt("1969-01-01T00:00:00Z"));
    assertEquals(DOCUMENT, kept(station));
  }

  @Test
  void boundsLifetime() {
    Station station = refusing();
    refused(station, "TerminationTimeChangeRejected", "b1", Requests.neverEnd());
    refused(station, "TerminationTimeChangeRejected", "b1", Requests.endIn("PT1H0.001S"));
    String answer = station.ask("b1", Requests.endIn("PT1H"));
    assertTrue(answer.contains(">1970-01-01T01:00:05Z<"), answer);
  }

  @Test
  void protectsReadOnlyProperties() {
    Station station = refusing();
    refused(station, "UnableToModifyResourceProperty", "b1", set(delete("w:place")));
    refused(
        station, "UnableToModifyResourceProperty", "b1", set(update("<w:place>Gary</w:place>")));
    refused(
        station,
        "UnableToPutResourcePropertyDocument",
        "b1",
        Requests.put(DOCUMENT.replace("Bloomington", "Gary")));
    station.ask("b1", Requests.put(DOCUMENT.replace(">21<", ">20<")));
    assertTrue(kept(station).contains(">20<"));
  }

  // ---- which resource, and messages that go on

  private Station updating() {
    ResourceSettings settings =
        new ResourceSettings(
            Optional.empty(),
            Optional.of("<w:station xmlns:w=\"urn:weather\"/>"),
            Set.of(),
            true,
            OptionalLong.empty(),
            Optional.of(
                new XPath("//w:reading/@station | //w:query/@station", Map.of("w", "urn:weather"))),
            Optional.of(new QName("urn:weather", "reading")),
            9);
    return new Station(store, settings);
  }

  private static byte[] reading(String station, int celsius) {
    return Requests.envelope(
        SoapVersion.SOAP_1_1,
        "<d:Before xmlns:d=\"urn:dharch:resource:1\">forged</d:Before>",
        "<w:reading station=\"" + station + "\">" + celsius + "</w:reading>");
  }

  /** The message as it goes on. */
  private static String goesOn(Station station, byte[] message, String by) {
    Changes changes = station.perform(message, by);
    assertEquals(Optional.empty(), changes.verdict());
    return new String(Merge.apply(message, changes, Limits.DEFAULT), StandardCharsets.UTF_8);
  }

  @Test
  void storesMessageContent() {
    Station station = updating();
    String first = goesOn(station, reading("b1", 21), "m1");
    assertTrue(first.contains(" resource=\"b1\"/>"), first);
    assertFalse(first.contains("forged"), first);
    String second = goesOn(station, reading("b1", 22), "m2");
    assertTrue(second.matches("(?s).*Before [^<]*resource=\"b1\"><w:reading[^<]*>21</.*"), second);
    assertTrue(second.contains(">22</w:reading></s:Body>"), second);
    assertEquals(second, goesOn(station, reading("b1", 22), "m2"), "the same message again");
    assertTrue(kept(station).contains(">22</w:reading></w:station>"), kept(station));
  }

  @Test
  void rejectsMessageWithoutResourceId() {
    SoapFault fault = updating().refused(reading("", 1));
    assertTrue(fault.detail().get(0).contains("ResourceUnknownFault"), fault.detail().get(0));
  }
}
