package org.dharch.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The same figures for a program. */
final class ReportJson {
  private ReportJson() {}

  static String of(Machine machine, List<Measurement> measurements) {
    return "{\n  \"machine\": {\"cpu\": "
        + text(machine.cpu())
        + ", \"cores\": "
        + machine.cores()
        + ", \"memory_mib\": "
        + machine.memory()
        + ", \"os\": "
        + text(machine.os())
        + ", \"jdk\": "
        + text(machine.jdk())
        + ", \"date\": "
        + text(machine.date())
        + "},\n  \"configurations\": [\n"
        + measurements.stream().map(ReportJson::line).collect(Collectors.joining(",\n"))
        + "\n  ]\n}\n";
  }

  private static String line(Measurement measurement) {
    Configuration c = measurement.configuration();
    Statistics s = measurement.statistics();
    return String.format(
        Locale.ROOT,
        "    {\"number\": %d, \"name\": %s, \"plan\": %s, \"requests\": %d, \"errors\": %d,"
            + " \"mean_ms\": %.3f, \"sd_ms\": %.3f, \"p50_ms\": %.3f, \"p99_ms\": %.3f}",
        c.number(),
        text(c.name()),
        text(c.plan()),
        measurement.requests(),
        measurement.problems().size(),
        s.mean(),
        s.sd(),
        s.p50(),
        s.p99());
  }

  private static String text(String value) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20) {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
