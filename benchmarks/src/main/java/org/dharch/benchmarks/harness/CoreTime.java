package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The processor time of all cores so far, and the part of one process tree, in ticks of Linux's
 * {@code /proc}. Immutable.
 *
 * @param all of all cores, idle or not
 * @param busy not idle, for any process
 * @param stolen taken by other virtual machines
 * @param own used by this run
 */
record CoreTime(long all, long busy, long stolen, long own) {
  /**
   * Reads the current values; empty without {@code /proc}.
   *
   * @param proc {@code /proc}
   * @param root the root of the process tree of this run
   * @param folder processes with this folder in their command line belong to the run too, such as a
   *     database server that detached itself
   */
  static Optional<CoreTime> now(Path proc, long root, String folder) {
    try {
      String[] cores = Files.readString(proc.resolve("stat")).split("\n", 2)[0].split(" +", -1);
      long all = 0;
      for (int i = 1; i <= 8; i++) {
        all += Long.parseLong(cores[i]);
      }
      long idle = Long.parseLong(cores[4]) + Long.parseLong(cores[5]);
      long stolen = Long.parseLong(cores[8]);
      return Optional.of(new CoreTime(all, all - idle - stolen, stolen, own(proc, root, folder)));
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // not Linux
    }
  }

  private static long own(Path proc, long root, String folder) throws IOException {
    Map<Long, ProcessStat> all = new HashMap<>();
    Set<Long> roots = new HashSet<>(Set.of(root));
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        try {
          all.put(pid, ProcessStat.of(process));
          if (Files.readString(process.resolve("cmdline")).contains(folder)) {
            roots.add(pid);
          }
        } catch (IOException e) {
          // it has ended, or belongs to another user
        }
      }
    }
    return sum(all, roots);
  }

  private static long sum(Map<Long, ProcessStat> all, Set<Long> roots) {
    Map<Long, List<Long>> children = new HashMap<>();
    all.forEach(
        (pid, stat) -> children.computeIfAbsent(stat.parent(), p -> new ArrayList<>()).add(pid));
    Set<Long> counted = new HashSet<>();
    Deque<Long> open = new ArrayDeque<>(roots);
    long ticks = 0;
    while (!open.isEmpty()) {
      long pid = open.pop();
      if (all.containsKey(pid) && counted.add(pid)) {
        ticks += all.get(pid).ticks() + all.get(pid).ticksOfChildren();
        open.addAll(children.getOrDefault(pid, List.of()));
      }
    }
    return ticks;
  }

  /** Returns the background load between {@code before} and this. */
  BackgroundLoad since(CoreTime before) {
    double time = Math.max(1, all - before.all);
    double others = busy - before.busy - (own - before.own);
    return new BackgroundLoad(
        Math.min(1, Math.max(0, others / time)), Math.max(0, (stolen - before.stolen) / time));
  }
}
