package org.dharch.cli;

import static org.dharch.cli.TextTable.left;
import static org.dharch.cli.TextTable.number;
import static org.dharch.cli.TextTable.right;

import java.util.ArrayList;
import java.util.List;

/** The table of the six configurations, for a person. */
final class ReportText {
  private ReportText() {}

  static List<String> of(MachineFacts machine, List<RoundTrips> measured) {
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
    lines.addAll(table(measured).lines());
    lines.add("");
    lines.add(
        "speed-up: the mean of 1 divided by the mean. "
            + machine.cores()
            + " cores share all the work of client, server, broker and nodes: "
            + machine.cores()
            + ".00 is the most that they can give.");
    return lines;
  }

  private static TextTable table(List<RoundTrips> measured) {
    TextTable table =
        new TextTable(
            1, left(2), left(18), left(15), right(9), right(8), right(8), right(8), right(9),
            right(7));
    table.row("", "configuration", "plan", "mean ms", "sd", "p50", "p99", "speed-up", "errors");
    double base = measured.get(0).millis().mean();
    for (RoundTrips each : measured) {
      PaperConfiguration configuration = each.configuration();
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
          mean > 0 && base > 0 ? number(base / mean) : "-",
          String.valueOf(each.problems().size()));
    }
    return table;
  }
}
