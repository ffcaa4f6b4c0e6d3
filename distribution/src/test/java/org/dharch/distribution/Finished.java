package org.dharch.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program that has run.
 *
 * @param output the text of both streams
 */
record Finished(int exitCode, String output) {
  private static final long SECONDS = 120;

  static Finished of(Map<String, String> environment, String... command) throws Exception {
    Path output = Files.createTempFile("dharch-test", ".txt");
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().keySet().removeIf(name -> name.startsWith("DHARCH_"));
      builder.environment().putAll(environment);
      builder.redirectErrorStream(true).redirectOutput(output.toFile());
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(String.join(" ", command) + " runs longer than " + SECONDS + " s");
      }
      return new Finished(
          process.exitValue(), Files.readString(output, StandardCharsets.UTF_8).strip());
    } finally {
      Files.deleteIfExists(output);
    }
  }

  static Finished of(String... command) throws Exception {
    return of(Map.of(), command);
  }

  /** It ended well. */
  Finished right() {
    assertEquals(0, exitCode, output);
    return this;
  }

  void says(String part) {
    assertTrue(output.contains(part), "'" + part + "' is not in: " + output);
  }
}
