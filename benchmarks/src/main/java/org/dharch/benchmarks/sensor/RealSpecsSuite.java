package org.dharch.benchmarks.sensor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.harness.chart.Chart;
import org.dharch.benchmarks.site.PaperTable1;

/**
 * Table 1 of seed 000 with real handlers: each message updates a resource of 100 KB in PostgreSQL
 * and is an event for 200 subscribers. Compares Axis2's own chain with DHArch, sequential and
 * parallel.
 */
public final class RealSpecsSuite extends Suite {
  private static final List<PaperTable1> PAPER =
      PaperTable1.rows(
          RealSpecs.AXIS2,
          RealSpecs.SEQUENTIAL,
          RealSpecs.PARALLEL,
          RealSpecs.IN_MEMORY_SEQUENTIAL,
          RealSpecs.IN_MEMORY_PARALLEL);

  public RealSpecsSuite() {
    super(
        "specs-real",
        "table 1 with real handlers: a resource of 100 KB in PostgreSQL and 200 subscribers, DHArch"
            + " against Axis2's chain",
        seconds(90, 480),
        RealSpecs::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    double axis2 = results.median(RealSpecs.AXIS2.name(), RealSpecs.WHOLE);
    Table.Builder table =
        Table.of(
            "variant",
            "paper WSRF",
            "WSRF",
            "paper WS-Eventing",
            "WS-Eventing",
            "paper whole (sd)",
            "limit",
            "whole, median",
            "mean (sd)",
            "over limit",
            "last subscriber",
            "CPU");
    List<String> categories = new ArrayList<>();
    List<Double> measured = new ArrayList<>();
    List<Double> sd = new ArrayList<>();
    List<Double> limits = new ArrayList<>();
    for (PaperTable1 each : PAPER) {
      String name = each.variant().name();
      double whole = results.median(name, RealSpecs.WHOLE);
      if (Double.isNaN(whole)) {
        continue; // in memory only where all parts are on one machine
      }
      double limit = each.variant().distributed() ? results.median(name, RealSpecs.LIMIT) : axis2;
      table.row(
          name,
          each.wsrf(),
          results.median(name, RealSpecs.WSRF),
          each.eventing(),
          results.median(name, RealSpecs.EVENTING),
          each.wholeAndSd(),
          limit,
          whole,
          PaperTable1.spread(
              results.value(name, RealSpecs.WHOLE, SuiteResults.Result::mean),
              results.sd(name, RealSpecs.WHOLE)),
          each.variant().distributed() ? results.median(name, RealSpecs.OVER) : 0.0,
          results.median(name, RealSpecs.LAST_SUBSCRIBER),
          results.value(name, RealSpecs.CPU, SuiteResults.Result::mean));
      categories.add(name);
      measured.add(whole);
      sd.add(results.sd(name, RealSpecs.WHOLE));
      limits.add(limit);
    }
    Chart chart =
        new Chart.Bars(
            "variant",
            "whole service (ms)",
            categories,
            List.of(
                new Chart.Series("measured (median, sd)", measured, sd),
                Chart.Series.exact("limit", limits)));
    return List.of(
        new Figure(
            "table1",
            "Table 1 of the paper, with real handlers (ms)",
            chart,
            table.build(),
            text(results)));
  }

  private static List<String> text(SuiteResults results) {
    double load = results.median("machine", RealSpecs.LOAD);
    return List.of(
        "Each message is a reading of 2 KB. The resource handler writes it into a resource of 100"
            + " KB in PostgreSQL, which forces each commit to the disk, and passes on the previous"
            + " reading. The event source finds the 200 subscriptions of its topic in the same"
            + " database and emits the event. The time of a handler in Axis2's chain includes"
            + " converting the message to bytes and back, in DHArch it includes the round trip. The"
            + " service does almost nothing; in the paper, service, container and network take"
            + " 44.61 ms.",
        "In all variants the notifications are sent after the handler ends, from Axis2's process"
            + " over HTTP to one process for all subscribers, in parallel with the other handler"
            + " and the service. Therefore the event source runs first in sequential variants. All"
            + " parts share the machine's cores; the subscribers have the lowest priority. Axis2's"
            + " own chain does not support emissions, so there the suite's own handler sends as a"
            + " manager does, with the same event source. The paper's event source had delivered"
            + " when it ended. The next message is sent after each subscriber has received this"
            + " one's event exactly once, which is checked as every answer is. CPU (mean) is the"
            + " total processor time per message of client, container, nodes, database and"
            + " subscribers until then.",
        "The variants alternate in changing order; the time over a limit is the median of the"
            + " rounds' differences. The limit of DHArch sequential is the time of Axis2's own"
            + " chain. The limit of DHArch parallel is equation 4 without any cost of distribution:"
            + " the same less the shorter handler's Tcomp, from the timelines."
            + String.format(
                Locale.ROOT, " The machine's load average was %.2f before the run.", load),
        "The suite specs measures the same table with waits of the paper's times instead of"
            + " handlers.");
  }
}
