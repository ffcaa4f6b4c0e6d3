package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Python's zeep with its plugin for WS-Addressing calls a service beside the handler. Where there
 * is no python3 that makes environments, it is not run.
 */
class ZeepTest {
  private static final Path PEER = Path.of("../peers/zeep");
  private static final Path ENVIRONMENT = Path.of("target/zeep").toAbsolutePath();

  @TempDir Path folder;

  @BeforeEach
  void forget() {
    GreeterService.TOLD.clear();
  }

  /** Whether it ended with 0; what it says is in the file {@code said}. */
  private boolean run(String... command) throws Exception {
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("said").toFile())
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

  private String said() throws IOException {
    return Files.readString(folder.resolve("said"));
  }

  private String python() throws Exception {
    assumeTrue(run("python3", "-c", "import venv, ensurepip"), "python3 with venv is not here");
    String python = ENVIRONMENT.resolve("bin/python").toString();
    if (!run(python, "-c", "import zeep")) {
      assertTrue(run("python3", "-m", "venv", ENVIRONMENT.toString()), this::saidOrNothing);
      String requirements = PEER.resolve("requirements.txt").toString();
      assertTrue(
          run(python, "-m", "pip", "install", "-q", "-r", requirements), this::saidOrNothing);
    }
    return python;
  }

  private String saidOrNothing() {
    try {
      return said();
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  void understandsAnswersAndFaults() throws Exception {
    String python = python();
    try (RmServer server = RmServer.start(folder)) {
      assertTrue(
          run(python, PEER.resolve("client.py").toString(), server.url().toString()),
          this::saidOrNothing);
    }
    assertEquals(
        List.of(
            "hello zeep",
            "related True",
            "action urn:greetResponse", // as Axis2 names the operation's output
            "fault wsa:MessageAddressingHeaderRequired", // no Action
            "fault wsa:MessageAddressingHeaderRequired", // no MessageID
            "fault wsa:InvalidCardinality"),
        said().lines().toList());
  }
}
