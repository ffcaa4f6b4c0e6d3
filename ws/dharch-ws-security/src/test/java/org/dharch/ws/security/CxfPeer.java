package org.dharch.ws.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.testing.ShortLivedJvm;

/** CXF with WSS4J's interceptors, in a process of its own with nothing of DHArch on its path. */
final class CxfPeer implements AutoCloseable {
  private static final Path MODULE = Path.of("..", "..", "qa", "peers", "cxf", "target");

  private final Process process;
  private final Path out;
  private final Path err;

  private CxfPeer(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** What it prints is kept in {@code folder}. */
  static CxfPeer start(Path folder, String main, List<String> arguments) throws IOException {
    List<String> command = ShortLivedJvm.command();
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    command.add("-cp");
    command.add(
        MODULE.resolve("classes") + ":" + Files.readString(MODULE.resolve("classpath")).strip());
    command.add("org.dharch.peers.cxf." + main);
    command.addAll(arguments);
    Path out = Files.createTempFile(folder, main, ".out");
    Path err = Files.createTempFile(folder, main, ".err");
    return new CxfPeer(
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start(),
        out,
        err);
  }

  List<String> said() throws IOException {
    return Files.readAllLines(out);
  }

  void awaitListening() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              if (!process.isAlive()) {
                throw new AssertionError(Files.readString(err));
              }
              return said().contains("listens");
            });
  }

  /** All that it has printed when it has ended well. */
  List<String> awaitEnd() throws Exception {
    if (!process.waitFor(150, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new AssertionError(said() + Files.readString(err));
    }
    return said();
  }

  String complaints() throws IOException {
    return Files.readString(err);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
