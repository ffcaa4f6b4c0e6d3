package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fault D: a node on another host has a key that is good for itself alone. */
final class KeyCommandTest {
  @TempDir Path folder;

  private Path file(String text, String permissions) throws IOException {
    Path file = Files.writeString(folder.resolve("key"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void theKeyOfANodeIsOneLineAndAlwaysTheSame() throws IOException {
    Path system = file("system " + "0f".repeat(32), "rw-------");
    CommandRun first = CommandRun.of("key", "node", "node7", "--key-file", system.toString());
    assertEquals(0, first.exitCode(), first.err());
    assertTrue(first.out().matches("node node7 [0-9a-f]{64}\\R"), first.out());
    assertEquals(first, CommandRun.of("key", "node", "node7", "--key-file", system.toString()));
    CommandRun other = CommandRun.of("key", "node", "node8", "--key-file", system.toString());
    assertTrue(!other.out().contains(first.out().strip().substring("node node7 ".length())));
  }

  @Test
  void aFileThatOthersMayReadIsNamed() throws IOException {
    Path system = file("system " + "0f".repeat(32), "rw-r--r--");
    CommandRun run = CommandRun.of("key", "node", "n", "--key-file", system.toString());
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains(system + " is open to others"), run.err());
  }
}
