package org.dharch.benchmarks.load;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.dharch.benchmarks.harness.ProcessStat;

/**
 * What a process, and its children if it has some, have used so far, out of Linux's {@code /proc}.
 *
 * @param cpuSeconds processor time
 * @param memoryBytes resident now; what processes share counts in each
 */
public record ProcessUsage(double cpuSeconds, long memoryBytes) {
  private static final int PAGE = 4096;

  /** Of process {@code pid} alone. */
  public static ProcessUsage of(long pid) throws IOException {
    return of(pid, false);
  }

  /** Of process {@code pid} and its children, those that have ended too. */
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
          // it has ended meanwhile
        } catch (IOException e) {
          if (Files.exists(each)) {
            throw e;
          }
        }
      }
    }
    return new ProcessUsage(ticks / ProcessStat.TICKS, memory);
  }

  /** What was used between {@code before} and this; the memory is this one's. */
  public ProcessUsage since(ProcessUsage before) {
    return new ProcessUsage(cpuSeconds - before.cpuSeconds, memoryBytes);
  }
}
