package org.dharch.core.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dharch.core.document.DocumentException.Problem;
import org.dharch.schema.flow.FlowDocument;
import org.dharch.schema.node.NodeDocument;
import org.dharch.schema.orchestration.OrchestrationsDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class XmlDocumentsTest {
  private static final String NODE =
      "<node xmlns='urn:dharch:node:1' name='n1'><handler name='A' class='a.B'/></node>";

  @TempDir Path folder;

  @Test
  void readsAFile() throws Exception {
    Path file = Files.writeString(folder.resolve("node.xml"), NODE);
    assertEquals("n1", XmlDocuments.read(file, NodeDocument.class).getNode().getName());
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16", "ISO-8859-1", "windows-1252"})
  void readsEveryEncodingThatIsDeclared(String encoding) {
    String xml =
        "<?xml version='1.0' encoding='"
            + encoding
            + "'?>"
            + NODE.replace("a.B'", "a.B'><parameter name='p'>ä</parameter></handler")
                .replace("</handler/>", "</handler>");
    byte[] bytes = xml.getBytes(Charset.forName(encoding));
    NodeDocument document =
        XmlDocuments.read("n", new ByteArrayInputStream(bytes), NodeDocument.class);
    assertEquals("ä", document.getNode().getHandlerArray(0).getParameterArray(0).getStringValue());
  }

  @Test
  void invalidBytesAreReported() {
    byte[] bytes = NODE.replace("n1", "n\u00e4").getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(
        "n: is not in UTF-8, as it should be",
        assertThrows(
                DocumentException.class,
                () -> XmlDocuments.read("n", new ByteArrayInputStream(bytes), NodeDocument.class))
            .getMessage());
  }

  @Test
  void missingFileIsReported() {
    Path file = folder.resolve("none.xml");
    DocumentException e =
        assertThrows(DocumentException.class, () -> XmlDocuments.read(file, NodeDocument.class));
    assertEquals(file + ": the file does not exist", e.getMessage());
  }

  @Test
  void folderIsRejectedAsDocument() {
    assertThrows(DocumentException.class, () -> XmlDocuments.read(folder, NodeDocument.class));
  }

  @Test
  void tooLargeDocumentIsRejected() {
    String padding = " ".repeat(XmlDocuments.MAX_BYTES);
    byte[] bytes = (NODE + padding).getBytes(StandardCharsets.UTF_8);
    assertEquals(
        List.of(new Problem(0, 0, "must have at most 1048576 bytes")),
        assertThrows(
                DocumentException.class,
                () -> XmlDocuments.read("n", new ByteArrayInputStream(bytes), NodeDocument.class))
            .problems());
  }

  @Test
  void problemsAreReportedWithPlace() {
    String xml =
        """
        <orchestrations xmlns="urn:dharch:orchestration:1">
          <orchestration
              name="a" deadline="5 parsecs" foo="x">
            <stage>
            <handler nme="A"/><handler name="B" mustPerform="maybe"><retry retries="700"/></handler></stage>
            <handlr name="x"/>
          </orchestration>
          <orchestration name="a"><handler name="A"/></orchestration>
          <rule orchestration="a" flow="sideways"/>
        </orchestrations>
        """;
    assertEquals(
        """
        doc.xml:2:3: attribute 'deadline' must be a whole number and its unit: 250ms, 2s or 5m (got '5 parsecs')
        doc.xml:2:3: Attribute not allowed: 'foo' in element orchestration; allowed: name, deadline, recover, durable, direct
        doc.xml:5:5: Attribute not allowed: 'nme' in element handler; allowed: name, mustPerform, oneway, timeToStart, timeToFinish, stateful, atomicity, compensator, partial, completionCallback, node, mayRespond, affinity, affinityProperty; did you mean 'name'?
        doc.xml:5:5: Expected attribute: 'name' in element handler
        doc.xml:5:23: attribute 'mustPerform' must be true or false (got 'maybe')
        doc.xml:5:61: attribute 'retries' must be a whole number from 0 to 100 (got '700')
        doc.xml:6:5: Expected elements 'stage handler sequence choose repeat onFault' instead of 'handlr' here in element orchestration; did you mean 'handler'?
        doc.xml:8:27: 'a' must be unique
        doc.xml:9:3: attribute 'flow' must be one of in, out, in-fault, out-fault (got 'sideways')\
        """,
        messageOf(xml));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<onFault codes='MALFORMED NO'><handler name='x'/></onFault> | attribute 'codes' must be"
            + " some of ",
        "<repeat times='lots'><handler name='x'/></repeat> | attribute 'times' must be a whole"
            + " number from 1 to 100 (got 'lots')",
        "<repeat times='0'><handler name='x'/></repeat> | attribute 'times' must be a whole number"
            + " from 1 to 100 (got '0')",
        "<handler name='x'><retry retries=''/></handler> | attribute 'retries' must be a whole"
            + " number from 0 to 100 (got '')",
        "<handler name='x' atomicity='atomc'/> | (got 'atomc'); did you mean 'atomic'?",
        "<handler name='a b'/> | attribute 'name' must be "
      })
  void wrongValueNamesItsAttributeAndWhatIsAllowed(String part, String expected) {
    String message =
        messageOf(
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='a'>"
                + part
                + "</orchestration></orchestrations>");
    assertTrue(message.contains(expected), message);
    assertFalse(message.contains("unexpected char"), message);
  }

  @Test
  void wrongNumbersOfFlowAndNodeAreReported() {
    assertEquals(
        "n: attribute 'workers' must be a whole number from 1 to 1024 (got 'zero')",
        assertThrows(
                DocumentException.class,
                () ->
                    XmlDocuments.parse(
                        "n",
                        NODE.replace("name='n1'", "name='n1' workers='zero'"),
                        NodeDocument.class))
            .getMessage()
            .replaceFirst(":1:1:", ":"));
    DocumentException flow =
        assertThrows(
            DocumentException.class,
            () ->
                XmlDocuments.parse(
                    "f",
                    "<flow xmlns='urn:dharch:flow:1'><waiting bound='many'/></flow>",
                    FlowDocument.class));
    assertTrue(
        flow.getMessage().contains("attribute 'bound' must be a whole number from "),
        flow::getMessage);
    assertTrue(flow.getMessage().endsWith("(got 'many')"), flow::getMessage);
  }

  @Test
  void lineBreaksOfEveryKindCount() {
    assertEquals(
        "doc.xml:3:2: Expected elements 'handler sequence' before the end of the content in element"
            + " stage",
        messageOf(
            "<orchestrations\r\nxmlns='urn:dharch:orchestration:1'><orchestration name='o'>\r"
                + " <stage\n\n\n/></orchestration></orchestrations>"));
  }

  @Test
  void otherDocumentTypeIsReported() {
    assertEquals(
        "doc.xml:1:1: this is another document; allowed is one whose root is 'orchestrations' in"
            + " namespace 'urn:dharch:orchestration:1' (got node in namespace 'urn:dharch:node:1')",
        messageOf(NODE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "<a", "<a></b>", "<a/><b/>", "text", "<a b='1' b='2'/>", "<a>&x;</a>"})
  void whatIsNotWellFormedHasAPlace(String xml) {
    Problem problem =
        assertThrows(
                DocumentException.class,
                () -> XmlDocuments.parse("doc.xml", xml, OrchestrationsDocument.class))
            .problems()
            .get(0);
    assertEquals(1, problem.line(), problem.message());
    assertTrue(problem.column() > 0, problem.toString());
  }

  @Test
  void dtdIsRejectedAndNothingIsLoaded() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "secret");
    String xml = "<!DOCTYPE node [<!ENTITY x SYSTEM '" + secret.toUri() + "'>]>\n" + NODE;
    assertEquals("doc.xml:1:10: a DTD is not allowed", messageOf(xml));
  }

  @Test
  void deepNestingIsReported() {
    String xml = "<a xmlns='urn:dharch:orchestration:1'>".concat("<a>".repeat(100_000));
    assertThrows(
        DocumentException.class,
        () -> XmlDocuments.parse("doc.xml", xml, OrchestrationsDocument.class));
    String closed =
        "<orchestrations xmlns='urn:dharch:orchestration:1'>"
            + "<a>".repeat(100_000)
            + "</a>".repeat(100_000)
            + "</orchestrations>";
    assertThrows(
        DocumentException.class,
        () -> XmlDocuments.parse("doc.xml", closed, OrchestrationsDocument.class));
  }

  private static String messageOf(String xml) {
    return assertThrows(
            DocumentException.class,
            () -> XmlDocuments.parse("doc.xml", xml, OrchestrationsDocument.class))
        .getMessage();
  }
}
