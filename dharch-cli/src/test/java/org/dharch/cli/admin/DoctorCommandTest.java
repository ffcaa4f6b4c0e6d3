package org.dharch.cli.admin;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.CommandRun;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.core.files.OwnerOnly;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor says of a server that cannot work. */
class DoctorCommandTest {
  private static final String AWAY = "problem: the manager has no connection to its broker";

  @TempDir Path folder;

  @Test
  void lostBrokerIsProblem() throws Exception {
    Path key = folder.resolve(".dharch").resolve("key");
    Files.createDirectories(key.getParent());
    OwnerOnly.replace(key, "namespace " + "0f".repeat(32) + "\n");
    Map<String, String> options = Map.of("keyFile", key.toString());
    EmbeddedBroker broker = EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), options);
    URI at = broker.uri();
    try (CommandProcess serve =
        new CommandProcess(
            folder, "serve", "--port", "0", "--no-node", "--broker", at.toString())) {
      String[] admin = serve.await("ADMIN ").split(" token-file ", -1);
      serve.awaitUnserved();
      String[] doctor = {"doctor", "--url", admin[0], "--token-file", admin[1]};
      assertFalse(CommandRun.of(doctor).out().contains(AWAY));
      broker.close();
      soon().until(() -> CommandRun.of(doctor).out().contains(AWAY));
      assertEquals(1, CommandRun.of(doctor).exitCode());
      broker = EmbeddedBroker.start(at, options);
      soon().until(() -> !CommandRun.of(doctor).out().contains(AWAY));
    } finally {
      broker.close();
    }
  }
}
