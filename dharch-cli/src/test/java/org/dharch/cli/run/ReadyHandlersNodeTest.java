package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.awaitility.Awaitility;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.envelope.Merge;
import org.dharch.handlers.Compressor;
import org.dharch.samples.SampleNames;
import org.dharch.testing.DocsPage;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documents of docs/handlers.md in a node's own process, before a service in another. */
final class ReadyHandlersNodeTest {
  private static final DocsPage PAGE = DocsPage.of("handlers.md");

  @TempDir Path folder;

  private static byte[] compressed(String envelope) throws Exception {
    Compressor compressor = new Compressor();
    compressor.init(Map.of());
    byte[] bytes = Utf8.bytes(envelope);
    HandlerMessage message =
        HandlerMessage.of(
            MessageId.random(ThreadLocalRandom.current()),
            1,
            bytes,
            MessageProperties.empty(),
            Set.of());
    return Merge.apply(bytes, compressor.handle(message), Limits.DEFAULT);
  }

  @Test
  void compressedRequestIsServedAndResponseLogged() throws Exception {
    Path log = folder.resolve("messages.log");
    Path stylesheet =
        Files.writeString(
            folder.resolve("orders.xsl"),
            "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'/>");
    Path orchestration =
        Files.writeString(folder.resolve("orchestration.xml"), PAGE.blocks("xml").get(0));
    Path node =
        Files.writeString(
            folder.resolve("node.xml"),
            "<node xmlns='urn:dharch:node:1' name='ready'>"
                + PAGE.blocks("xml")
                    .get(1)
                    .replace("orders.xsl", stylesheet.toString())
                    .replace("messages.log", log.toString())
                + "</node>");
    String document = "line ü\n".repeat(1000);
    byte[] request =
        compressed(
            EnvelopeText.SOAP11.of(
                "<p:process xmlns:p='"
                    + SampleNames.NAMESPACE
                    + "'><p:id>7</p:id><p:document>"
                    + document
                    + "</p:document><p:secret>x</p:secret></p:process>"));
    assertTrue(request.length < 2000, "it is small: " + request.length);
    try (ServedNode site = ServedNode.start(folder, orchestration, node)) {
      HttpResponse<String> answer =
          SoapCalls.post(site.endpoint(), SoapCalls.XML, SampleNames.PROCESS_ACTION, request);
      assertEquals(200, answer.statusCode(), answer::body);
      String digest = SampleDigests.of(document);
      assertTrue(answer.body().contains(digest), answer::body);
      Awaitility.await("the one-way logger's line")
          .atMost(Duration.ofSeconds(30))
          .until(() -> Files.exists(log) && Files.readString(log).contains(digest));
      site.node().terminate();
      assertEquals(128 + 15, site.node().exitCode(30), () -> "" + site.node().output());
    }
  }
}
