package org.dharch.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.CommandRun;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node's handler sends through {@code dharch outbound}, each in a process of its own. */
class OutboundCommandTest {
  private static final String EXAMPLE =
      """
      dharch.broker=embedded:tcp://127.0.0.1:61616
      dharch.outbound.hosts=partner.example 10.1.0.0/16
      """;

  @TempDir Path folder;

  private Path config(String hosts) throws Exception {
    return Files.writeString(
        folder.resolve("outbound.properties"),
        EXAMPLE.replace("61616", "0").replace("partner.example 10.1.0.0/16", hosts));
  }

  private CommandProcess outbound(String hosts) throws Exception {
    return new CommandProcess(folder, "outbound", "--config", config(hosts).toString());
  }

  private CommandProcess node(String broker, String to) throws Exception {
    Path document =
        Files.writeString(
            folder.resolve("node.xml"),
            "<node xmlns='urn:dharch:node:1' name='emits'><handler name='emits' class='"
                + EmittingHandler.class.getName()
                + "'><parameter name='to'>"
                + to
                + "</parameter></handler></node>");
    return new CommandProcess(folder, "node", "--config", document.toString(), "--broker", broker);
  }

  @Test
  void documentationExampleIsCurrent() {
    assertTrue(DocsPage.of("outbound.md").shows("properties", EXAMPLE), EXAMPLE);
  }

  @Test
  void emissionReachesListedHost() throws Exception {
    LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          got.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.sendResponseHeaders(202, -1);
          exchange.close();
        });
    server.start();
    String to = "http://127.0.0.1:" + server.getAddress().getPort() + "/in";
    try (CommandProcess outbound = outbound("127.0.0.1");
        CommandProcess node = node(outbound.await("READY "), to)) {
      assertEquals(EmittingHandler.ENVELOPE, got.poll(60, TimeUnit.SECONDS));
      String told = node.await("TOLD Sent");
      assertTrue(told.contains("status=202"), told);
      outbound.terminate();
      assertEquals(143, outbound.exitCode(30));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void unlistedHostIsRejectedAndHandlerNotified() throws Exception {
    try (CommandProcess outbound = outbound("");
        CommandProcess node = node(outbound.await("READY "), "http://127.0.0.1:9/in")) {
      outbound.await("dharch: dharch.outbound.hosts is empty");
      String told = node.await("TOLD Failed");
      assertTrue(told.contains("REFUSED") && told.contains("not on the list of hosts"), told);
    }
  }

  @Test
  void errorsAreReported() throws Exception {
    Path config = config("http://a.example");
    CommandRun wrong = CommandRun.of("outbound", "--config", config.toString());
    assertEquals(2, wrong.exitCode());
    assertTrue(wrong.err().contains("'http://a.example'"), wrong.err());
    Files.writeString(config, "dharch.outbound.host=a.example\ndharch.broker=memory:x\n");
    wrong = CommandRun.of("outbound", "--config", config.toString());
    assertEquals(2, wrong.exitCode());
    assertTrue(wrong.err().contains("parameter 'dharch.outbound.host' is unknown"), wrong.err());
    Files.writeString(config, "");
    wrong = CommandRun.of("outbound", "--config", config.toString());
    assertTrue(wrong.err().contains("must have dharch.broker"), wrong.err());
  }
}
