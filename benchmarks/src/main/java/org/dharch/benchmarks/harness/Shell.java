package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Runs short commands. */
final class Shell {
  private Shell() {}

  /**
   * Runs one, waits for it and gives what it printed.
   *
   * @throws IOException if it is not there or its exit code is not 0
   */
  static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    int code = process.waitFor();
    if (code != 0) {
      throw new IOException(String.join(" ", command) + ": exit code " + code + ": " + output);
    }
    return output;
  }
}
