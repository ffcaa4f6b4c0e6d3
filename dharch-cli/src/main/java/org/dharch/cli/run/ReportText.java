package org.dharch.cli.run;

import static org.dharch.cli.base.TextTable.left;
import static org.dharch.cli.base.TextTable.number;
import static org.dharch.cli.base.TextTable.right;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.dharch.cli.base.TextTable;

/** The results as text: for each part of the demo a sentence and a table. */
final class ReportText {
  private ReportText() {}

  static List<String> machine(MachineFacts machine) {
    return List.of(
        machine.cpu()
            + ", "
            + machine.cores()
            + (machine.cores() == 1 ? " core, " : " cores, ")
            + machine.memory()
            + " MiB, "
            + machine.os()
            + ", JDK "
            + machine.jdk());
  }

  static List<String> real(DemoTable real, int nodes) {
    return part(
        "(a) Your machine: one request at a time through Axis2's chain, DHArch on threads of the"
            + " same JVM, and DHArch with "
            + nodes
            + (nodes == 1 ? " node JVM." : " node JVMs."),
        table(real));
  }

  static List<String> simulated(DemoTable simulated) {
    return part(
        "(b) As if each node had cores of its own: simulated waits as long as each handler ran"
            + " above ("
            + new TreeMap<>(simulated.runs())
                .entrySet().stream()
                    .map(run -> run.getKey() + " " + number(run.getValue()))
                    .collect(Collectors.joining(", "))
            + " ms).",
        table(simulated));
  }

  static List<String> load(List<DemoLoad> loads) {
    TextTable table = new TextTable(0, left(20), left(15), right(11), right(9), right(9), right(7));
    table.row("configuration", "plan", "per second", "p50 ms", "p99 ms", "errors");
    for (DemoLoad each : loads) {
      table.row(
          each.placement().name(),
          each.placement().plan(),
          number(each.perSecond()),
          number(each.millis().rank(0.50)),
          number(each.millis().rank(0.99)),
          String.valueOf(each.problems().size()));
    }
    return part(
        "(c) Under load: "
            + DemoRun.CLIENTS
            + " clients keep all cores busy, so that parallel execution cannot save time.",
        table);
  }

  private static List<String> part(String sentence, TextTable table) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(sentence);
    lines.add("");
    lines.addAll(table.lines());
    return lines;
  }

  private static TextTable table(DemoTable of) {
    TextTable table =
        new TextTable(
            0, left(20), left(15), right(9), right(8), right(8), right(8), right(8), right(9),
            right(7));
    table.row(
        "configuration", "plan", "mean ms", "sd", "p50", "p99", "limit", "speed-up", "errors");
    double base = of.chain();
    for (RoundTrips each : of.measured()) {
      HandlerArrangement shown = each.shown();
      Observations millis = each.millis();
      double mean = millis.mean();
      table.row(
          shown.name(),
          shown.plan(),
          number(mean),
          number(millis.sd()),
          number(millis.rank(0.50)),
          number(millis.rank(0.99)),
          number(of.limit(shown)),
          mean > 0 && base > 0 ? number(base / mean) : "-",
          String.valueOf(each.problems().size()));
    }
    return table;
  }
}
