package org.dharch.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The facts of the machine that a result was measured on; they stand beside every figure. */
public record Machine(String cpu, int cores, long memoryMiB, String os, String jdk, String date) {

  /** This machine, now. */
  public static Machine here() {
    Runtime runtime = Runtime.getRuntime();
    return new Machine(
        proc("/proc/cpuinfo", "model name"),
        runtime.availableProcessors(),
        memory(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
  }

  private static long memory() {
    String total = proc("/proc/meminfo", "MemTotal").replaceAll("[^0-9]", "");
    return total.isEmpty() ? 0 : Long.parseLong(total) / 1024;
  }

  private static String proc(String file, String key) {
    try {
      return Files.readAllLines(Path.of(file)).stream()
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return ""; // not a Linux; the field stays empty
    }
  }
}
