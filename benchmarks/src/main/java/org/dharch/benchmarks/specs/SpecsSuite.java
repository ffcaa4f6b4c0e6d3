package org.dharch.benchmarks.specs;

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
 * Table 1 of seed 000: WSRF and WS-Eventing in Axis2's own chain, and in DHArch, sequential and
 * parallel. The handlers and the service are waits of the paper's times, so the result is the
 * overhead of DHArch.
 */
public final class SpecsSuite extends Suite {
  private static final List<PaperTable1> PAPER =
      PaperTable1.rows(
          Specs.AXIS2,
          Specs.SEQUENTIAL,
          Specs.PARALLEL,
          Specs.LINKED_SEQUENTIAL,
          Specs.LINKED_PARALLEL,
          Specs.IN_MEMORY_SEQUENTIAL,
          Specs.IN_MEMORY_PARALLEL,
          Specs.CALLER_RUNS_SEQUENTIAL,
          Specs.CALLER_RUNS_PARALLEL);

  public SpecsSuite() {
    super(
        "specs",
        "table 1: WSRF and WS-Eventing as calibrated waits, DHArch against Axis2's chain",
        seconds(115, 190),
        Specs::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    double axis2 = results.median(Specs.AXIS2.name(), Specs.WHOLE);
    double limit = axis2 - Specs.EVENTING_MILLIS;
    Table.Builder table =
        Table.of(
            "variant",
            "paper WSRF",
            "WSRF",
            "paper WS-Eventing",
            "WS-Eventing",
            "paper whole (sd)",
            "limit",
            "whole",
            "sd",
            "paper over limit",
            "over limit");
    List<String> categories = new ArrayList<>();
    List<Double> paper = new ArrayList<>();
    List<Double> paperSd = new ArrayList<>();
    List<Double> measured = new ArrayList<>();
    List<Double> sd = new ArrayList<>();
    List<Double> limits = new ArrayList<>();
    for (PaperTable1 each : PAPER) {
      String name = each.variant().name();
      double whole = results.median(name, Specs.WHOLE);
      if (Double.isNaN(whole)) {
        continue; // in memory only where all parts are on one machine, linked only where they are
        // not
      }
      double paperLimit = each.isParallel() ? 161.23 - 51.38 : 161.23;
      double ownLimit = each.isParallel() ? limit : axis2;
      double wholeSd = results.sd(name, Specs.WHOLE);
      table.row(
          name,
          each.wsrf(),
          results.median(name, Specs.WSRF),
          each.eventing(),
          results.median(name, Specs.EVENTING),
          each.wholeAndSd(),
          ownLimit,
          whole,
          wholeSd,
          percent(each.whole() / paperLimit),
          percent(whole / ownLimit));
      categories.add(name);
      paper.add(each.whole());
      paperSd.add(each.sd());
      measured.add(whole);
      sd.add(wholeSd);
      limits.add(ownLimit);
    }
    Chart chart =
        new Chart.Bars(
            "variant",
            "whole service (ms)",
            categories,
            List.of(
                new Chart.Series("paper (mean, sd)", paper, paperSd),
                new Chart.Series("measured (median, sd)", measured, sd),
                Chart.Series.exact("limit", limits)));
    return List.of(
        new Figure(
            "table1",
            "Table 1 of the paper: WSRF and WS-Eventing (ms)",
            chart,
            table.build(),
            List.of(
                "Handlers and service are waits calibrated to the paper's times (65.24, 51.38 and,"
                    + " with container and HTTP, 44.61 ms), in place of handlers on separate"
                    + " machines. They do not measure a WSRF implementation. The limit of DHArch"
                    + " sequential is the time of Axis2's own chain in the same run. The limit of"
                    + " DHArch parallel is equation 4 without any cost of distribution: the same"
                    + " less the shorter handler.",
                "Differences from the paper: it needed 3 to 5 ms per handler for the round trip to"
                    + " another machine over NaradaBrokering and for creating DHArch's messages."
                    + " Here a handler's message goes through a broker in the manager's JVM to a"
                    + " node on the same machine (in environment lan behind a veth pair), and only"
                    + " the changes return. Linked (environment lan) is the same over direct links,"
                    + " with separate nodes. In memory (environment multicore) the handlers run on"
                    + " threads of the container's JVM, without a broker, both on one node. In"
                    + " parallel, WS-Eventing's result waits there some milliseconds for that of"
                    + " WSRF and leaves with it, which does not affect the whole. Caller runs is"
                    + " the same with dharch.callerRuns: the request's own thread runs handlers"
                    + " instead of waiting."
                    + baselineText(results, limit))));
  }

  /** Describes the round trip to another JVM without DHArch; empty if it was not measured. */
  private static String baselineText(SuiteResults results, double limit) {
    double axis2 = limit + Specs.EVENTING_MILLIS;
    double jms = results.median(BaselineProbe.JMS, Specs.ROUND_TRIP);
    double tcp = results.median(BaselineProbe.TCP, Specs.ROUND_TRIP);
    if (Double.isNaN(jms) || Double.isNaN(tcp)) {
      return "";
    }
    double sequential = results.median(Specs.SEQUENTIAL.name(), Specs.WHOLE);
    double parallel = results.median(Specs.PARALLEL.name(), Specs.WHOLE);
    return String.format(
        Locale.ROOT,
        " The round trip over JMS without DHArch: a plain JMS request/reply of the same size, once"
            + " in each round, takes %.2f ms, because after a tenth of a second without work"
            + " threads sleep and caches are cold. Two of them, one after the other, are %.2f %% of"
            + " the time of Axis2's own chain, one is %.2f %% of the limit of DHArch parallel;"
            + " DHArch adds %.2f %% and %.2f %% to that. Plain TCP, without broker and JMS, takes"
            + " %.2f ms there: %.2f %% and %.2f %%.",
        jms,
        200 * jms / axis2,
        100 * jms / limit,
        100 * (sequential - axis2 - 2 * jms) / axis2,
        100 * (parallel - limit - jms) / limit,
        tcp,
        200 * tcp / axis2,
        100 * tcp / limit);
  }

  private static String percent(double ratio) {
    return String.format(Locale.ROOT, "%+.2f %%", (ratio - 1) * 100);
  }
}
