package org.dharch.cli.base;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Runs short commands of the system, for benchmarks and the chaos test. Safe for any thread. */
public final class Shell {
  private Shell() {}

  /**
   * Runs a command and returns its output.
   *
   * @throws IOException if it does not exist or its exit code is not 0
   */
  public static String run(String... command) throws IOException, InterruptedException {
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

  /** Runs a command that may fail, such as a cleanup. */
  public static void quietly(String... command) {
    try {
      run(command);
    } catch (IOException e) {
      // nothing to clean up
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
