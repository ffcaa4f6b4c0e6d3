package org.dharch.benchmarks.overhead;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.benchmarks.harness.Chart;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;

/**
 * What one remote stage costs beside plain JMS on the same broker (docs/benchmarks). Every figure
 * is a ratio of two closed loops that take turns, round by round, in one run.
 */
public final class OverheadSuite extends Suite {
  private static final String LATENCY = "round trip";
  private static final String THROUGHPUT = "throughput";

  public OverheadSuite() {
    super(
        "overhead",
        "what one remote stage costs beside plain JMS, and one in memory beside Axis2 alone",
        seconds(100, 400),
        Overhead::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    return List.of(stage(results), five(results), inMemory(results));
  }

  private static Figure stage(SuiteResults results) {
    Table.Builder table =
        Table.of(
            "payload",
            "in flight",
            "raw TCP us",
            "plain JMS us",
            "DHArch us",
            "ratio of medians",
            "plain/s",
            "DHArch/s");
    List<String> categories = new ArrayList<>();
    List<Double> plain = new ArrayList<>();
    List<Double> stage = new ArrayList<>();
    for (int kilobytes : new int[] {1, 10, 100}) {
      for (int inFlight : new int[] {1, 8, 64}) {
        String name = "one no-op handler, " + kilobytes + " KB, " + inFlight + " in flight";
        double raw = results.median(name + ": raw JMS", LATENCY);
        double tcp = results.median(name + ": raw TCP", LATENCY);
        double dharch = results.median(name + ": DHArch", LATENCY);
        double ratio =
            results
                .check(name + ": p50 of stage / raw JMS")
                .map(SuiteResults.Check::value)
                .orElse(Double.NaN);
        table.row(
            kilobytes + " KB",
            inFlight,
            tcp,
            raw,
            dharch,
            ratio,
            results.median(name + ": raw JMS", THROUGHPUT),
            results.median(name + ": DHArch", THROUGHPUT));
        categories.add(kilobytes + " KB, " + inFlight);
        plain.add(raw);
        stage.add(dharch);
      }
    }
    Chart chart =
        new Chart.Bars(
            "payload, in flight",
            "round trip (us, median)",
            categories,
            List.of(
                new Chart.Series("plain JMS", plain, List.of()),
                new Chart.Series("DHArch stage", stage, List.of())));
    return new Figure(
        "stage",
        "One no-op handler on one remote node, beside a plain JMS request/reply",
        Optional.of(chart),
        table.build(),
        List.of(
            "The same embedded broker, the answering end in a JVM of its own, BytesMessages, not"
                + " persistent; closed loops that take turns. The ratio is the median of the"
                + " rounds' ratios; the bound is 1.25. Raw TCP is the same over one connection"
                + " without broker and JMS: what any way to another JVM and back takes here."));
  }

  private static Figure five(SuiteResults results) {
    String name = "five no-op handlers, 10 KB, 64 in flight";
    Table.Builder table = Table.of("way", "operations/s", "round trip us");
    for (String way : List.of("raw JMS", "DHArch")) {
      table.row(
          way.equals("DHArch")
              ? "DHArch, one message for all five"
              : "five request/replies on five queues",
          results.median(name + ": " + way, THROUGHPUT),
          results.median(name + ": " + way, LATENCY));
    }
    return new Figure(
        "five",
        "Five no-op handlers on one node, 10 KB, 64 in flight",
        Optional.empty(),
        table.build(),
        List.of(
            "DHArch names all five handlers in one message; the bound is three times as many."));
  }

  private static Figure inMemory(SuiteResults results) {
    Table.Builder table = Table.of("Axis2 server", "round trip us");
    for (String way : List.of("plain", "suspend and resume", "DHArch", Overhead.CALLER_RUNS)) {
      table.row(way, results.median("Axis2, 1 KB echo: " + way, LATENCY));
    }
    return new Figure(
        "memory",
        "In memory, beside Axis2's own suspend and resume",
        Optional.empty(),
        table.build(),
        List.of(
            "A 1 KB SOAP echo over HTTP on one kept connection; the bound is 20 us more than"
                + " suspend and resume. In the last row dharch.callerRuns is on: the request's own"
                + " thread performs the handler."));
  }
}
