package org.dharch.hemanager.loading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dharch.core.document.DocumentException;
import org.dharch.core.orchestration.Stage;
import org.dharch.hemanager.CapturedLog;
import org.dharch.hemanager.Jars;
import org.dharch.hemanager.NodeDocuments;
import org.dharch.hemanager.NodeWork;
import org.dharch.hemanager.document.NodeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handlers with the libraries that each of them came with. */
final class IsolationTest {
  private static final String JACKSON =
      """
      public class Json implements org.dharch.api.DHHandler {
        private String name;
        public void init(java.util.Map<String, String> parameters) {
          name = parameters.get("as");
        }
        public org.dharch.api.Changes handle(org.dharch.api.HandlerMessage m) throws Exception {
          try (var parser = new com.fasterxml.jackson.core.JsonFactory().createParser("[1]")) {
            parser.nextToken();
            return org.dharch.api.Changes.builder()
                .property(name, parser.version().toString()).build();
          }
        }
      }
      """;

  private static final String WOODSTOX =
      """
      import org.apache.axiom.om.*;
      import org.apache.axis2.context.MessageContext;
      public class Xml extends org.apache.axis2.handlers.AbstractHandler {
        public InvocationResponse invoke(MessageContext m) {
          var header = m.getEnvelope().getHeader();
          var added = OMXMLBuilderFactory.createOMBuilder(
              new java.io.StringReader("<x:own xmlns:x='urn:x'>a</x:own>")).getDocumentElement();
          m.setProperty("woodstox", com.ctc.wstx.stax.WstxInputFactory.class
              .getProtectionDomain().getCodeSource().getLocation().getPath());
          m.setProperty("factory", javax.xml.stream.XMLInputFactory.newFactory().getClass()
              .getClassLoader().getName());
          added.setText(header.getFirstElement().getLocalName());
          header.addChild(m.getEnvelope().getOMFactory().createOMElement(
              new javax.xml.namespace.QName("urn:y", "wrap", "y")));
          ((OMElement) header.getChildrenWithLocalName("wrap").next()).addChild(added);
          return InvocationResponse.CONTINUE;
        }
      }
      """;

  @TempDir Path folder;

  private Path folder(String name, String type, String source, String... libraries)
      throws Exception {
    Path made = Files.createDirectories(folder.resolve(name));
    List<Path> jars = List.of(libraries).stream().map(Jars::library).toList();
    for (Path jar : jars) {
      Files.copy(jar, made.resolve(jar.getFileName()));
    }
    Path classes = Files.createDirectory(folder.resolve(name + "-classes"));
    Jars.compile(classes, jars, List.of(type + ".java", source));
    Jars.jar(classes, "", made.resolve(type + ".jar"));
    return made;
  }

  /** Operations, point 7: one loader a node, and the class path's version of all. */
  @Test
  void handlersUseDifferentLibraryVersions() throws Exception {
    folder("a", "Json", JACKSON, "jackson-core-2.18.6");
    folder("b", "Json", JACKSON, "jackson-core-2.21.1");
    Path document =
        NodeDocuments.write(
            folder,
            "handlersFolder='a'",
            "<handler name='a' class='Json'><parameter name='as'>a</parameter></handler>",
            "<handler name='b' class='Json' folder='b'><parameter"
                + " name='as'>b</parameter></handler>");
    try (NodeWork work = new NodeWork(document, Stage.of("a", "b"))) {
      var properties = work.send().properties();
      assertEquals("2.18.6", properties.text("a", ""));
      assertEquals("2.21.1", properties.text("b", ""));
    }
  }

  /** Axis2's objects are made by the node's parser all the same. */
  @Test
  void axis2HandlerMayBringItsParser() throws Exception {
    folder("x", "Xml", WOODSTOX, "woodstox-core-6.7.0", "stax2-api-4.2.2");
    Path document = NodeDocuments.write(folder, "", "<handler name='x' class='Xml' folder='x'/>");
    try (NodeWork work = new NodeWork(document, Stage.of("x"))) {
      var outcome = work.send();
      String woodstox = outcome.properties().text("woodstox", "");
      assertTrue(woodstox.endsWith("/woodstox-core-6.7.0.jar"), woodstox);
      assertEquals("x", outcome.properties().text("factory", ""));
      String envelope = new String(outcome.envelope(), StandardCharsets.UTF_8);
      assertTrue(envelope.contains("One</x:own></y:wrap>"), envelope);
    }
  }

