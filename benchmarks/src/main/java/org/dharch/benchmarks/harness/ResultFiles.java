package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads and writes the files of a results folder. {@code <suite>.json} contains the multicore run.
 * Other environments have {@code <suite>-<environment>.json} and, without a multicore run, also
 * {@code <suite>.json}.
 */
final class ResultFiles {
  private ResultFiles() {}

  /** Writes JSON and CSV and returns the JSON files. */
  static List<Path> write(SuiteResults results, Path folder) throws IOException {
    Files.createDirectories(folder);
    List<String> stems = new ArrayList<>();
    if (results.environment() != BenchmarkEnvironment.MULTICORE) {
      stems.add(results.suite() + "-" + results.environment().text());
    }
    Path plain = folder.resolve(results.suite() + ".json");
    if (results.environment() == BenchmarkEnvironment.MULTICORE
        || !Files.exists(plain)
        || SuiteResults.read(plain).environment() != BenchmarkEnvironment.MULTICORE) {
      stems.add(results.suite());
    }
    List<Path> written = new ArrayList<>();
    for (String stem : stems) {
      Path json = folder.resolve(stem + ".json");
      results.write(json);
      Files.writeString(folder.resolve(stem + ".csv"), csv(results), StandardCharsets.UTF_8);
      written.add(json);
    }
    return written;
  }

  /** Reads the results of these suites in {@code folder}, by suite and environment. */
  static List<SuiteResults> readAll(Path folder, Set<String> suites) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
    Map<String, SuiteResults> found = new LinkedHashMap<>();
    for (Path file : files) {
      String stem = file.getFileName().toString().replaceFirst("\\.json$", "");
      if (suites.stream().anyMatch(name -> stem.equals(name) || isOf(stem, name))) {
        SuiteResults results = SuiteResults.read(file);
        // one run may have two files
        found.put(results.suite() + " " + results.environment(), results);
      }
    }
    return found.values().stream()
        .sorted(Comparator.comparing(SuiteResults::suite).thenComparing(SuiteResults::environment))
        .toList();
  }

  private static boolean isOf(String stem, String suite) {
    return Stream.of(BenchmarkEnvironment.values())
        .anyMatch(e -> stem.equals(suite + "-" + e.text()));
  }

  private static String csv(SuiteResults results) {
    StringBuilder csv = new StringBuilder("name,parameters,metric,unit,n,mean,sd,median,p99\n");
    for (SuiteResults.Result r : results.results()) {
      StringBuilder parameters = new StringBuilder();
      r.parameters()
          .forEach(
              (name, value) ->
                  parameters
                      .append(parameters.length() > 0 ? "; " : "")
                      .append(name)
                      .append('=')
                      .append(value));
      csv.append(
          String.format(
              Locale.ROOT,
              "%s,%s,%s,%s,%d,%s,%s,%s,%s%n",
              quoted(r.name()),
              quoted(parameters.toString()),
              quoted(r.metric()),
              quoted(r.unit()),
              r.n(),
              r.mean(),
              r.sd(),
              r.median(),
              r.p99()));
    }
    return csv.toString();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }
}
