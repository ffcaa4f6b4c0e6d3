package org.dharch.cli.chaos;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one stateful handler and its compensator wrote down, on all nodes and in all their lives.
 */
final class ChaosLedger {
  static final String DID = "did";
  static final String UNDID = "undid";

  /**
   * One line.
   *
   * @param nanos of the machine's monotonic clock, which all processes share
   * @param request the id that its client gave it
   */
  private record Line(
      String word, String message, int attempt, long nanos, String request, String file) {
    @Override
    public String toString() {
      return word + " attempt " + attempt + " in " + file + " at " + nanos;
    }
  }

  private final String name;
  private final Map<String, List<Line>> byMessage = new HashMap<>();

  private ChaosLedger(String name) {
    this.name = name;
  }

  /** Reads the files in {@code folder} whose names begin with {@code name}. */
  static ChaosLedger read(Path folder, String name) throws IOException {
    ChaosLedger ledger = new ChaosLedger(name);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, name + "-*.ledger")) {
      for (Path file : files) {
        for (String line : Files.readAllLines(file)) {
          ledger.add(line.split(" ", -1), file.getFileName().toString());
        }
      }
    }
    ledger.byMessage.values().forEach(lines -> lines.sort(Comparator.comparingLong(Line::nanos)));
    return ledger;
  }

  private void add(String[] words, String file) {
    Line line =
        new Line(
            words[0],
            words[1],
            Integer.parseInt(words[2]),
            Long.parseLong(words[3]),
            words[4],
            file);
    byMessage.computeIfAbsent(line.message(), id -> new ArrayList<>(2)).add(line);
  }

  static String file(String handler, String node) {
    return handler + "-" + node + ".ledger";
  }

  /** How often it performed. */
  long performed() {
    return byMessage.values().stream().flatMap(List::stream).filter(l -> did(l)).count();
  }

  /** How often it was compensated. */
  long compensated() {
    return byMessage.values().stream().flatMap(List::stream).filter(l -> !did(l)).count();
  }

  private static boolean did(Line line) {
    return line.word().equals(DID);
  }

  /** Whether the last that happened to {@code message} is that the handler performed. */
  boolean stands(String message) {
    List<Line> lines = byMessage.getOrDefault(message, List.of());
    return !lines.isEmpty() && did(lines.get(lines.size() - 1));
  }

  /** The messages for which the handler performed and was not compensated after. */
  List<String> standing() {
    return byMessage.keySet().stream().filter(this::stands).sorted().toList();
  }

  /** The id that its client gave {@code message}, which is in here. */
  String request(String message) {
    return byMessage.get(message).get(0).request();
  }

  /** All that is written of {@code message}. */
  String lines(String message) {
    return name + " " + byMessage.getOrDefault(message, List.of());
  }

  /** The messages for which the handler performed twice and was not compensated between. */
  List<String> doubles() {
    List<String> doubles = new ArrayList<>();
    byMessage.forEach(
        (message, lines) -> {
          for (int i = 1; i < lines.size(); i++) {
            if (did(lines.get(i)) && did(lines.get(i - 1))) {
              doubles.add(name + " performed twice for " + message + ": " + lines);
              return;
            }
          }
        });
    return doubles;
  }
}
