package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.dharch.cli.Benchmarks;
import org.dharch.core.message.DHArchException;
import org.dharch.core.spi.Ticker;
import org.dharch.core.text.Reason;

/** Runs {@code dharch bench}, from its options to the report. */
public final class Harness implements Benchmarks {
  private static final String ALL = "all";

  private final SortedMap<String, Suite> suites = new TreeMap<>();

  /** Loads the suites on the class path. */
  public Harness() {
    ServiceLoader.load(Suite.class).forEach(each -> suites.put(each.name(), each));
  }

  @Override
  public SortedMap<String, String> suites() {
    SortedMap<String, String> descriptions = new TreeMap<>();
    suites.values().forEach(each -> descriptions.put(each.name(), each.description()));
    descriptions.put(ALL, "all suites in sequence, in one report");
    return descriptions;
  }

  @Override
  public Verdict run(Request request, PrintWriter out) throws Exception {
    BenchmarkEnvironment environment = BenchmarkEnvironment.of(request.environment());
    if (request.suite().equals(ALL)) {
      return all(request, out);
    }
    Suite suite = suites.get(request.suite());
    if (!suite.environments().contains(environment)) {
      throw new DHArchException(
          "suite '"
              + suite.name()
              + "' does not support environment '"
              + environment.text()
              + "'; allowed: "
              + suite.environments().stream()
                  .map(BenchmarkEnvironment::text)
                  .collect(Collectors.joining(", ")));
    }
    if (environment == BenchmarkEnvironment.SINGLE_CPU && !ForkedBench.isPinned()) {
      return ForkedBench.onOneCore(request);
    }
    Options options =
        new Options(request.quick(), environment, request.hosts(), folder(request.out()));
    announce(suite, options, out);
    BackgroundLoadMonitor monitor = BackgroundLoadMonitor.begin();
    SuiteReport report = new SuiteReport(suite.name(), environment, out);
    Progress progress = new Progress(out, Ticker.SYSTEM, suite.duration(options));
    try (Nodes nodes = new Nodes(options, out)) {
      suite.run(new SuiteRun(options, report, progress, nodes, out));
    }
    SuiteResults results = report.results(monitor.conditions());
    ResultFiles.write(results, options.out()).forEach(file -> out.println("written: " + file));
    report(options.out(), out);
    results.knownConditions().ifPresent(conditions -> out.println(conditions.text()));
    out.println(summary(results.verdict(), results.open()));
    return results.verdict();
  }

  /** Runs each suite in its own JVM, so that no suite inherits the state of another. */
  private Verdict all(Request request, PrintWriter out) throws Exception {
    BenchmarkEnvironment environment = BenchmarkEnvironment.of(request.environment());
    Options options = new Options(request.quick(), environment, request.hosts(), request.out());
    List<Suite> all =
        suites.values().stream()
            .filter(suite -> suite.environments().contains(environment))
            .toList();
    Duration whole =
        all.stream().map(suite -> suite.duration(options)).reduce(Duration.ZERO, Duration::plus);
    out.println("all suites take about " + Progress.text(whole));
    Verdict worst = Verdict.HOLDS;
    for (Suite suite : all) {
      out.println();
      out.flush();
      worst =
          worst.or(
              ForkedBench.run(
                  new Request(
                      suite.name(),
                      request.environment(),
                      request.hosts(),
                      request.quick(),
                      request.out())));
    }
    return worst;
  }

  private static String summary(Verdict verdict, long open) {
    return switch (verdict) {
      case HOLDS ->
          open == 0
              ? "every check holds"
              : "no check fails; too few rounds to decide " + open + " checks (see 'open' above)";
      case BROKEN -> "a check fails (see FAIL above)";
      case INVALID ->
          "invalid: checks fail (see FAIL above), but the machine was busy; repeat the run on an"
              + " idle machine";
    };
  }

  private static Path folder(Path out) throws IOException {
    try {
      return Files.createDirectories(out);
    } catch (IOException e) {
      throw new DHArchException(
          "--out must be a folder that can be created (got '" + out + "'): " + Reason.of(e), e);
    }
  }

  private static void announce(Suite suite, Options options, PrintWriter out) {
    Machine machine = Machine.here();
    out.println(suite.name() + ": " + suite.description());
    out.println(machine.text());
    out.println(
        "environment "
            + options.environment().text()
            + ", "
            + (options.quick() ? "quick" : "full")
            + ": takes about "
            + Progress.text(suite.duration(options)));
    out.println(
        machine.cores()
            + (machine.cores() == 1 ? " core shares" : " cores share")
            + " all the work on this machine: CPU-bound work can gain at most "
            + machine.cores()
            + " x");
  }

  @Override
  public boolean compare(Path before, Path after, PrintWriter out) throws IOException {
    return new Comparison(SuiteResults.read(before), SuiteResults.read(after)).print(out);
  }

  @Override
  public void report(Path folder, PrintWriter out) throws IOException {
    ReportWriter.write(folder, suites);
    out.println("written: " + folder.resolve("report.md") + " and report.html");
  }
}
