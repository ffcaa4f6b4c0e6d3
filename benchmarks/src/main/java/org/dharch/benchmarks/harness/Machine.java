package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The facts of the machine that a result was measured on; they stand beside every figure.
 *
 * @param cpu the processor's name
 * @param cores how many of them the measuring JVM had
 * @param memory the machine's, with its unit
 * @param os name and version
 * @param jdk name and version
 * @param date when, in UTC
 */
public record Machine(String cpu, int cores, String memory, String os, String jdk, String date) {

  /** This machine, now. */
  public static Machine here() {
    return new Machine(
        proc("/proc/cpuinfo", "model name"),
        Runtime.getRuntime().availableProcessors(),
        memoryHere(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
  }

  /** In one line. */
  public String text() {
    return String.join(
        ", ",
        cpu,
        cores + (cores == 1 ? " core" : " cores"),
        memory,
        os,
        jdk,
        date.substring(0, 10));
  }

  private static String memoryHere() {
    String total = proc("/proc/meminfo", "MemTotal").replaceAll("[^0-9]", "");
    return total.isEmpty() ? "" : Long.parseLong(total) / 1024 + " MiB";
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
