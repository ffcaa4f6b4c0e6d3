package org.dharch.jaxws;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.dharch.core.document.DocumentException;
import org.dharch.hemanager.HEManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node says at its start which handlers cannot run there, and why. */
final class JaxwsRefusalsTest {
  @TempDir Path folder;

  @Test
  void unavailableHandlersAreReportedTogether() throws Exception {
    StringBuilder handlers = new StringBuilder();
    for (Class<?> type :
        new Class<?>[] {
          AuthorsHandlers.ServletAsker.class,
          AuthorsHandlers.Attacher.class,
          AuthorsHandlers.Stored.class,
          AuthorsHandlers.Plain.class,
          String.class
        }) {
      handlers.append(
          "<handler name='" + type.getSimpleName() + "' class='" + type.getName() + "'/>");
    }
    Path document =
        Files.writeString(
            folder.resolve("node.xml"),
            "<node xmlns='urn:dharch:node:1' name='n' broker='tcp://127.0.0.1:1'>"
                + handlers
                + "</node>");
    DocumentException e =
        assertThrows(DocumentException.class, () -> HEManager.start(document, Map.of()));
    String output = e.getMessage();
    assertTrue(output.contains("'jakarta.xml.ws.servlet.request': the servlet's objects"), output);
    assertTrue(output.contains("SOAPMessage.createAttachmentPart: attachments stay"), output);
    assertTrue(output.contains("resource 'store' is a javax.sql.DataSource"), output);
    assertTrue(output.contains("must not be abstract"), output);
    assertTrue(
        output.contains(
            "class java.lang.String must implement org.dharch.api.DHHandler,"
                + " jakarta.xml.ws.handler.soap.SOAPHandler or org.apache.axis2.engine.Handler"),
        output);
  }

  /** Of Java EE: its interface is not there, and what to do is said. */
  @Test
  void javaxHandlerIsRejected() throws Exception {
    Path jars = Files.createDirectory(folder.resolve("handlers"));
    HandlerJar.write(
        folder,
        jars.resolve("old.jar"),
        "com.example.Old",
        "package javax.xml.ws.handler.soap; public interface SOAPHandler {}",
        "package com.example; public class Old implements javax.xml.ws.handler.soap.SOAPHandler"
            + " {}");
    Path document =
        Files.writeString(
            folder.resolve("node.xml"),
            "<node xmlns='urn:dharch:node:1' name='n' broker='tcp://127.0.0.1:1'"
                + " handlersFolder='handlers'><handler name='old'"
                + " class='com.example.Old'/></node>");
    DocumentException e =
        assertThrows(DocumentException.class, () -> HEManager.start(document, Map.of()));
    assertTrue(e.getMessage().contains("javax.xml.ws.handler.soap.SOAPHandler"), e::getMessage);
    assertTrue(e.getMessage().contains("migrated to jakarta.xml.ws first"), e::getMessage);
  }

  /** As one of JBossWS, of which a method's parameter is of another of its jars. */
  @Test
  void missingClassInSignatureIsReported() throws Exception {
    Path jars = Files.createDirectory(folder.resolve("handlers"));
    HandlerJar.write(
        folder,
        jars.resolve("recorder.jar"),
        "com.example.Recorder",
        "package com.example; public interface Endpoint {}",
        """
        package com.example;
        import jakarta.xml.ws.handler.MessageContext;
        import jakarta.xml.ws.handler.soap.SOAPHandler;
        import jakarta.xml.ws.handler.soap.SOAPMessageContext;
        public class Recorder implements SOAPHandler<SOAPMessageContext> {
          public boolean handleMessage(SOAPMessageContext context) { return true; }
          public boolean handleFault(SOAPMessageContext context) { return true; }
          public void close(MessageContext context) {}
          public java.util.Set<javax.xml.namespace.QName> getHeaders() { return null; }
          protected void record(Endpoint endpoint) {}
        }
        """);
    Path document =
        Files.writeString(
            folder.resolve("node.xml"),
            "<node xmlns='urn:dharch:node:1' name='n' broker='tcp://127.0.0.1:1'"
                + " handlersFolder='handlers'>"
                + "<handler name='recorder' class='com.example.Recorder'/></node>");
    DocumentException e =
        assertThrows(DocumentException.class, () -> HEManager.start(document, Map.of()));
    assertTrue(
        e.getMessage()
            .contains(
                "class com.example.Recorder needs class com.example.Endpoint (a field or method of"
                    + " it names it), which must be in the handlers folder or on the class path"),
        e::getMessage);
  }

  /** As beans of a container are; the annotation itself need not be there, and is not missed. */
  @Test
  void fieldsOfOtherInjectorsAreReported() throws Exception {
    Path jars = Files.createDirectory(folder.resolve("handlers"));
    HandlerJar.write(
        folder,
        jars.resolve("bean.jar"),
        "com.example.Bean",
        """
        package jakarta.ejb;
        @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
        public @interface EJB {}
        """,
        """
        package com.example;
        import jakarta.xml.ws.handler.LogicalHandler;
        import jakarta.xml.ws.handler.LogicalMessageContext;
        import jakarta.xml.ws.handler.MessageContext;
        public class Bean implements LogicalHandler<LogicalMessageContext> {
          @jakarta.ejb.EJB private Runnable audit;
          public boolean handleMessage(LogicalMessageContext context) { audit.run(); return true; }
          public boolean handleFault(LogicalMessageContext context) { return true; }
          public void close(MessageContext context) {}
        }
        """);
    Path document =
        Files.writeString(
            folder.resolve("node.xml"),
            "<node xmlns='urn:dharch:node:1' name='n' broker='tcp://127.0.0.1:1'"
                + " handlersFolder='handlers'>"
                + "<handler name='bean' class='com.example.Bean'/></node>");
    DocumentException e =
        assertThrows(DocumentException.class, () -> HEManager.start(document, Map.of()));
    assertTrue(
        e.getMessage()
            .contains(
                "cannot run on a node: its container injects fields with @jakarta.ejb.EJB; a node"
                    + " has only WebServiceContext and,"),
        e::getMessage);
  }
}