  @Test
  void copyOfSharedLibraryIsReportedAndNotUsed() throws Exception {
    folder(
        "s",
        "Log",
        """
        public class Log implements org.dharch.api.DHHandler {
          public org.dharch.api.Changes handle(org.dharch.api.HandlerMessage m) {
            return org.dharch.api.Changes.builder().property("own",
                org.slf4j.Logger.class.getClassLoader() == getClass().getClassLoader()).build();
          }
        }
        """);
    Files.copy(Jars.library("slf4j-api-1.7.36"), folder.resolve("s/slf4j-api-1.7.36.jar"));
    Path document = NodeDocuments.write(folder, "", "<handler name='l' class='Log' folder='s'/>");
    try (CapturedLog log = new CapturedLog();
        NodeWork work = new NodeWork(document, Stage.of("l"))) {
      assertEquals(false, work.send().properties().get("own").orElseThrow());
      String line =
          "Ignored copies of classes that handlers share with the node source=handlers folder "
              + folder.resolve("s");
      assertTrue(log.text().contains(line), log.text());
      assertTrue(log.text().contains("slf4j-api-1.7.36.jar"), log.text());
      assertFalse(log.text().contains("Log.jar"), log.text());
    }
  }

  /** It was compiled against what the class path's copy does not have. */
  @Test
  void linkageErrorNamesLibraryAndLocation() throws Exception {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Jars.compile(
        classes,
        List.of(
            "MDC.java", "package org.slf4j; public class MDC { public static void newer() {} }"));
    Path made = Files.createDirectory(folder.resolve("f"));
    Jars.jar(classes, "MDC", made.resolve("slf4j-api-9.jar"));
    String body =
        "public class Newer implements org.dharch.api.DHHandler { %s public org.dharch.api.Changes"
            + " handle(org.dharch.api.HandlerMessage m) { org.slf4j.MDC.newer(); return"
            + " org.dharch.api.Changes.NONE; } }";
    Path handlers = Files.createDirectory(folder.resolve("handler"));
    Jars.compile(
        handlers,
        List.of(made.resolve("slf4j-api-9.jar")),
        List.of("Newer.java", String.format(body, "")));
    Jars.jar(handlers, "Newer", made.resolve("newer.jar"));
    Path document = NodeDocuments.write(folder, "", "<handler name='n' class='Newer' folder='f'/>");
    String output =
        "jar "
            + made.resolve("slf4j-api-9.jar")
            + " has its own org.slf4j.MDC, which handlers share with the node: the node's is used,"
            + " from ";
    try (NodeWork work = new NodeWork(document, Stage.of("n"))) {
      String outcome = work.begin().get().toString();
      assertTrue(outcome.contains(output), outcome);
    }
    Jars.compile(
        handlers,
        List.of(made.resolve("slf4j-api-9.jar")),
        List.of("Newer.java", String.format(body, "public Newer() { org.slf4j.MDC.newer(); }")));
    Jars.jar(handlers, "Newer", made.resolve("newer.jar"));
    DocumentException e =
        assertThrows(DocumentException.class, () -> new NodeWork(document, Stage.of("n")).close());
    assertTrue(e.getMessage().contains(output), e.getMessage());
    assertTrue(e.getMessage().contains("handler 'n': class Newer"), e.getMessage());
  }

  @Test
  void missingFolderIsReportedWithPlace() throws Exception {
    Path document =
        NodeDocuments.write(folder, "", "<handler name='x' class='Xml' folder='gone'/>");
    DocumentException e =
        assertThrows(DocumentException.class, () -> NodeDescription.read(document, Map.of()));
    assertEquals(2, e.problems().get(0).line());
    assertTrue(e.getMessage().contains("folder='gone' must be a folder"), e.getMessage());
  }
}
