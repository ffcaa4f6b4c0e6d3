package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Some of what Linux's {@code /proc} tells of a process; times in ticks, {@value #TICKS} a second.
 *
 * @param parent its parent's id
 * @param ticks of a core that it has used
 * @param ticksOfChildren that its children had used that have ended
 * @param pages of its memory that are resident
 */
public record ProcessStat(long parent, long ticks, long ticksOfChildren, long pages) {
  /** USER_HZ, the same on every Linux. */
  public static final int TICKS = 100;

  /**
   * Of the process whose folder this is.
   *
   * @throws IOException if it has ended, or may not be looked at
   */
  public static ProcessStat of(Path process) throws IOException {
    String stat = Files.readString(process.resolve("stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1); // after its name
    return new ProcessStat(
        Long.parseLong(fields[1]),
        Long.parseLong(fields[11]) + Long.parseLong(fields[12]),
        Long.parseLong(fields[13]) + Long.parseLong(fields[14]),
        Long.parseLong(fields[21]));
  }
}
