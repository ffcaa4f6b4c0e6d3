package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fault D: a node on another host has a key that is good for itself alone. */
final class KeyCommandTest {
  @TempDir Path folder;

  private Path file(String text, String permissions) throws IOException {
    Path file = Files.writeString(folder.resolve("key"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void nodeKeyIsOneLineAndDeterministic() throws IOException {
    Path namespace = file("namespace " + "0f".repeat(32), "rw-------");
    CommandRun first = CommandRun.of("key", "node", "node7", "--key-file", namespace.toString());
    assertEquals(0, first.exitCode(), first.err());
    assertTrue(first.out().matches("node node7 [0-9a-f]{64}\\R"), first.out());
    assertEquals(first, CommandRun.of("key", "node", "node7", "--key-file", namespace.toString()));
    CommandRun other = CommandRun.of("key", "node", "node8", "--key-file", namespace.toString());
    assertTrue(!other.out().contains(first.out().strip().substring("node node7 ".length())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a/b", "a~1", "", "n\u00e9"})
  void aNameThatNoNodeHasIsRefusedAndNoKeyIsMade(String name) throws Exception {
    try (CommandProcess key = new CommandProcess(folder, "key", "node", name)) {
      assertEquals(2, key.exitCode(60), key.output().toString());
      assertTrue(
          key.output().get(0).contains("must be 1 to 100 letters, digits, '_', '.' or '-'"),
          key.output().toString());
      assertFalse(Files.exists(folder.resolve(".dharch")));
    }
  }

  @Test
  void createdKeyIsReportedOnce() throws Exception {
    Path made = folder.resolve(".dharch").resolve("key");
    try (CommandProcess first = new CommandProcess(folder, "key", "node", "node7");
        CommandProcess second = after(first)) {
      assertEquals(0, first.exitCode(60), first.output().toString());
      assertTrue(
          first.output().get(0).contains("created the namespace key in " + made),
          first.output().toString());
      assertEquals(0, second.exitCode(60), second.output().toString());
      assertEquals(first.output().subList(1, 2), second.output());
    }
  }

  private CommandProcess after(CommandProcess first) throws Exception {
    assertEquals(0, first.exitCode(60), first.output().toString());
    return new CommandProcess(folder, "key", "node", "node7");
  }

  @Test
  void readableTokenFileIsReported() throws IOException {
    Path namespace = file("namespace " + "0f".repeat(32), "rw-r--r--");
    CommandRun run = CommandRun.of("key", "node", "n", "--key-file", namespace.toString());
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains(namespace + " must be accessible only to its owner"), run.err());
  }
}
