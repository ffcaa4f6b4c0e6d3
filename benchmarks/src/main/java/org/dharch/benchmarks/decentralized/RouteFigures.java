package org.dharch.benchmarks.decentralized;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.SuiteResults.Result;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.harness.chart.Chart;
import org.dharch.benchmarks.subject.MeteredLoop;

/** Draws the results of {@link Decentralized} in the paper's units. One thread. */
final class RouteFigures {
  private final SuiteResults results;
  private final Scale scale;
  private final List<RouteVariant> variants;

  /** The variable of two figures. */
  private enum Axis {
    RATE("requests per minute"),
    SIZE("message size (bytes)"),
    TIME("service time (ms)");

    private final String title;

    Axis(String title) {
      this.title = title;
    }

    RoutePoint point(int value) {
      return switch (this) {
        case RATE -> RoutePoint.rate(value);
        case SIZE -> RoutePoint.size(value);
        case TIME -> RoutePoint.time(value);
      };
    }

    int value(RoutePoint point) {
      return switch (this) {
        case RATE -> point.perMinute();
        case SIZE -> point.bytes();
        case TIME -> point.millis();
      };
    }
  }

  RouteFigures(SuiteResults results) {
    this.results = results;
    this.scale =
        measured()
            .findFirst()
            .map(
                each ->
                    new Scale(
                        number(each, "times_by"),
                        number(each, "rates_by"),
                        number(each, "threads")))
            .orElse(new Scale(1, 1, 1));
    this.variants =
        Stream.of(RouteVariant.values())
            .filter(variant -> variant != RouteVariant.BALANCED)
            .filter(
                variant ->
                    measured().anyMatch(each -> each.name().startsWith(variant.title() + ", ")))
            .toList();
  }

  private Stream<Result> measured() {
    return results.results().stream().filter(each -> each.metric().equals(RouteSweep.RESPONSE));
  }

  private static int number(Result result, String parameter) {
    return ((Number) result.parameters().get(parameter)).intValue();
  }

  private static RoutePoint point(Result result) {
    return new RoutePoint(
        number(result, "requests_per_minute"),
        number(result, "bytes"),
        number(result, "service_ms"));
  }

  List<Figure> all() {
    List<Figure> figures = new ArrayList<>();
    figures.add(
        response(
            "figure5",
            "Figure 5: response time against request rate",
            Axis.RATE,
            "Paper: equal at low rates, centralized slightly faster; the split way's response time"
                + " is higher at the top."));
    figures.add(
        throughput(
            "figure6",
            "Figure 6: throughput against request rate",
            Axis.RATE,
            "Paper: centralized saturates first; HTTP falls steeply then, below centralized; JMS"
                + " declines slowly to centralized; split scales best. Of the paper's loaded"
                + " engines HTTP's dummy replies took 2 to 3 seconds, which is what it falls by."
                + dummyReplies()));
    figures.add(
        response(
            "figure7",
            "Figure 7: response time against message size",
            Axis.SIZE,
            "Paper: centralized becomes slower; JMS better than HTTP; split as JMS."));
    figures.add(
        throughput(
            "figure8",
            "Figure 8: throughput against message size",
            Axis.SIZE,
            "Paper: centralized declines. The request, the addresses and the directions are so"
                + " long; of the addresses only city and zip are sent on."));
    figures.add(
        response(
            "figure9",
            "Figure 9: response time against service time",
            Axis.TIME,
            "Paper: centralized does not scale; HTTP near JMS; split as JMS."));
    figures.add(
        throughput(
            "figure10",
            "Figure 10: throughput against service time",
            Axis.TIME,
            "Paper: HTTP's is far below JMS'; split as JMS."));
    figures.add(knees());
    figures.add(balanced());
    figures.add(five());
    figures.add(cpu());
    return figures;
  }

  private String dummyReplies() {
    return points(Axis.RATE).stream()
        .map(point -> of(point, RouteVariant.HTTP, RouteSweep.DUMMY_REPLY, Result::median))
        .filter(millis -> !millis.isNaN())
        .map(Table::number)
        .reduce((one, next) -> one + ", " + next)
        .map(all -> " Here D0 waits for one, on average, in ms, from rate to rate: " + all + ".")
        .orElse("");
  }

  private Figure response(String id, String title, Axis axis, String text) {
    return figure(
        id,
        title + ", mean",
        axis,
        "response time (ms)",
        RouteSweep.RESPONSE,
        RouteSweep.PREDICTED_RESPONSE,
        each -> scale.paperMillis(each.mean()),
        text
            + " In each cell: measured and predicted from threads and times. Past its knee, a"
            + " variant's response time grows with the duration of the load.");
  }

  private Figure throughput(String id, String title, Axis axis, String text) {
    return figure(
        id,
        title,
        axis,
        "requests answered per minute",
        RouteSweep.THROUGHPUT,
        RouteSweep.PREDICTED_THROUGHPUT,
        each -> scale.perMinute(each.mean()),
        text + " In each cell: measured and predicted from threads and times.");
  }

