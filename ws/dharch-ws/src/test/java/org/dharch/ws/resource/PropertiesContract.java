package org.dharch.ws.resource;

import static org.dharch.ws.resource.Requests.DOCUMENT;
import static org.dharch.ws.resource.Requests.delete;
import static org.dharch.ws.resource.Requests.insert;
import static org.dharch.ws.resource.Requests.set;
import static org.dharch.ws.resource.Requests.update;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.dharch.api.Changes;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is asked of properties and done to them, and every fault of it, whatever the store is. */
abstract class PropertiesContract {
  private ResourceStore store;
  private Station station;

  abstract ResourceStore open();

  @BeforeEach
  void openIt() {
    store = open();
    station = new Station(store, ResourceSettings.DEFAULT);
    station.make("b1", DOCUMENT);
  }

  @AfterEach
  void closeIt() {
    store.close();
  }

  private static String property(String name, String value) {
    return "<w:" + name + " xmlns:w=\"urn:weather\">" + value + "</w:" + name + ">";
  }

  private static String reading(int celsius) {
    return "<w:reading xmlns:w=\"urn:weather\" unit=\"C\">" + celsius + "</w:reading>";
  }

  final Station station() {
    return station;
  }

  final ResourceStore store() {
    return store;
  }

  final void refused(String fault, String id, String body) {
    SoapFault output = station.refused(id, body);
    assertEquals(fault + "Fault", output.subcode().orElseThrow().getLocalPart(), output.reason());
    assertEquals(1, output.detail().size());
    assertTrue(output.detail().get(0).contains(fault + "Fault"), output.detail().get(0));
  }

  // ---- looking at it

  @Test
  void onePropertyOrSeveral() {
    String one = station.ask("b1", Requests.get("w:reading"));
    assertTrue(one.contains(reading(21) + reading(22)), one);
    assertFalse(one.contains("Bloomington"), one);
    String several =
        station.ask("b1", Requests.getAll("w:reading", "rl:TerminationTime", "w:place"));
    assertTrue(
        several.indexOf("reading") < several.indexOf("TerminationTime")
            && several.indexOf("TerminationTime") < several.indexOf("Bloomington"),
        several);
    assertTrue(several.contains("nil=\"true\""), several);
  }

  @Test
  void documentContainsComputedProperties() {
    String document = station.ask("b1", Requests.getDocument());
    assertTrue(document.contains(reading(22).replace(" xmlns:w=\"urn:weather\"", "")), document);
    assertTrue(document.contains("CurrentTime"), document);
    assertTrue(document.contains("TerminationTime"), document);
    assertEquals(DOCUMENT, station.kept("b1").orElseThrow().document());
  }

  @Test
  void queries() {
    assertTrue(station.ask("b1", Requests.query("//w:reading[2]")).contains(">22</w:reading>"));
    assertTrue(station.ask("b1", Requests.query("w:place")).contains("Bloomington"));
    assertTrue(station.ask("b1", Requests.query("/w:station/rl:TerminationTime")).contains("nil"));
    String whole = station.ask("b1", Requests.query("/"));
    assertTrue(whole.contains("station xmlns") && whole.contains("unit=\"C\""), whole);
  }

  @Test
  void nonElementResultsAreText() {
    // the specification's schema wants an element there; its text does not
    byte[] request =
        Requests.about(
            "b1", SoapVersion.SOAP_1_2, Requests.query("concat(sum(//w:reading), ' < 50')"));
    String answer = new String(station.answer(request).bytes(), StandardCharsets.UTF_8);
    assertTrue(answer.contains(">43 &lt; 50</"), answer);
  }

  @Test
  void rejectsInvalidReads() {
    refused("ResourceUnknown", "b2", Requests.get("w:place"));
    refused("ResourceUnknown", "", Requests.get("w:place"));
    refused("ResourceUnknown", "x".repeat(300), Requests.getDocument());
    refused("InvalidResourcePropertyQName", "b1", Requests.get("w:wind"));
    refused("InvalidResourcePropertyQName", "b1", Requests.get("unbound:place"));
    refused("InvalidResourcePropertyQName", "b1", Requests.getAll("w:place", "w:wind"));
    refused("InvalidResourcePropertyQName", "b1", Requests.getAll());
    refused("UnknownQueryExpressionDialect", "b1", Requests.query("urn:sql", "select"));
    refused("InvalidQueryExpression", "b1", Requests.query("//w:reading["));
    refused("InvalidQueryExpression", "b1", Requests.query("$place"));
    refused("InvalidQueryExpression", "b1", Requests.query("document('file:/etc/passwd')"));
    refused("InvalidQueryExpression", "b1", Requests.query("unbound:x"));
    refused("InvalidQueryExpression", "b1", Requests.query("1" + "+1".repeat(2_048)));
    refused("ResourceUnknown", "b2", Requests.query("/"));
  }

  @Test
  void boundsQuerySteps() {
    station.make(
        "large",
        "<w:station xmlns:w=\"urn:weather\">" + "<w:reading/>".repeat(10_000) + "</w:station>");
    refused(
        "QueryEvaluationError",
        "large",
        Requests.query("count(//*[count(//*[count(//*) > 0]) > 0])"));
  }

