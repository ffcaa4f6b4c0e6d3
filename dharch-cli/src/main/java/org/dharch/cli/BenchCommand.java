package org.dharch.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.dharch.core.DHArchException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dharch bench}: runs a benchmark suite; exit code 1 if one of its checks does not hold. */
@Command(name = "bench", description = "Runs a benchmark suite and checks what was promised of it.")
final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "SUITE", description = "The suite; see --list.")
  private String suite;

  @Option(names = "--list", description = "List the suites there are.")
  private boolean list;

  @Option(names = "--quick", description = "Fewer and shorter rounds; under two minutes.")
  private boolean quick;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "bench-results",
      description = "Where SUITE.json is written (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Override
  public Integer call() throws Exception {
    Map<String, Suite> suites = new TreeMap<>();
    ServiceLoader.load(Suite.class).forEach(each -> suites.put(each.name(), each));
    if (suites.isEmpty()) {
      throw new DHArchException(
          "no benchmark suite is on the class path; ./dharch bench puts them");
    }
    PrintWriter console = spec.commandLine().getOut();
    if (list) {
      suites
          .values()
          .forEach(each -> console.printf("%-12s %s%n", each.name(), each.description()));
      return 0;
    }
    Suite chosen = suite == null ? null : suites.get(suite);
    if (chosen == null) {
      throw new DHArchException(
          (suite == null ? "no suite is named" : "there is no suite '" + suite + "'")
              + "; allowed: "
              + String.join(", ", suites.keySet()));
    }
    return chosen.run(quick, out, console) ? 0 : 1;
  }
}