  private Figure figure(
      String id,
      String title,
      Axis axis,
      String yTitle,
      String metric,
      String predicted,
      ToDoubleFunction<Result> value,
      String text) {
    List<RoutePoint> points = points(axis);
    List<String> heads = new ArrayList<>(List.of(axis.title));
    variants.forEach(variant -> heads.add(variant.title()));
    Table.Builder table = Table.of(heads.toArray(String[]::new));
    for (RoutePoint point : points) {
      List<Object> row = new ArrayList<>(List.of(axis.value(point)));
      for (RouteVariant variant : variants) {
        row.add(
            Table.number(of(point, variant, metric, value))
                + " / "
                + Table.number(of(point, variant, predicted, value)));
      }
      table.row(row.toArray());
    }
    List<Chart.Series> series =
        variants.stream()
            .map(
                variant ->
                    new Chart.Series(
                        variant.title(),
                        points.stream().map(point -> of(point, variant, metric, value)).toList(),
                        List.of()))
            .toList();
    boolean isWhole =
        series.stream().flatMap(each -> each.values().stream()).noneMatch(it -> it.isNaN());
    Chart chart =
        new Chart.Lines(
            axis.title,
            yTitle,
            false,
            points.stream().map(point -> (double) axis.value(point)).toList(),
            series);
    return new Figure(
        id,
        title,
        isWhole && points.size() > 1 ? chart : null,
        table.build(),
        List.of(text, scale.text()));
  }

  /** Returns the loads on an axis, ascending. */
  private List<RoutePoint> points(Axis axis) {
    return measured()
        .filter(
            each -> !variants.isEmpty() && each.name().startsWith(variants.get(0).title() + ", "))
        .map(RouteFigures::point)
        .filter(point -> axis.point(axis.value(point)).equals(point))
        .distinct()
        .sorted((a, b) -> Integer.compare(axis.value(a), axis.value(b)))
        .toList();
  }

  private double of(
      RoutePoint point, RouteVariant variant, String metric, ToDoubleFunction<Result> value) {
    return results
        .result(point.named(variant), metric)
        .map(value::applyAsDouble)
        .orElse(Double.NaN);
  }

  private Figure knees() {
    Table.Builder table =
        Table.of(
            "way",
            "thread-seconds of a request",
            "saturated from, requests/min",
            "measured at the highest rate");
    List<RoutePoint> rates = points(Axis.RATE);
    for (RouteVariant variant : variants) {
      double paperSeconds = RoutePoint.FIXED.millis() / 1e3;
      Prediction paper = Prediction.of(variant, 100, paperSeconds, 0);
      double most =
          rates.isEmpty()
              ? Double.NaN
              : of(
                  rates.get(rates.size() - 1),
                  variant,
                  RouteSweep.THROUGHPUT,
                  each -> scale.perMinute(each.mean()));
      table.row(variant.title(), paper.holds(), paper.knee() * 60, most);
    }
    return new Figure(
        "knees",
        "Saturation of each variant, at 4000 ms",
        table.build(),
        List.of(
            "Predicted before anything was measured: threads ÷ thread-seconds of the pool that is"
                + " used up first. A centralized request holds a thread for 8 s and its flow two"
                + " more for 4 s; in the HTTP and JMS ways one is held at D0 for 8 s; in the split"
                + " way, and in DHArch, one for 4 s at a service and none at the gateway.",
            scale.text()));
  }

  private Figure balanced() {
    Table.Builder table =
        Table.of(
            Axis.RATE.title,
            "way",
            "response time, mean (ms)",
            "requests answered per minute",
            "CPU, us");
    measured()
        .filter(each -> each.name().startsWith(RouteVariant.BALANCED.title() + ", "))
        .map(RouteFigures::point)
        .forEach(
            point -> {
              for (RouteVariant variant : RoutePlan.WITH_BALANCED) {
                table.row(
                    point.perMinute(),
                    variant.title(),
                    of(point, variant, RouteSweep.RESPONSE, each -> scale.paperMillis(each.mean())),
                    of(point, variant, RouteSweep.THROUGHPUT, each -> scale.perMinute(each.mean())),
                    of(point, variant, RouteSweep.CPU, Result::median));
              }
            });
    return new Figure(
        "balanced",
        "Four centralized servers, balanced",
        table.build(),
        List.of(
            "Paper, section 4, without figures: centralized on as many servers is better at low"
                + " loads, decentralized at high ones. By threads and times alone both are"
                + " saturated at 1500 requests a minute: four pools, of which a request holds 16 s,"
                + " or one of the three at the services, of which it holds 4 s.",
            scale.text()));
  }

  private Figure five() {
    Table.Builder table =
        Table.of("in flight", "way", "round trip, p50 (us)", "requests a second", "CPU, us");
    for (int inFlight : FiveNodes.IN_FLIGHT) {
      for (String variant : FiveNodes.VARIANTS) {
        String name = FiveNodes.named(inFlight) + ": " + variant;
        if (results.result(name, MeteredLoop.THROUGHPUT).isPresent()) {
          table.row(
              inFlight,
              variant,
              results.median(name, MeteredLoop.ROUND_TRIP),
              results.median(name, MeteredLoop.THROUGHPUT),
              results.median(name, MeteredLoop.CPU));
        }
      }
    }
    return new Figure(
        "five",
        "Five nodes in a row",
        table.build(),
        List.of(
            "Stages of one handler that does nothing, each on its own node, in sequence. Central:"
                + " the message returns to the manager after each stage. Direct: nodes forward"
                + " it."));
  }

  private Figure cpu() {
    List<String> heads = new ArrayList<>(List.of(Axis.RATE.title));
    variants.forEach(variant -> heads.add(variant.title()));
    Table.Builder table = Table.of(heads.toArray(String[]::new));
    for (RoutePoint point : points(Axis.RATE)) {
      List<Object> row = new ArrayList<>(List.of(point.perMinute()));
      variants.forEach(variant -> row.add(of(point, variant, RouteSweep.CPU, Result::median)));
      table.row(row.toArray());
    }
    return new Figure(
        "cpu",
        "Processor time of one request, us",
        table.build(),
        List.of(
            "Sum of gateway, three partition servers, services and broker, without the client."
                + " Waiting threads cost nothing, so at low rates the background work of the JVMs"
                + " dominates."));
  }
}