  @Test
  void boundsQueryResult() {
    String inner = "<w:a>" + "x".repeat(60_000) + "</w:a>";
    for (int depth = 0; depth < 100; depth++) {
      inner = "<w:a>" + inner + "</w:a>";
    }
    station.make("deep", "<w:station xmlns:w=\"urn:weather\">" + inner + "</w:station>");
    refused("QueryEvaluationError", "deep", Requests.query("//*"));
  }

  // ---- changing it

  @Test
  void insertUpdateDelete() {
    station.ask("b1", set(insert(reading(23))));
    assertTrue(
        station.kept("b1").orElseThrow().document().contains(">22</w:reading>" + reading(23)));
    station.ask("b1", set(update(reading(5))));
    assertEquals(
        DOCUMENT.replaceAll("<w:reading.*reading>", reading(5)),
        station.kept("b1").orElseThrow().document());
    station.ask("b1", set(delete("w:reading"), insert(property("wind", "3"))));
    String document = station.kept("b1").orElseThrow().document();
    assertFalse(document.contains("reading"), document);
    assertTrue(document.contains(">3</w:wind>"), document);
  }

  @Test
  void allOrNothing() {
    refused(
        "InvalidResourcePropertyQName",
        "b1",
        set(update(reading(5)), insert(property("wind", "3")), delete("w:none")));
    refused(
        "UnableToModifyResourceProperty",
        "b1",
        set(delete("w:place"), update("<rl:CurrentTime>2030-01-01T00:00:00Z</rl:CurrentTime>")));
    assertEquals(DOCUMENT, station.kept("b1").orElseThrow().document());
  }

  @Test
  void rejectsInvalidChanges() {
    refused("ResourceUnknown", "b2", set(update(reading(5))));
    refused("InvalidResourcePropertyQName", "b1", set(delete("w:wind")));
    refused("InvalidResourcePropertyQName", "b1", set(delete("unbound:wind")));
    refused("UnableToModifyResourceProperty", "b1", set(delete("rl:TerminationTime")));
    refused("SetResourcePropertyRequestFailed", "b1", set());
    refused("SetResourcePropertyRequestFailed", "b1", set(insert("")));
    refused("SetResourcePropertyRequestFailed", "b1", set("<w:change/>"));
    refused("SetResourcePropertyRequestFailed", "b1", set(insert("<w:x/>".repeat(1_001))));
    assertEquals(DOCUMENT, station.kept("b1").orElseThrow().document());
  }

  @Test
  void boundsDocumentLength() {
    int capacity = Resource.MAX_BYTES - DOCUMENT.length() - property("text", "").length();
    String almost = "x".repeat(900_000);
    String rest = "x".repeat(capacity - almost.length() - property("more", "").length());
    station.ask("b1", set(insert(property("text", almost))));
    refused("SetResourcePropertyRequestFailed", "b1", set(insert(property("more", rest + "x"))));
    station.ask("b1", set(insert(property("more", rest))));
    assertEquals(Resource.MAX_BYTES, station.kept("b1").orElseThrow().document().length());
  }

  @Test
  void boundsPropertiesAndDepth() {
    String many =
        "<w:station xmlns:w=\"urn:weather\">"
            + "<w:x/>".repeat(ResourceWriter.MAX_PROPERTIES)
            + "</w:station>";
    station.ask("b1", Requests.put(many));
    refused("SetResourcePropertyRequestFailed", "b1", set(insert("<w:x/>")));
    String deep = "<w:d>".repeat(119) + "</w:d>".repeat(119);
    station.ask("b1", set(delete("w:x"), insert(deep)));
    station.ask("b1", Requests.getDocument());
    refused("SetResourcePropertyRequestFailed", "b1", set(insert("<w:d>" + deep + "</w:d>")));
  }

  @Test
  void concurrentChangesLoseNoUpdates() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Changes>> all = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        byte[] request =
            Requests.about("b1", SoapVersion.SOAP_1_2, set(insert(property("n", "" + i))));
        String by = "m" + i;
        all.add(threads.submit(() -> station.perform(request, by)));
      }
      for (Future<Changes> each : all) {
        assertTrue(each.get().verdict().orElseThrow() instanceof Changes.Verdict.Respond);
      }
    } finally {
      threads.shutdown();
    }
    String document = station.kept("b1").orElseThrow().document();
    IntStream.range(0, 40).forEach(i -> assertTrue(document.contains(">" + i + "</w:n>"), "" + i));
  }

  private static byte[] envelope(Changes changes) {
    return ((Changes.Verdict.Respond) changes.verdict().orElseThrow()).envelope();
  }

  /** The same message of DHArch's, as after a node's death. */
  @Test
  void repeatedMessageIsProcessedOnce() {
    byte[] insert = Requests.about("b1", SoapVersion.SOAP_1_1, set(insert(reading(23))));
    assertArrayEquals(
        envelope(station.perform(insert, "again")), envelope(station.perform(insert, "again")));
    assertEquals(
        3, station.kept("b1").orElseThrow().document().split("</w:reading>", -1).length - 1);
    byte[] destroy = Requests.about("b1", SoapVersion.SOAP_1_1, Requests.destroy());
    station.perform(destroy, "destroyed");
    SOAPContext again = new SOAPContext(envelope(station.perform(destroy, "destroyed")));
    assertEquals("DestroyResponse", again.bodyName().orElseThrow().getLocalPart());
  }
}
