package org.dharch.cli.base;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Runs short commands of the system, for benchmarks and the chaos test. Any thread. */
public final class Shell {
  private Shell() {}

  /**
   * Runs one, waits for it and gives what it printed.
   *
   * @throws IOException if it is not there or its exit code is not 0
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

  /** Runs one that may fail, such as one that removes what may not have been made. */
  public static void quietly(String... command) {
    try {
      run(command);
    } catch (IOException e) {
      // what it was to remove was not made, or is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
