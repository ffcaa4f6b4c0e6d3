package org.dharch.handlers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.api.DHHandler;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.spi.Gateway;
import org.dharch.testing.DocsPage;
import org.dharch.testing.DomXml;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The handlers on a node, as documents name them, behind a manager. */
final class ReadyHandlersTest {
  private static final DocsPage PAGE = DocsPage.of("handlers.md");
  private static final EnvelopeText SOAP = EnvelopeText.SOAP12.with("o", "urn:example:orders:1");
  private static final String ORDER =
      "<o:order>" + "<o:item n='ü'>a &amp; b</o:item>\r\n".repeat(300) + "</o:order>";

  @TempDir Path folder;
  private final InMemoryTransport transport = new InMemoryTransport();

  /** A container that only waits for the end. */
  private static final class Waiting implements Gateway<CompletableFuture<Outcome>> {
    @Override
    public void completed(CompletableFuture<Outcome> context, Outcome.Completed outcome) {
      context.complete(outcome);
    }

    @Override
    public void failed(CompletableFuture<Outcome> context, Outcome.Failed outcome) {
      context.complete(outcome);
    }

    @Override
    public void responded(CompletableFuture<Outcome> context, Outcome.Responded outcome) {
      context.complete(outcome);
    }
  }

  /** A node with the handlers that these elements of a node document name. */
  private HandlerNode node(String handlers) throws Exception {
    HandlerNode.Builder node = HandlerNode.builder("n1");
    NodeList all =
        DomXml.parse(Utf8.bytes("<node>" + handlers + "</node>")).getElementsByTagName("handler");
    for (int i = 0; i < all.getLength(); i++) {
      Element each = (Element) all.item(i);
      Map<String, String> parameters = new HashMap<>();
      NodeList output = each.getElementsByTagName("parameter");
      for (int p = 0; p < output.getLength(); p++) {
        Element parameter = (Element) output.item(p);
        parameters.put(parameter.getAttribute("name"), parameter.getTextContent());
      }
      DHHandler handler =
          Class.forName(each.getAttribute("class"))
              .asSubclass(DHHandler.class)
              .getDeclaredConstructor()
              .newInstance();
      handler.init(parameters, node.context(each.getAttribute("name")));
      node.handler(each.getAttribute("name"), 4, handler);
    }
    return node.start(transport.node());
  }

  private static Outcome send(DHManager manager, Direction flow, byte[] envelope) throws Exception {
    CompletableFuture<Outcome> end = new CompletableFuture<>();
    assertInstanceOf(
        Admission.Accepted.class,
        manager.admit(new Waiting(), end, Submission.of(flow, "Orders", envelope)));
    return end.get(20, TimeUnit.SECONDS);
  }

  private static byte[] completed(DHManager manager, Direction flow, byte[] envelope)
      throws Exception {
    Outcome end = send(manager, flow, envelope);
    return assertInstanceOf(Outcome.Completed.class, end, end.toString()).envelope();
  }

  private static String handler(String name, Class<?> type, String parameters) {
    return "<handler name='"
        + name
        + "' class='"
        + type.getName()
        + "'>"
        + parameters
        + "</handler>";
  }

  @Test
  void compressLogDecompressRestoresTheBody() throws Exception {
    Path log = folder.resolve("m.log");
    Orchestrations orchestrations =
        OrchestrationDocument.parse(
            "o",
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='o'>"
                + "<handler name='c'><writes><body/></writes></handler><handler name='l'/>"
                + "<handler name='d'><writes><body/></writes></handler></orchestration>"
                + "<rule orchestration='o'/></orchestrations>");
    String node =
        handler("c", Compressor.class, "")
            + handler(
                "l",
                Logger.class,
                "<parameter name='file'>"
                    + log
                    + "</parameter>"
                    + "<parameter name='fields'>bytes envelope</parameter>")
            + handler("d", Decompressor.class, "");
    try (HandlerNode started = node(node);
        DHManager manager =
            DHManager.start(DHManagerConfig.DEFAULT, orchestrations, transport.manager())) {
      assertEquals(List.of("c", "d", "l"), started.status().handlers().stream().sorted().toList());
      byte[] envelope = Utf8.bytes(SOAP.of("<o:id>7</o:id>", ORDER));
      assertArrayEquals(envelope, completed(manager, Direction.IN, envelope));
      String line = Files.readString(log);
      assertTrue(line.contains("urn:dharch:compression:1") && !line.contains("<o:item"), line);
    }
  }

