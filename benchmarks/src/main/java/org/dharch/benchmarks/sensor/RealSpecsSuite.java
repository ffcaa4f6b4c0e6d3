package org.dharch.benchmarks.sensor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.dharch.benchmarks.harness.Chart;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.site.PaperTable1;

/**
 * Table 1 of seed 000 with the handlers themselves: each message updates a resource of 100 KB in
 * PostgreSQL and is an event for 200 subscribers; in Axis2's own chain, in DHArch one after the
 * other, and in DHArch side by side.
 */
public final class RealSpecsSuite extends Suite {
  private static final List<PaperTable1> PAPER =
      PaperTable1.beside(
          RealSpecs.AXIS2,
          RealSpecs.SEQUENTIAL,
          RealSpecs.PARALLEL,
          RealSpecs.IN_MEMORY_SEQUENTIAL,
          RealSpecs.IN_MEMORY_PARALLEL);

  public RealSpecsSuite() {
    super(
        "specs-real",
        "table 1 with real handlers: a resource of 100 KB in PostgreSQL and 200 subscribers,"
            + " Axis2's chain beside DHArch",
        seconds(90, 480),
        RealSpecs::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    double axis2 = results.median(RealSpecs.AXIS2.name(), RealSpecs.WHOLE);
    Table.Builder table =
        Table.of(
            "way",
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
        continue; // in memory only where all is in one place
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
            "way",
            "whole service (ms)",
            categories,
            List.of(
                new Chart.Series("measured (median, sd)", measured, sd),
                Chart.Series.exact("limit", limits)));
    return List.of(
        new Figure(
            "table1",
            "Table 1 of the paper, with real handlers (ms)",
            Optional.of(chart),
            table.build(),
            text(results)));
  }

  private static List<String> text(SuiteResults results) {
    double load = results.median("machine", RealSpecs.LOAD);
    return List.of(
        "Each message is a reading of 2 KB: the handler for resources puts it into a resource of"
            + " 100 KB in PostgreSQL, which forces each commit to the disk, and hands on what was"
            + " there before; the event source finds the 200 subscriptions of its topic in the same"
            + " data base and hands the event over. A handler's time is until it has done so, in"
            + " Axis2's chain with what it takes to make bytes of the message and a message of the"
            + " result, in DHArch with the way there and back. The service does next to nothing,"
            + " where that of the paper, its container and its network take 44.61 ms.",
        "The notifications are on their way when the handler ends, in all ways alike: they go out"
            + " from Axis2's process over HTTP to a process that stands for all subscribers, while"
            + " the other handler and the service work on the message: so the event source is the"
            + " first where one comes after the other. All of it shares the machine's cores, the"
            + " subscribers with the lowest priority. In Axis2's own chain nobody takes what a"
            + " handler sends, so there the suite's own handler gives the same event source"
            + " something that sends as a manager does. The paper's event source had delivered when"
            + " it ended. The next message is sent when each subscriber has had this one's event"
            + " once, which is checked as every answer is. CPU (mean) is what the processes of"
            + " client, container, nodes, data base and subscribers took for a message, together,"
            + " until then.",
        "The ways take turns, in changing order; what is over a limit is the"
            + " median of the rounds' differences. The limit of DHArch sequential is what Axis2's"
            + " own chain takes; that of DHArch parallel is equation 4 without any cost of"
            + " distribution: the same less the shorter handler's Tcomp, of the timelines."
            + String.format(
                Locale.ROOT, " The machine's load average was %.2f before the run.", load),
        "The same table with waits of the paper's times instead of handlers is the suite specs'.");
  }
}
