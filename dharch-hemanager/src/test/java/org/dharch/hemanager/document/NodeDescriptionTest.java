package org.dharch.hemanager.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.dharch.core.document.DocumentException;
import org.dharch.core.message.DHArchException;
import org.dharch.hemanager.NodeDocuments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Node documents, right and wrong. */
final class NodeDescriptionTest {
  @TempDir Path folder;

  private DocumentException wrong(String attributes, String... handlers) throws Exception {
    Path document = NodeDocuments.write(folder, attributes, handlers);
    return assertThrows(DocumentException.class, () -> NodeDescription.read(document, Map.of()));
  }

  @Test
  void readsCompleteDocument() throws Exception {
    Path document =
        NodeDocuments.write(
            folder,
            "broker='tcp://a:1' user='u' password='p' workers='3' handlersFolder='.'",
            "<handler name='h' class='a.B$C' concurrency='2'><parameter name='k'> v </parameter>"
                + "</handler>");
    NodeDescription d = NodeDescription.read(document, Map.of());
    assertEquals("n1", d.name());
    assertEquals(URI.create("tcp://a:1"), d.transport().broker().orElseThrow());
    assertEquals(Map.of("user", "u", "password", "p"), d.transport().options());
    assertEquals(OptionalInt.of(3), d.workers());
    assertEquals(folder.toAbsolutePath().normalize(), d.handlers().get(0).folder().orElseThrow());
    assertEquals(1, d.handlers().size());
    assertEquals("a.B$C", d.handlers().get(0).className());
    assertEquals(OptionalInt.of(2), d.handlers().get(0).concurrency());
    assertEquals(Map.of("k", " v "), d.handlers().get(0).parameters());
  }

  @Test
  void overridesWin() throws Exception {
    Path document =
        NodeDocuments.write(folder, "broker='tcp://a:1' user='u'", "<handler name='h' class='C'/>");
    NodeDescription d =
        NodeDescription.read(
            document,
            Map.of("broker", "failover:(tcp://b:1,tcp://c:2)", "name", "n2", "trustStore", "t"));
    assertEquals("n2", d.name());
    assertEquals("failover:(tcp://b:1,tcp://c:2)", d.transport().broker().orElseThrow().toString());
    assertEquals(Map.of("user", "u", "trustStore", "t"), d.transport().options());
  }

  /** Fault D: where a node on another host has its key from. */
  @Test
  void keyFileIsRelativeToDocumentOrFromCommandLine() throws Exception {
    Path document =
        NodeDocuments.write(
            folder, "broker='tcp://a:1' keyFile='n1.key'", "<handler name='h' class='C'/>");
    assertEquals(
        Map.of("keyFile", folder.resolve("n1.key").toAbsolutePath().normalize().toString()),
        NodeDescription.read(document, Map.of()).transport().options());
    assertEquals(
        Map.of("keyFile", "/k"),
        NodeDescription.read(document, Map.of("keyFile", "/k")).transport().options());
  }

  @Test
  void linkAddressIsSetInDocumentOrCommandLine() throws Exception {
    String handler = "<handler name='h' class='C'/>";
    Path linked = NodeDocuments.write(folder, "broker='tcp://a:1' link='0.0.0.0:7=b:8'", handler);
    assertEquals(
        Map.of("link", "0.0.0.0:7=b:8"),
        NodeDescription.read(linked, Map.of()).transport().options());
    assertEquals(
        Map.of("link", "off"),
        NodeDescription.read(linked, Map.of("link", "off")).transport().options());
  }

  /** Fault D, bodies encrypted if asked. */
  @Test
  void encryptionIsSetInDocumentOrCommandLine() throws Exception {
    String handler = "<handler name='h' class='C'/>";
    Path asking = NodeDocuments.write(folder, "broker='tcp://a:1' encrypt='true'", handler);
    assertEquals(
        Map.of("encrypt", "true"), NodeDescription.read(asking, Map.of()).transport().options());
    Path silent = NodeDocuments.write(folder, "broker='tcp://a:1' encrypt='false'", handler);
    assertEquals(Map.of(), NodeDescription.read(silent, Map.of()).transport().options());
    assertEquals(
        Map.of("encrypt", "true"),
        NodeDescription.read(silent, Map.of("encrypt", "true")).transport().options());
  }

  @Test
  void allSchemaErrorsAreReportedWithPlace() throws Exception {
    DocumentException e =
        wrong("workers='0'", "<handler class='C'/>", "<handler name='h' class='1'/>", "<other/>");
    List<DocumentException.Problem> problems = e.problems();
    assertTrue(problems.size() >= 4, e.getMessage());
    assertEquals(
        List.of(1, 2, 3, 4), problems.stream().map(p -> p.line()).distinct().sorted().toList());
    assertTrue(problems.stream().allMatch(p -> p.column() > 0), e.getMessage());
  }

  @Test
  void semanticErrorsAreReportedTogether() throws Exception {
    DocumentException e =
        wrong(
            "broker='no url' handlersFolder='gone' link='bogus'",
            "<handler name='h' class='C'><parameter name='k'>1</parameter>",
            "<parameter name='k'>2</parameter></handler>");
    assertEquals(4, e.problems().size(), e.getMessage());
    assertTrue(e.getMessage().contains("link must be auto, off, HOST:PORT"), e.getMessage());
    assertTrue(e.problems().stream().allMatch(p -> p.column() > 0), e.getMessage());
    assertTrue(e.getMessage().contains("broker must be a URL such as"), e.getMessage());
    assertTrue(e.getMessage().contains("handlersFolder='gone' must be a folder"), e.getMessage());
    assertEquals(3, e.problems().get(3).line());
    assertEquals("parameter 'k' must be unique", e.problems().get(3).message());
  }

  @Test
  void missingFileIsReported() {
    DHArchException e =
        assertThrows(
            DHArchException.class,
            () -> NodeDescription.read(folder.resolve("none.xml"), Map.of()));
    assertTrue(e.getMessage().endsWith("the file does not exist"), e.getMessage());
  }
}
