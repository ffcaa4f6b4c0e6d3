package org.dharch.benchmarks.execution;

import java.util.List;
import java.util.Optional;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;

/**
 * What executing a message costs inside the manager (docs/benchmarks): merging beside Axiom, one
 * step of the state machine, and the heap that a message in flight takes.
 */
public final class ExecutionSuite extends Suite {

  public ExecutionSuite() {
    super(
        "execution",
        "merge beside Axiom, one step of the state machine, heap per message in flight",
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
        "Merge beside parse and serialize",
        Optional.empty(),
        table.build(),
        List.of(
            "One header block replaced, one removed, one added, the body untouched. DHArch splices"
                + " bytes, Axiom parses and serializes; they take turns, one operation each."));
  }

  private static Figure steps(SuiteResults results) {
    Table.Builder table = Table.of("way", "ns per event");
    results.results().stream()
        .filter(result -> result.metric().equals("time per event"))
        .forEach(result -> table.row(result.name(), result.median()));
    return new Figure(
        "steps", "One step of the state machine", Optional.empty(), table.build(), List.of());
  }

  private static Figure heap(SuiteResults results) {
    Table.Builder table = Table.of("where", "bytes each, beside the payload");
    results.results().stream()
        .filter(result -> result.metric().equals("heap per message"))
        .forEach(result -> table.row(result.name(), result.median()));
    return new Figure(
        "heap", "Heap per message in flight", Optional.empty(), table.build(), List.of());
  }
}
