package org.dharch.cli.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;

/**
 * The machine's properties for reports. Immutable.
 *
 * @param cpu the processor's name
 * @param cores the number available to this JVM
 * @param memory the machine's, in MiB
 * @param os name and version
 * @param jdk vendor and version
 * @param date in UTC
 */
public record MachineFacts(String cpu, int cores, long memory, String os, String jdk, String date) {
  public static MachineFacts here() {
    return new MachineFacts(
        cpuName(),
        Runtime.getRuntime().availableProcessors(),
        memoryMib(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vendor") + " " + System.getProperty("java.version"),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
  }

  private static String cpuName() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"), StandardCharsets.UTF_8)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch"); // not Linux
    }
  }

  private static long memoryMib() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean bean
        ? bean.getTotalMemorySize() >> 20
        : Runtime.getRuntime().maxMemory() >> 20;
  }
}
