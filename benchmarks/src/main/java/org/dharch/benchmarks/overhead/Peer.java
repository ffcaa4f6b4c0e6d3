package org.dharch.benchmarks.overhead;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A {@link PeerMain} in a JVM of its own, for as long as it is open. */
final class Peer implements AutoCloseable {
  private final Process process;

  Peer(String kind, String broker, int count) throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                PeerMain.class.getName(),
                kind,
                broker,
                Integer.toString(count))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); !"READY".equals(line); line = out.readLine()) {
      if (line == null) {
        throw new IOException("the peer " + kind + " ended before it was ready");
      }
    }
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (process.waitFor(5, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }

  /** For the log. */
  @Override
  public String toString() {
    return "JVM " + process.pid();
  }
}
