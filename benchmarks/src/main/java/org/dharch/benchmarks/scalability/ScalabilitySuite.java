package org.dharch.benchmarks.scalability;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.SuiteResults.Result;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.harness.chart.Chart;

/** Figures 8 to 10 of seed 000, extended to three times the capacity. */
public final class ScalabilitySuite extends Suite {
  public ScalabilitySuite() {
    super(
        "scalability",
        "Logger, Monitor and Format Converter at up to three times the capacity: Axis2's own chain"
            + " against DHArch, sequential and parallel, with flow control",
        options -> ScalabilityPlan.of(options).duration(),
        Scalability::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    return List.of(
        lines(
            results,
            "response",
            "Figure 10: response time of a single request against the rate",
            "response time (ms, median)",
            Scalability.RESPONSE,
            Result::median,
            true,
            List.of(
                "Open loop: requests follow a schedule, and their time starts when they are due."
                    + " DHArch's results include admitted requests only. Paper, eight machines:"
                    + " Axis2's time increases throughout and explodes when resources are"
                    + " exhausted, DHArch's is flat up to 160 messages a second, and parallel is"
                    + " more than 30 % faster than sequential.",
                "Here client, server, broker and three nodes share the processors of one machine,"
                    + " so distribution adds work and no processors. Axis2's chain is cheaper until"
                    + " it is overloaded, and parallel execution saves little. The result is the"
                    + " behavior past the capacity.")),
        lines(
            results,
            "p99",
            "99th percentile of the response time against the rate",
            "response time (ms, p99)",
            Scalability.RESPONSE,
            Result::p99,
            true,
            List.of()),
        lines(
            results,
            "goodput",
            "Goodput against the rate",
            "answers a second",
            Scalability.GOODPUT,
            Result::median,
            false,
            List.of("DHArch rejects excess requests at once, with HTTP 503 and Retry-After.")),
        kept(results),
        lines(
            results,
            "refused",
            "Rejected requests against the rate",
            "refused (%)",
            Scalability.REJECTED,
            Result::median,
            false,
            List.of()));
  }

  private static Figure kept(SuiteResults results) {
    Table.Builder table = Table.of("way", "rate / capacity", "goodput / peak", "sd");
    List<Result> kept =
        results.results().stream()
            .filter(each -> each.metric().equals(Scalability.KEPT_OF_PEAK))
            .sorted(Comparator.comparing(Result::name))
            .toList();
    for (Result each : kept) {
      String variant = each.name().substring(0, each.name().indexOf(','));
      table.row(variant, each.parameters().get(Scalability.RATE), each.median(), each.sd());
    }
    return new Figure(
        "kept",
        "Goodput past the capacity, relative to the peak",
        table.build(),
        List.of(
            "An interval at that rate directly after one at the rate of the peak, in changing"
                + " order; the median of the ratios. The intervals of the previous figure are"
                + " minutes apart, in which the machine's speed changes by more than this.",
            costs(results)));
  }

  private static String costs(SuiteResults results) {
    List<String> times =
        results.results().stream()
            .filter(each -> each.metric().equals(Scalability.PROCESSOR_TIME))
            .map(each -> String.format(Locale.ROOT, "%s %.2f ms", each.name(), each.median()))
            .toList();
    return times.isEmpty()
        ? "Too few intervals to compute the cost of a rejection."
        : "Processor time of client, server and nodes together: "
            + String.join("; ", times)
            + ". At r times the capacity there are r - 1 rejections per answer, and their time"
            + " reduces the goodput.";
  }

  private static Figure lines(
      SuiteResults results,
      String id,
      String title,
      String axis,
      String metric,
      ToDoubleFunction<Result> value,
      boolean logarithmic,
      List<String> text) {
    List<Double> rates =
        results.results().stream()
            .filter(r -> r.metric().equals(metric) && r.name().startsWith(Scalability.CHAIN))
            .map(r -> ((Number) r.parameters().get(Scalability.RATE)).doubleValue())
            .sorted()
            .toList();
    Table.Builder table =
        Table.of(
            "rate / capacity", Scalability.CHAIN, Scalability.SEQUENTIAL, Scalability.PARALLEL);
    List<List<Double>> values = new ArrayList<>();
    for (String variant : Scalability.VARIANTS) {
      values.add(
          rates.stream()
              .map(rate -> results.value(Scalability.named(variant, rate), metric, value))
              .toList());
    }
    List<Chart.Series> series = new ArrayList<>();
    for (int i = 0; i < Scalability.VARIANTS.size(); i++) {
      series.add(new Chart.Series(Scalability.VARIANTS.get(i), values.get(i), List.of()));
    }
    for (int i = 0; i < rates.size(); i++) {
      table.row(rates.get(i), values.get(0).get(i), values.get(1).get(i), values.get(2).get(i));
    }
    boolean drawable =
        !rates.isEmpty()
            && values.stream()
                .flatMap(List::stream)
                .noneMatch(x -> x.isNaN() || (logarithmic && x <= 0));
    Chart chart =
        drawable ? new Chart.Lines("rate / capacity", axis, logarithmic, rates, series) : null;
    return new Figure(id, title, chart, table.build(), text);
  }
}
