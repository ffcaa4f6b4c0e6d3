package org.dharch.benchmarks.contenders;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.benchmarks.harness.Progress;
import org.dharch.benchmarks.harness.Statistics;

/**
 * Several libraries, each in its own process with the same options, that take turns at each row of
 * a table: one batch of a millisecond each, in changing order. The others wait for input meanwhile.
 * One thread.
 */
public final class Contenders implements AutoCloseable {
  /** The JVM options of every process. */
  public static final List<String> OPTIONS = List.of("-Xms128m", "-Xmx256m");

  private static final int ALLOCATIONS = 10;
  private static final int MAX_ALLOCATING = 100;

  private final Path folder;
  private final List<LineProcess> contenders = new ArrayList<>();
  private final Map<String, Set<String>> rows = new HashMap<>();
  private final Map<String, Map<String, Integer>> batches = new HashMap<>();

  /**
   * Makes an empty collection.
   *
   * @param folder the folder for files of the processes
   */
  public Contenders(Path folder) {
    this.folder = folder;
  }

  /**
   * Starts one more process.
   *
   * @param command starts a process that runs {@link org.dharch.peers.operations.Contender}
   */
  public void start(String name, List<String> command) throws IOException {
    LineProcess contender = LineProcess.start(name, command, folder);
    contenders.add(contender);
    rows.put(name, Set.of(contender.request("rows").split(" ", -1)));
  }

  /** Returns the processes that implement a row, in start order. */
  private List<LineProcess> implementing(String row) {
    return contenders.stream().filter(it -> rows.get(it.name()).contains(row)).toList();
  }

  /** Returns the result of each process. */
  public Map<String, byte[]> results(String row) throws IOException {
    Map<String, byte[]> results = new LinkedHashMap<>();
    for (LineProcess contender : implementing(row)) {
      results.put(contender.name(), Base64.getDecoder().decode(contender.request("show " + row)));
    }
    return results;
  }

  /** Warms each row up for {@code millis} and finds the size of its batches. */
  public void warm(Collection<String> all, int millis, Progress progress) throws IOException {
    for (String row : all) {
      Map<String, Integer> sizes = new HashMap<>();
      for (LineProcess contender : implementing(row)) {
        sizes.put(
            contender.name(), Integer.valueOf(contender.request("warm " + row + " " + millis)));
      }
      batches.put(row, sizes);
      progress.step();
    }
  }

  /**
   * Measures a row after its warm-up.
   *
   * @return microseconds per operation of each process that implements the row, round by round
   */
  public Map<String, double[]> time(String row, int rounds) throws IOException {
    List<LineProcess> implementing = implementing(row);
    Map<String, double[]> micros = new LinkedHashMap<>();
    implementing.forEach(it -> micros.put(it.name(), new double[rounds]));
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < implementing.size(); i++) {
        LineProcess next = implementing.get((round + i) % implementing.size());
        String question = "time " + row + " " + batches.get(row).get(next.name());
        micros.get(next.name())[round] = Double.parseDouble(next.request(question)) / 1e3;
      }
    }
    return micros;
  }

  /** Returns the bytes that one operation of a row allocates after its warm-up. */
  public Map<String, Statistics> allocated(String row) throws IOException {
    Map<String, Statistics> bytes = new LinkedHashMap<>();
    for (LineProcess contender : implementing(row)) {
      int count = Math.min(MAX_ALLOCATING, 2 * batches.get(row).get(contender.name()));
      double[] each = new double[ALLOCATIONS];
      for (int i = 0; i < each.length; i++) {
        each[i] = Double.parseDouble(contender.request("bytes " + row + " " + count));
      }
      bytes.put(contender.name(), Statistics.of(each));
    }
    return bytes;
  }

  @Override
  public void close() {
    contenders.forEach(LineProcess::close);
  }
}
