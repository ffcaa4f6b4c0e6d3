package org.dharch.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a suite found: figures, and the checks that decide its exit code. Not for several threads.
 */
public final class SuiteReport {
  /** One figure; percentiles are of single operations, in {@code unit}. */
  public record Result(
      String name,
      Map<String, Object> parameters,
      String metric,
      String unit,
      long n,
      double mean,
      double sd,
      double median,
      double p99) {}

  /** One promise: {@code value} against {@code bound}. */
  public record Check(String name, double value, String bound, boolean ok) {}

  private record Document(
      String suite, Machine machine, List<Result> results, List<Check> checks) {}

  private final String suite;
  private final List<Result> results = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();

  public SuiteReport(String suite) {
    this.suite = suite;
  }

  public void add(Result result) {
    results.add(result);
  }

  public void atMost(String name, double value, double bound) {
    check(new Check(name, value, "<= " + bound, value <= bound));
  }

  public void atLeast(String name, double value, double bound) {
    check(new Check(name, value, ">= " + bound, value >= bound));
  }

  private void check(Check check) {
    checks.add(check);
    System.out.printf(
        Locale.ROOT,
        "  %-4s %s: %.3f (%s)%n",
        check.ok() ? "ok" : "NOT",
        check.name(),
        check.value(),
        check.bound());
  }

  /** Whether every check holds. */
  public boolean ok() {
    return checks.stream().allMatch(Check::ok);
  }

  /** Writes {@code DIR/<suite>.json}. */
  public Path write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path file = folder.resolve(suite + ".json");
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(file.toFile(), new Document(suite, Machine.here(), results, checks));
    return file;
  }
}
