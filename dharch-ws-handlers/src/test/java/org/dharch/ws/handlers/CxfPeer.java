package org.dharch.ws.handlers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** CXF 4.2.3 in a process of its own, with nothing of DHArch on its class path. */
final class CxfPeer {
  private static final Path MODULE = Path.of("../peers/cxf/target");

  private CxfPeer() {}

  static List<String> command(String main, String... args) {
    try {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
      command.add("-cp");
      command.add(
          MODULE.resolve("classes") + ":" + Files.readString(MODULE.resolve("classpath")).strip());
      command.add("org.dharch.peers.cxf." + main);
      command.addAll(List.of(args));
      return command;
    } catch (IOException e) {
      throw new UncheckedIOException("peer-cxf is not built", e);
    }
  }

  /** Sends, and says what was answered when all is acknowledged. */
  static List<String> client(Path log, URI url, String... args) throws Exception {
    List<String> all = new ArrayList<>(List.of(url.toString()));
    all.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command("CxfClient", all.toArray(String[]::new)))
            .redirectError(log.resolveSibling(log.getFileName() + ".err").toFile())
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!process.waitFor(150, TimeUnit.SECONDS)) {
        throw new AssertionError("the peer has not ended: " + Files.readString(log));
      }
      List<String> lines = Files.readAllLines(log);
      if (process.exitValue() != 0) {
        throw new AssertionError(
            "the peer failed: "
                + lines
                + Files.readString(log.resolveSibling(log.getFileName() + ".err")));
      }
      return lines;
    } finally {
      process.destroyForcibly();
    }
  }
}
