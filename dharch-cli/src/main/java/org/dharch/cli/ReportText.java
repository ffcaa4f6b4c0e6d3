package org.dharch.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of the six configurations, for a person. */
final class ReportText {
  private ReportText() {}

  static List<String> of(Machine machine, List<Measurement> measurements) {
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
    lines.add(
        row("", "configuration", "plan", "mean ms", "sd", "p50", "p99", "speed-up", "errors"));
    double base = measurements.get(0).statistics().mean();
    for (Measurement measurement : measurements) {
      Configuration c = measurement.configuration();
      Statistics s = measurement.statistics();
      lines.add(
          row(
              String.valueOf(c.number()),
              c.name(),
              c.plan(),
              number(s.mean()),
              number(s.sd()),
              number(s.p50()),
              number(s.p99()),
              s.mean() > 0 && base > 0 ? String.format(Locale.ROOT, "%.2f", base / s.mean()) : "-",
              String.valueOf(measurement.problems().size())));
    }
    lines.add("");
    lines.add(
        "speed-up: the mean of 1 divided by the mean. "
            + machine.cores()
            + " cores share all the work of client, server, broker and nodes: "
            + machine.cores()
            + ".00 is the most that they can give.");
    return lines;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String row(String... cells) {
    return String.format(Locale.ROOT, "%-2s %-18s %-15s %9s %8s %8s %8s %9s %7s", (Object[]) cells)
        .stripTrailing();
  }
}
