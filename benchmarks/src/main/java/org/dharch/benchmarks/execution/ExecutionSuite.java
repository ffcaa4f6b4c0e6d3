package org.dharch.benchmarks.execution;

import java.util.List;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;

/**
 * Measures the execution of a message inside the manager (docs/benchmarks): merging against Axiom,
 * one step of the state machine, and the heap of a message in flight.
 */
public final class ExecutionSuite extends Suite {

  public ExecutionSuite() {
    super(
        "execution",
        "merging against Axiom, one step of the state machine, heap per message in flight",
        seconds(60, 130),
        ExecutionExperiment::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    return List.of(merge(results), steps(results), heap(results));
  }

  private static Figure merge(SuiteResults results) {
    Table.Builder table = Table.of("body", "merge us", "Axiom us", "Axiom / merge");
    for (int kilobytes : new int[] {1, 10, 100}) {
      String name = "headers changed, " + kilobytes + " KB body untouched: ";
      double merge = results.median(name + "merge", "time");
      double axiom = results.median(name + "Axiom", "time");
      table.row(kilobytes + " KB", merge, axiom, axiom / merge);
    }
    return new Figure(
        "merge",
        "Merging against parsing and serializing",
        table.build(),
        List.of(
            "One header block replaced, one removed, one added, the body untouched. DHArch splices"
                + " bytes, Axiom parses and serializes. They alternate, one operation each."));
  }

  private static Figure steps(SuiteResults results) {
    Table.Builder table = Table.of("way", "ns per event");
    results.results().stream()
        .filter(result -> result.metric().equals("time per event"))
        .forEach(result -> table.row(result.name(), result.median()));
    return new Figure("steps", "One step of the state machine", table.build(), List.of());
  }

  private static Figure heap(SuiteResults results) {
    Table.Builder table = Table.of("where", "bytes each, without the payload");
    results.results().stream()
        .filter(result -> result.metric().equals("heap per message"))
        .forEach(result -> table.row(result.name(), result.median()));
    return new Figure("heap", "Heap per message in flight", table.build(), List.of());
  }
}
