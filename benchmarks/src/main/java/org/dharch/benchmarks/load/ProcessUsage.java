package org.dharch.benchmarks.load;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.dharch.benchmarks.harness.ProcessStat;

/**
 * The resource usage of a process, and optionally of its children, from Linux's {@code /proc}.
 *
 * @param cpuSeconds processor time
 * @param memoryBytes resident memory; shared memory counts in each process
 */
public record ProcessUsage(double cpuSeconds, long memoryBytes) {
  private static final int PAGE = 4096;

  /** Returns the usage of process {@code pid} alone. */
  public static ProcessUsage of(long pid) throws IOException {
    return of(pid, false);
  }

  /** Returns the usage of process {@code pid} and its children, including ended ones. */
  public static ProcessUsage ofFamily(long pid) throws IOException {
    return of(pid, true);
  }

  private static ProcessUsage of(long pid, boolean family) throws IOException {
    double ticks = 0;
    long memory = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path each : all) {
        try {
          ProcessStat stat = ProcessStat.of(each);
          boolean self = each.getFileName().toString().equals(Long.toString(pid));
          if (!self && !(family && stat.parent() == pid)) {
            continue;
          }
          ticks += stat.ticks() + (self && family ? stat.ticksOfChildren() : 0);
          memory += stat.pages() * PAGE;
        } catch (NoSuchFileException e) {
          // it has ended
        } catch (IOException e) {
          if (Files.exists(each)) {
            throw e;
          }
        }
      }
    }
    return new ProcessUsage(ticks / ProcessStat.TICKS, memory);
  }

  /** Returns the usage between {@code before} and this, with the memory of this. */
  public ProcessUsage since(ProcessUsage before) {
    return new ProcessUsage(cpuSeconds - before.cpuSeconds, memoryBytes);
  }
}
