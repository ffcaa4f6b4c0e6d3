package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.dharch.cli.CommandProcess;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The handlers of WS-* protocols are on the node's class path: no folder of handlers is needed. */
class ShippedHandlersTest {
  @TempDir Path folder;

  @Test
  void nodeOffersReliableMessagingHandlers() throws Exception {
    String handlers = DocsPage.of("rm-handlers.md").blocks("xml").get(2);
    assertTrue(handlers.contains("RmSinkHandler"), handlers);
    Path document =
        Files.writeString(
            folder.resolve("node.xml"),
            "<node xmlns='urn:dharch:node:1' name='rm'>"
                + handlers.replace("jdbc:sqlite:rm.db", "jdbc:sqlite:" + folder.resolve("rm.db"))
                + "</node>");
    try (CommandProcess broker =
            new CommandProcess(folder, "broker", "--bind", "tcp://127.0.0.1:0");
        CommandProcess node =
            new CommandProcess(
                folder,
                "node",
                "--config",
                document.toString(),
                "--broker",
                broker.await("READY "))) {
      String ready = node.await("READY ");
      assertTrue(ready.contains("rm-sink") && ready.contains("addressing"), ready);
      assertTrue(Files.exists(folder.resolve("rm.db")));
      node.terminate();
      assertEquals(143, node.exitCode(30));
    }
  }
}
