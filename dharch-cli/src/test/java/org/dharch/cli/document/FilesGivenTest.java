package org.dharch.cli.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.CommandRun;
import org.dharch.testing.MissingProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files that are pipes, may not be read, or have names that the locale does not know. */
@DisabledOnOs(OS.WINDOWS)
final class FilesGivenTest {
  private static final String POLICY = "<policy xmlns='urn:dharch:policy:1'/>";

  @TempDir Path folder;

  /** What {@code line} printed whose input is {@code given}. */
  private String piped(String given, int code, String... args) throws Exception {
    Path input = Files.writeString(folder.resolve("given"), given);
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    Process writer =
        new ProcessBuilder("sh", "-c", "exec cat \"$0\" >\"$1\"", input.toString(), pipe.toString())
            .start();
    CommandRun run = CommandRun.of(args);
    assertEquals(code, run.exitCode(), run.err());
    writer.destroy();
    Files.delete(pipe);
    return run.out() + run.err();
  }

  @Test
  void pipeIsReadOnceAndNamedInErrors() throws Exception {
    String pipe = folder.resolve("pipe").toString();
    assertEquals(pipe + ": valid, a policy of 0 rules\n", piped(POLICY, 0, "validate", pipe));
    assertEquals(
        "dharch: "
            + pipe
            + ":1:3: XML document structures must start and end within the same entity\n",
        piped("<x", 2, "validate", pipe));
    assertEquals(
        "dharch: " + pipe + ": must have at most 1048576 bytes\n",
        piped(" ".repeat(2_000_000), 2, "validate", pipe));
    String orchestrations =
        "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='a'><handler"
            + " name='A'/></orchestration><rule orchestration='a'/></orchestrations>";
    assertEquals(
        "flowchart TD", piped(orchestrations, 0, "graph", pipe).lines().findFirst().orElseThrow());
    assertEquals(
        "No --times: assuming 1 ms for each handler and no transport costs.",
        piped(orchestrations, 0, "plan", pipe).lines().findFirst().orElseThrow());
  }

  @Test
  void copyOfPipeIsDeleted() throws Exception {
    Path copy;
    try (DocumentFile document = DocumentFile.of(Path.of("/dev/null"))) {
      copy = document.read(file -> file);
      assertTrue(Files.isRegularFile(copy), copy.toString());
    }
    assertFalse(Files.exists(copy), copy.toString());
  }

  @Test
  void aDeviceIsRead() {
    CommandRun run = CommandRun.of("validate", "/dev/null");
    assertTrue(run.err().startsWith("dharch: /dev/null:1:1: Premature end of file"), run.err());
  }

  @Test
  void unreadableFileIsNotReportedAsMissing() throws Exception {
    Path file = Files.writeString(folder.resolve("f.xml"), POLICY);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    for (String command : List.of("validate", "graph", "plan")) {
      try (CommandProcess process =
          new CommandProcess(folder, withoutPrivilege(file), Map.of(), command, file.toString())) {
        assertEquals(2, process.exitCode(60), process.output().toString());
        assertEquals(List.of("dharch: file '" + file + "' may not be accessed"), process.output());
      }
    }
  }

  /** Who runs tests as root may read everything, and gives that up here. */
  private static List<String> withoutPrivilege(Path unreadable) throws Exception {
    if (!Files.isReadable(unreadable)) {
      return List.of();
    }
    String capabilities = "-dac_override,-dac_read_search";
    List<String> command =
        List.of("setpriv", "--bounding-set", capabilities, "--inh-caps", capabilities);
    Process there = new ProcessBuilder("sh", "-c", "command -v setpriv").start();
    if (there.waitFor() != 0) {
      throw MissingProgram.skip("files that are not readable", "setpriv", "util-linux");
    }
    return command;
  }

  /** Java names files in the locale's encoding: ASCII, of LC_ALL=C. */
  @Test
  void unmappablePathIsReported() throws Exception {
    List<String> named = // by its bytes: this JVM's locale may not know them either
        List.of("sh", "-c", "exec \"$@\" \"$(printf 'gr\\303\\266\\303\\237e.xml')\"", "sh");
    try (CommandProcess process =
        new CommandProcess(folder, named, Map.of("LC_ALL", "C"), "validate")) {
      assertEquals(2, process.exitCode(60));
      assertEquals(1, process.output().size(), process.output().toString());
      String line = process.output().get(0);
      assertTrue(line.contains("LC_ALL=C.UTF-8 in the environment allows all; see"), line);
      assertFalse(line.contains("Exception"), line);
    }
  }
}
