package org.dharch.benchmarks.messaging;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.benchmarks.harness.Progress;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.peers.operations.Row;

/**
 * Table 1: DHArch, CXF and Sandesha2, each in a process of its own with the same options, take
 * turns at each row: a batch of a millisecond each, in changing order. While one is at work the
 * others wait for their input. One thread.
 */
final class Contenders implements AutoCloseable {
  static final String DHARCH = "DHArch";
  static final String CXF = "CXF";
  static final String SANDESHA2 = "Sandesha2";

  /** All, as they stand in the table. */
  static final List<String> NAMES = List.of(DHARCH, CXF, SANDESHA2);

  private static final List<String> OPTIONS = List.of("-Xms128m", "-Xmx256m");
  private static final int ALLOCATIONS = 10;

  private final List<Spoken> contenders = new ArrayList<>();
  private final Map<String, List<Row>> rows = new HashMap<>();
  private final Map<Row, Map<String, Integer>> batches = new EnumMap<>(Row.class);

  /**
   * Starts them.
   *
   * @param folder where they may write
   */
  Contenders(Path folder) throws IOException {
    try {
      start(DHARCH, PeerModule.own(OPTIONS, DHArchOperations.class.getName(), List.of()), folder);
      PeerModule cxf = PeerModule.cxf();
      start(CXF, cxf.java(OPTIONS, "org.dharch.peers.cxf.CxfOperations", List.of()), folder);
      PeerModule sandesha2 = PeerModule.sandesha2();
      start(
          SANDESHA2,
          sandesha2.java(
              OPTIONS,
              "org.dharch.peers.sandesha2.Sandesha2Operations",
              List.of(sandesha2.target().resolve("repository").toString())),
          folder);
      for (Spoken contender : contenders) {
        rows.put(
            contender.name(),
            Arrays.stream(contender.ask("rows").split(" ", -1)).map(Row::valueOf).toList());
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void start(String name, List<String> command, Path folder) throws IOException {
    contenders.add(Spoken.start(name, command, folder));
  }

  /** Who can do that, first DHArch. */
  private List<Spoken> able(Row row) {
    return contenders.stream().filter(it -> rows.get(it.name()).contains(row)).toList();
  }

  /** What each makes, as text. */
  Map<String, String> show(Row row) throws IOException {
    Map<String, String> shown = new LinkedHashMap<>();
    for (Spoken contender : able(row)) {
      shown.put(contender.name(), contender.ask("show " + row));
    }
    return shown;
  }

  /** Warms each row up, for so long. */
  void warm(int millis, Progress progress) throws IOException {
    for (Row row : Row.values()) {
      Map<String, Integer> sizes = new HashMap<>();
      for (Spoken contender : able(row)) {
        sizes.put(contender.name(), Integer.valueOf(contender.ask("warm " + row + " " + millis)));
      }
      batches.put(row, sizes);
      progress.step();
    }
  }

  /**
   * Measures a row.
   *
   * @return of each who can do it, microseconds an operation, round by round
   */
  Map<String, double[]> time(Row row, int rounds) throws IOException {
    List<Spoken> able = able(row);
    Map<String, double[]> micros = new LinkedHashMap<>();
    able.forEach(it -> micros.put(it.name(), new double[rounds]));
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < able.size(); i++) {
        Spoken next = able.get((round + i) % able.size());
        String question = "time " + row + " " + batches.get(row).get(next.name());
        micros.get(next.name())[round] = Double.parseDouble(next.ask(question)) / 1e3;
      }
    }
    return micros;
  }

  /** What one operation allocates, in bytes. */
  Map<String, Statistics> allocated(Row row) throws IOException {
    Map<String, Statistics> bytes = new LinkedHashMap<>();
    for (Spoken contender : able(row)) {
      double[] each = new double[ALLOCATIONS];
      for (int i = 0; i < each.length; i++) {
        each[i] = Double.parseDouble(contender.ask("bytes " + row + " 100"));
      }
      bytes.put(contender.name(), Statistics.of(each));
    }
    return bytes;
  }

  @Override
  public void close() {
    contenders.forEach(Spoken::close);
  }
}
