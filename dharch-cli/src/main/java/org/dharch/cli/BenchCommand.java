package org.dharch.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.UsageException;
import org.dharch.core.message.DHArchException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dharch bench}: runs a benchmark suite; exit code 1 if a check fails. */
@Command(
    name = "bench",
    description = "Run a benchmark suite and its checks",
    footer = "Example: dharch bench --list")
final class BenchCommand implements Callable<Integer> {
  private static final String LAN = "lan";
  private static final String REAL = "-real";

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "SUITE", description = "Name of the suite; see --list")
  private String suite;

  @Option(names = "--list", description = "List the suites")
  private boolean list;

  @Option(names = "--quick", description = "Run fewer and shorter rounds, for 1 to 4 minutes")
  private boolean quick;

  @Option(names = "--real", description = "With suite specs: run real handlers instead of waits")
  private boolean real;

  @Option(
      names = "--env",
      paramLabel = "ENV",
      defaultValue = "multicore",
      description = "Environment: multicore, lan, single-cpu, wan (${DEFAULT-VALUE})")
  private String environment;

  @Option(
      names = "--hosts",
      paramLabel = "HOST",
      split = ",",
      description = "With --env lan: ssh hosts of the nodes, or 'by-hand'")
  private List<String> hosts = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "bench-results",
      description = "Folder for results and report (${DEFAULT-VALUE})")
  private Path out;

  @Override
  public Integer call() throws Exception {
    PrintWriter console = spec.commandLine().getOut();
    if (list) {
      rejectOthers("--list");
    }
    if (!hosts.isEmpty() && !environment.equals(LAN)) {
      throw new UsageException("--hosts requires --env " + LAN + " (got " + environment + ")");
    }
    Arguments.requireFolder("--out", out);
    Benchmarks benchmarks = benchmarks();
    if (list) {
      TextTable table = new TextTable(1, TextTable.left(12));
      benchmarks.suites().forEach(table::row);
      table.lines().forEach(console::println);
      return 0;
    }
    if (suite == null || !benchmarks.suites().containsKey(suite)) {
      throw new UsageException(
          (suite == null ? "no suite is named" : "there is no suite '" + suite + "'")
              + "; allowed: "
              + String.join(", ", benchmarks.suites().keySet()));
    }
    var request =
        new Benchmarks.Request(
            variant(suite, real, benchmarks.suites().keySet()), environment, hosts, quick, out);
    return benchmarks.run(request, console).exitCode();
  }

  /**
   * The suite to run; with real handlers it has another name.
   *
   * @throws UsageException if it has no variant with real handlers
   */
  static String variant(String suite, boolean real, Set<String> suites) {
    if (!real || suite.endsWith(REAL)) {
      return suite;
    }
    if (!suites.contains(suite + REAL)) {
      throw new UsageException(
          "the suite with --real must be one of "
              + suites.stream()
                  .filter(name -> name.endsWith(REAL))
                  .map(name -> name.substring(0, name.length() - REAL.length()))
                  .collect(Collectors.joining(", "))
              + " (got '"
              + suite
              + "')");
    }
    return suite + REAL;
  }

  @Command(
      name = "compare",
      description = "Compare two result files; exit code 1 for a regression",
      footer = "Example: dharch bench compare before.json after.json")
  int compare(
      @Parameters(paramLabel = "BEFORE.json") Path before,
      @Parameters(paramLabel = "AFTER.json") Path after)
      throws IOException {
    rejectOthers("compare");
    for (Path file : List.of(before, after)) {
      Arguments.requireReadable(file);
    }
    return benchmarks().compare(before, after, spec.commandLine().getOut()) ? 0 : 1;
  }

  @Command(
      name = "report",
      description = "Write report and charts from the results in a folder",
      footer = "Example: dharch bench report bench-results")
  int report(@Parameters(paramLabel = "DIR") Path folder) throws IOException {
    rejectOthers("report");
    if (!Files.isDirectory(folder)) {
      throw new UsageException(
          "'" + folder + "' " + (Files.exists(folder) ? "is no folder" : "does not exist"));
    }
    benchmarks().report(folder, spec.commandLine().getOut());
    return 0;
  }

  /** Rejects options that would be ignored. */
  private void rejectOthers(String what) {
    for (ArgSpec option : spec.commandLine().getParseResult().matchedArgs()) {
      String name =
          option.isOption() ? ((OptionSpec) option).longestName() : option.stringValues().get(0);
      if (!List.of(what, "--trace").contains(name)) {
        throw new UsageException("'" + name + "' must not be set with " + what);
      }
    }
  }

  private static Benchmarks benchmarks() {
    return ServiceLoader.load(Benchmarks.class)
        .findFirst()
        .orElseThrow(
            () ->
                new DHArchException(
                    "no benchmark suite on the class path; start it with ./dharch bench"));
  }
}
