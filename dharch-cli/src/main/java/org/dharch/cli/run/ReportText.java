package org.dharch.cli.run;

import static org.dharch.cli.base.TextTable.left;
import static org.dharch.cli.base.TextTable.number;
import static org.dharch.cli.base.TextTable.right;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.dharch.cli.base.TextTable;

/** The results as text. */
final class ReportText {
  private ReportText() {}

  static List<String> of(MachineFacts machine, DemoTable real) {
    List<String> lines = new ArrayList<>();
    lines.add(
        machine.cpu()
            + ", "
            + machine.cores()
            + " cores, "
            + machine.memory()
            + " MiB, "
            + machine.os()
            + ", JDK "
            + machine.jdk());
    lines.add("");
    lines.addAll(table(real).lines());
    lines.add("");
    lines.add(
        "limit: equation 4 of the paper, if distribution cost nothing and each handler had a core."
            + " speed-up: the mean of 1 divided by the mean. "
            + machine.cores()
            + (machine.cores() == 1 ? " core does" : " cores share")
            + " all the work of client, server, broker and nodes: "
            + machine.cores()
            + ".00 is the most that "
            + (machine.cores() == 1 ? "it" : "they")
            + " can give.");
    return lines;
  }

  static List<String> simulated(DemoTable simulated) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "As if each node had a machine of its own (simulated: each handler waits as long as it ran"
            + " by itself above, "
            + new TreeMap<>(simulated.runs())
                .entrySet().stream()
                    .map(run -> run.getKey() + " " + number(run.getValue()))
                    .collect(Collectors.joining(", "))
            + " ms)");
    lines.add("");
    lines.addAll(table(simulated).lines());
    return lines;
  }

  /** Summarizes when distribution pays off on this machine. */
  static List<String> verdict(MachineFacts machine, DemoTable real, DemoTable simulated) {
    RoundTrips best = real.best();
    double change = best.millis().mean() / real.chain() - 1;
    RoundTrips waiting = simulated.best();
    double saved = 1 - waiting.millis().mean() / simulated.chain();
    return List.of(
        "",
        (machine.cores() == 1 ? "On this one core" : "On these " + machine.cores() + " cores")
            + ", which all processes share, "
            + (change < 0
                ? "DHArch pays for this work: "
                    + plan(best)
                    + " takes "
                    + percent(-change)
                    + " less"
                : "DHArch does not pay for this work: "
                    + plan(best)
                    + " takes "
                    + percent(change)
                    + " more")
            + " than Axis2's own chain; where handlers have processors of their own, or wait, "
            + (saved > 0
                ? plan(waiting) + " takes " + percent(saved) + " less."
                : "nothing is gained either: what they take is less than the way to them."));
  }

  private static String plan(RoundTrips of) {
    return of.configuration().real().plan();
  }

  private static String percent(double share) {
    return Math.round(share * 100) + " %";
  }

  private static TextTable table(DemoTable of) {
    TextTable table =
        new TextTable(
            1, left(2), left(18), left(15), right(9), right(8), right(8), right(8), right(8),
            right(9), right(7));
    table.row(
        "", "configuration", "plan", "mean ms", "sd", "p50", "p99", "limit", "speed-up", "errors");
    double base = of.chain();
    for (RoundTrips each : of.measured()) {
      PaperConfiguration configuration = each.configuration().real();
      Observations millis = each.millis();
      double mean = millis.mean();
      table.row(
          String.valueOf(configuration.number()),
          configuration.name(),
          configuration.plan(),
          number(mean),
          number(millis.sd()),
          number(millis.rank(0.50)),
          number(millis.rank(0.99)),
          number(of.limit(configuration)),
          mean > 0 && base > 0 ? number(base / mean) : "-",
          String.valueOf(each.problems().size()));
    }
    return table;
  }
}
