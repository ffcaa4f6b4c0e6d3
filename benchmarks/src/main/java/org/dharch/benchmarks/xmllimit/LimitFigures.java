package org.dharch.benchmarks.xmllimit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.SuiteResults.Result;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.harness.chart.Chart;

/** Draws the results of {@link XmlLimit}. One thread. */
final class LimitFigures {
  private static final String CLIENTS = "clients";
  private static final String ELEMENTS = "elements";

  private final SuiteResults results;

  LimitFigures(SuiteResults results) {
    this.results = results;
  }

  List<Figure> all() {
    List<Figure> figures = new ArrayList<>();
    for (int size : numbers(ELEMENTS)) {
      String of = ", " + size + " elements";
      figures.add(
          rates(
              "figure2-" + size,
              "Figure 2: with a database, a result of " + size + " elements",
              LimitVariant.four(Source.POSTGRESQL),
              size,
              "Paper, at 10 elements: the Web service is as fast as ServletRPCXML, both far below"
                  + " Servlet; the paper prints no numbers. (25 clients of 600 MHz, two servers"
                  + " with two Xeon of 1.8 GHz each, Oracle.) Here clients, Tomcat and PostgreSQL"
                  + " share this machine's cores."));
      figures.add(
          rates(
              "figure3-" + size,
              "Figure 3: no database, an input of " + size + " elements, ten tags out",
              LimitVariant.four(Source.NONE),
              size,
              "Paper, at 10 elements: the rates do not increase with the clients, and short"
                  + " messages are faster."));
      figures.add(
          rates(
              "sqlite-" + size,
              "The cheapest possible database" + of,
              LimitVariant.four(Source.SQLITE),
              size,
              "SQLite in the server's memory, one for each of its threads."));
      List<LimitVariant> withDHArch =
          new ArrayList<>(List.of(LimitVariant.alone(Stack.AXIS2, Source.NONE)));
      withDHArch.addAll(LimitVariant.withDHArch());
      figures.add(
          rates(
              "dharch-" + size,
              "Figure 3 with DHArch, an input of " + size + " elements",
              withDHArch,
              size,
              "The handlers are native, on one node in its own JVM, behind the broker in the"
                  + " server's JVM. For a header handler the node receives the header only."));
    }
    figures.add(costs());
    figures.add(compared());
    return figures;
  }

  private List<Integer> numbers(String parameter) {
    return results.results().stream()
        .filter(each -> each.metric().equals(XmlLimit.THROUGHPUT))
        .map(each -> ((Number) each.parameters().get(parameter)).intValue())
        .distinct()
        .sorted()
        .toList();
  }

  private Figure rates(
      String id, String title, List<LimitVariant> variants, int size, String text) {
    List<Integer> clients = numbers(CLIENTS);
    List<String> heads = new ArrayList<>(List.of(CLIENTS));
    variants.forEach(variant -> heads.add(variant.label()));
    Table.Builder table = Table.of(heads.toArray(String[]::new));
    List<Chart.Series> series = new ArrayList<>();
    boolean isWhole = true;
    for (LimitVariant variant : variants) {
      List<Double> rates =
          clients.stream().map(count -> rate(LimitSweep.named(variant, size, count))).toList();
      isWhole &= rates.stream().noneMatch(rate -> rate.isNaN());
      series.add(new Chart.Series(variant.label(), rates, List.of()));
    }
    for (int i = 0; i < clients.size(); i++) {
      List<Object> row = new ArrayList<>(List.of(clients.get(i)));
      for (Chart.Series each : series) {
        row.add(each.values().get(i));
      }
      table.row(row.toArray());
    }
    Chart chart =
        new Chart.Lines(
            CLIENTS,
            "requests a second",
            false,
            clients.stream().map(Integer::doubleValue).toList(),
            series);
    return new Figure(id, title, isWhole ? chart : null, table.build(), List.of(text));
  }

  private double rate(String name) {
    return results.median(name, XmlLimit.THROUGHPUT);
  }

  private Figure costs() {
    Table.Builder table =
        Table.of(
            "variant",
            ELEMENTS,
            "request, bytes",
            "requests a second",
            "server, us",
            "node, us",
            "database, us",
            "client, us");
    for (int size : numbers(ELEMENTS)) {
      for (LimitVariant variant : LimitVariant.ALL) {
        String name = LimitSweep.named(variant, size, LimitPlan.COSTS);
        double bytes =
            results
                .result(name, XmlLimit.SERVER)
                .map(each -> ((Number) each.parameters().get("bytes")).doubleValue())
                .orElse(Double.NaN);
        table.row(
            variant.title(),
            size,
            bytes,
            rate(name),
            results.median(name, XmlLimit.SERVER),
            results.median(name, XmlLimit.NODE),
            results.median(name, XmlLimit.DATABASE),
            results.median(name, XmlLimit.CLIENT));
      }
    }
    return new Figure(
        "costs",
        "Processor time of one request, " + LimitPlan.COSTS + " clients",
        table.build(),
        List.of(
            "The client uses one thread for all connections. It makes its requests in advance and"
                + " parses an answer only if it differs from all parsed ones, so these figures"
                + " exclude the cost of XML in a real client. The server's time includes the"
                + " broker."));
  }

  private Figure compared() {
    Table.Builder table =
        Table.of(
            "variant / reference",
            "throughput, ratio",
            "sd",
            "pairs",
            "additional processor time, us");
    for (VariantPair each : VariantPair.values()) {
      Optional<Result> ratio = results.result(each.title(), XmlLimit.RATIO);
      table.row(
          each.title(),
          ratio.map(Result::median).orElse(Double.NaN),
          ratio.map(Result::sd).orElse(Double.NaN),
          ratio.map(Result::n).map(String::valueOf).orElse(""),
          results.median(each.title(), XmlLimit.MORE));
    }
    return new Figure(
        "compared",
        "Overhead of DHArch, " + LimitPlan.PAPER + " elements, " + LimitPlan.COSTS + " clients",
        table.build(),
        List.of(
            "Pairs of adjacent load intervals, in changing order; the median of the ratios. One"
                + " parse of this request's envelope into Axiom's tree takes "
                + Table.number(results.median(XmlLimit.PARSED, XmlLimit.ONE_PARSE))
                + " us."));
  }
}
