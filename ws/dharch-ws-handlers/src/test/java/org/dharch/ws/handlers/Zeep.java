package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dharch.testing.MissingProgram;

/** Python's zeep in a virtual environment, which the first test creates. */
final class Zeep {
  private static final Path PEER = Path.of("../../qa/peers/zeep");
  private static final Path ENVIRONMENT = Path.of("target/zeep").toAbsolutePath();

  private final Path output;

  /**
   * @param folder for what it says
   */
  Zeep(Path folder) {
    output = folder.resolve("said");
  }

  /** The lines that a script says when it calls a service; it ends with 0. */
  List<String> calls(String script, URI service, String... more) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(python(), PEER.resolve(script).toString(), service.toString()));
    command.addAll(List.of(more));
    assertTrue(run(command.toArray(String[]::new)), this::saidOrNothing);
    return Files.readString(output).lines().toList();
  }

  private String python() throws Exception {
    if (!run("python3", "-c", "import venv, ensurepip")) {
      throw MissingProgram.skip("Python's zeep as a client", "python3-venv", "python3-venv");
    }
    String python = ENVIRONMENT.resolve("bin/python").toString();
    if (!run(python, "-c", "import zeep")) {
      assertTrue(run("python3", "-m", "venv", ENVIRONMENT.toString()), this::saidOrNothing);
      String requirements = PEER.resolve("requirements.txt").toString();
      assertTrue(
          run(python, "-m", "pip", "install", "-q", "-r", requirements), this::saidOrNothing);
    }
    return python;
  }

  /** Whether it ended with 0; what it says is in the file {@code said}. */
  private boolean run(String... command) throws Exception {
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) { // there is no such program
      return false;
    }
    try {
      return process.waitFor(120, TimeUnit.SECONDS) && process.exitValue() == 0;
    } finally {
      process.destroyForcibly();
    }
  }

  private String saidOrNothing() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      return "";
    }
  }
}
