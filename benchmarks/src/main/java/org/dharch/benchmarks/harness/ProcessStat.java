package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Values of a process from Linux's {@code /proc}; times in ticks, {@value #TICKS} a second.
 *
 * @param parent the id of its parent
 * @param ticks processor time of the process
 * @param ticksOfChildren processor time of its ended children
 * @param pages resident memory pages
 */
public record ProcessStat(long parent, long ticks, long ticksOfChildren, long pages) {
  /** USER_HZ, the same on every Linux. */
  public static final int TICKS = 100;

  /**
   * Reads the values from the folder of a process.
   *
   * @throws IOException if the process has ended or is not readable
   */
  public static ProcessStat of(Path process) throws IOException {
    String stat = Files.readString(process.resolve("stat"));
    String[] fields =
        stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1); // after the name of the process
    return new ProcessStat(
        Long.parseLong(fields[1]),
        Long.parseLong(fields[11]) + Long.parseLong(fields[12]),
        Long.parseLong(fields[13]) + Long.parseLong(fields[14]),
        Long.parseLong(fields[21]));
  }
}