  @Test
  void documentsOfThePageWork() throws Exception {
    Files.writeString(
        folder.resolve("orders.xsl"),
        "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'"
            + " xmlns:o='urn:example:orders:1'><xsl:template match='/o:order'>"
            + "<order xmlns='urn:example:orders:2'><xsl:for-each select='o:item'><i/>"
            + "</xsl:for-each></order></xsl:template></xsl:stylesheet>");
    Path log = folder.resolve("messages.log");
    String handlers =
        PAGE.blocks("xml")
            .get(1)
            .replace("orders.xsl", folder.resolve("orders.xsl").toString())
            .replace("messages.log", log.toString());
    Orchestrations orchestrations = OrchestrationDocument.parse("docs", PAGE.blocks("xml").get(0));
    try (HandlerNode started = node(handlers);
        DHManager manager =
            DHManager.start(DHManagerConfig.DEFAULT, orchestrations, transport.manager())) {
      assertEquals(5, started.status().handlers().size());
      byte[] order = Utf8.bytes(SOAP.of(ORDER));
      byte[] compressed = Handled.after(Handled.ready(new Compressor()), order);
      String request = Utf8.text(completed(manager, Direction.IN, compressed));
      assertTrue(request.contains("urn:example:orders:2"), request);
      assertEquals(301, request.split("<i/>", -1).length);
      byte[] response =
          Utf8.bytes(
              SOAP.of(
                  "<r xmlns='urn:example:orders:2'><card>4711</card>"
                      + "<n>ä1</n>".repeat(900)
                      + "</r>"));
      byte[] sent = completed(manager, Direction.OUT, response);
      assertTrue(sent.length < response.length / 4, Utf8.text(sent));
      assertArrayEquals(response, Handled.after(Handled.ready(new Decompressor()), sent));
      Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> Files.size(log) > 0);
      String line = Files.readString(log);
      assertTrue(line.contains("urn:dharch:compression:1"), line);
    }
  }

  /**
   * The node abandons its worker, and other messages continue; the handler needs no thread of its
   * own.
   */
  @Test
  void slowStylesheetHaltsOnlyItsMessage() throws Exception {
    String each = "<xsl:for-each select='(//node()|//@*|//namespace::*)'>";
    Path slow =
        Files.writeString(
            folder.resolve("slow.xsl"),
            "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                + "<xsl:template match='/'>"
                + each.repeat(6)
                + "<xsl:if test='1=2'>x</xsl:if>"
                + "</xsl:for-each>".repeat(6)
                + "<a/></xsl:template></xsl:stylesheet>");
    Orchestrations orchestrations =
        OrchestrationDocument.parse(
            "o",
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='o'><handler"
                + " name='x' timeToFinish='100ms'/></orchestration><orchestration name='m'><handler"
                + " name='m'/></orchestration><rule orchestration='o' flow='in'/><rule"
                + " orchestration='m' flow='out'/></orchestrations>");
    String parameter = "<parameter name='stylesheet'>" + slow + "</parameter>";
    String nodes = handler("x", FormatConverter.class, parameter) + handler("m", Monitor.class, "");
    try (HandlerNode started = node(nodes);
        DHManager manager =
            DHManager.start(DHManagerConfig.DEFAULT, orchestrations, transport.manager())) {
      assertEquals(2, started.status().handlers().size());
      byte[] envelope = Utf8.bytes(SOAP.of("<o:order a='1' b='2'><o:item/><o:item/></o:order>"));
      Outcome end = send(manager, Direction.IN, envelope);
      String fault = assertInstanceOf(Outcome.Failed.class, end).fault().toString();
      assertTrue(fault.contains("timeToFinish"), fault);
      assertArrayEquals(envelope, completed(manager, Direction.OUT, envelope));
    }
  }

  @Test
  void bombHaltsOnlyItsMessage() throws Exception {
    Orchestrations orchestrations =
        OrchestrationDocument.parse(
            "docs",
            PAGE.blocks("xml")
                .get(0)
                .replaceAll("(?s)<stage>.*?</stage>", "")
                .replaceAll("<handler name=\"logger\"[^>]*>", "<handler name=\"decompressor\"/>"));
    try (HandlerNode started = node(handler("decompressor", Decompressor.class, ""));
        DHManager manager =
            DHManager.start(DHManagerConfig.DEFAULT, orchestrations, transport.manager())) {
      assertEquals(1, started.status().handlers().size());
      byte[] bomb =
          new Compressed(Compression.GZIP, 3000, Map.of(), Handled.gzip(new byte[9_000_000], 9))
              .write();
      Outcome end = send(manager, Direction.IN, Utf8.bytes(SOAP.of(Utf8.text(bomb))));
      String output = assertInstanceOf(Outcome.Failed.class, end).fault().toString();
      assertTrue(output.contains("must have size=3000 bytes (got more)"), output);
      byte[] order = Utf8.bytes(SOAP.of(ORDER));
      assertArrayEquals(order, completed(manager, Direction.IN, order));
    }
  }
}
