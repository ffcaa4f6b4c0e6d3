package org.dharch.benchmarks.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.dharch.benchmarks.bookstore.Operation;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.SuiteResults.Result;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.harness.chart.Chart;
import org.dharch.benchmarks.load.ConcurrencyLimitSearch;

/** Draws the results of {@link SchedulingSuite} next to the paper's. */
final class SchedulingFigures {
  private static final List<String> VARIANTS =
      List.of("PS", "FCFS", "SJF", "SJF with ageing", "FCFS, Vegas", "FCFS, AIMD");
  private static final List<String> THREE = List.of("PS", "FCFS", "SJF");
  private static final String NONE = "";

  private final SuiteResults results;
  private final List<Integer> clients;

  SchedulingFigures(SuiteResults results) {
    this.results = results;
    this.clients =
        results.results().stream()
            .filter(r -> r.metric().equals(Scheduling.THROUGHPUT) && r.name().startsWith("PS, "))
            .map(r -> ((Number) r.parameters().get(Scheduling.CLIENTS)).intValue())
            .sorted()
            .toList();
  }

  List<Figure> all() {
    return List.of(
        throughput(),
        response(),
        operation("create-order", "CreateOrder", "Figure 11: a heavy request, Create Order"),
        operation("change-item", "ChangeItem", "Figure 12: a light request, Change Item"),
        estimates(),
        operations(),
        loads(),
        bursts(),
        fairness(),
        windows());
  }

  private Figure throughput() {
    return lines(
        "throughput",
        "Figure 9: throughput against clients",
        "requests a second",
        Scheduling.THROUGHPUT,
        VARIANTS,
        NONE,
        Result::median,
        List.of(
            "Closed loop, no think time. Paper: PS declines from about 41 clients on, FCFS and SJF"
                + " from about 76. Here: PS is saturated with "
                + whole("PS", "saturating load")
                + " clients. Relative to its peak, the throughput of PS is "
                + kept("PS")
                + ", of FCFS "
                + kept("FCFS")
                + ", of Vegas "
                + kept("FCFS, Vegas")
                + "."));
  }

  private Figure response() {
    return lines(
        "response",
        "Figure 10: mean response time against clients",
        "mean response time (ms)",
        Scheduling.RESPONSE,
        VARIANTS,
        NONE,
        Result::mean,
        List.of(
            "In closed loop, mean response time times throughput equals the number of clients in"
                + " any order (Little's law), so the mean of SJF can only improve with its"
                + " throughput. Its gain shows in open loop, below."));
  }

  private Figure operation(String id, String operation, String title) {
    return lines(
        id,
        title,
        "mean response time (ms)",
        Scheduling.RESPONSE,
        List.of("PS", "FCFS", "SJF", "SJF with ageing"),
        ", " + operation,
        Result::mean,
        List.of(
            "Paper, with 11 clients: SJF makes heavy requests 2 % slower and light ones up to 45 %"
                + " faster than FCFS."));
  }

  private Figure lines(
      String id,
      String title,
      String axis,
      String metric,
      List<String> variants,
      String suffix,
      ToDoubleFunction<Result> value,
      List<String> text) {
    List<Chart.Series> series = new ArrayList<>();
    List<String> columns = new ArrayList<>(List.of("clients"));
    for (String variant : variants) {
      columns.add(variant);
      List<Double> values = new ArrayList<>();
      for (int count : clients) {
        values.add(of(variant + ", " + count + " clients" + suffix, metric, value));
      }
      series.add(new Chart.Series(variant, values, List.of()));
    }
    Table.Builder table = Table.of(columns.toArray(String[]::new));
    for (int i = 0; i < clients.size(); i++) {
      List<Object> row = new ArrayList<>(List.of(clients.get(i)));
      for (Chart.Series each : series) {
        row.add(each.values().get(i));
      }
      table.row(row.toArray());
    }
    List<Double> xs = clients.stream().map(Integer::doubleValue).toList();
    boolean whole = series.stream().flatMap(s -> s.values().stream()).noneMatch(x -> x.isNaN());
    Chart chart =
        whole && !xs.isEmpty() ? new Chart.Lines("clients", axis, false, xs, series) : null;
    return new Figure(id, title, chart, table.build(), text);
  }

  private Figure estimates() {
    Table.Builder table = Table.of("class by", "paper", "measured");
    table.row("operation", 0.35, of("by operation", "correlation", Result::median));
    table.row(
        "operation and message data",
        0.72,
        of("by operation and data", "correlation", Result::median));
    return new Figure(
        "estimates",
        "Correlation of estimated and observed times (section 5.1)",
        table.build(),
        List.of(
            "The same requests, each estimated from earlier ones by the manager's own classes and"
                + " means. There are as many clients as slots in the window, so no request"
                + " waits."));
  }

  private Figure operations() {
    Table.Builder table = Table.of("operation", "of 100 requests", "mean ms", "p99 ms", "observed");
    String few = clients.isEmpty() ? "1" : clients.get(Math.min(1, clients.size() - 1)).toString();
    for (Operation each : Operation.values()) {
      String name = "FCFS, " + few + " clients, " + each.element();
      table.row(
          each.element(),
          each.percent(),
          of(name, Scheduling.RESPONSE, Result::mean),
          of(name, Scheduling.RESPONSE, Result::p99),
          of(name, Scheduling.RESPONSE, r -> (double) r.n()));
    }
    return new Figure(
        "operations",
        "Table 1, figure 6: the operations, with " + few + " clients",
        table.build(),
        List.of());
  }

  private Figure loads() {
    Table.Builder table = Table.of("load", "PS", "FCFS", "SJF", "paper PS", "FCFS", "SJF");
    load(table, "server CPU", "63 %", "40 %", "37 %");
    load(table, "server memory", "557 MB", "557 MB", "558 MB");
    load(table, "database CPU", "3.44 %", "13.8 %", "14.21 %");
    load(table, "database log", "writes: 0.65 MB/s", "0.13 MB/s", "0.13 MB/s");
    load(table, "database commits", NONE, NONE, NONE);
    return new Figure(
        "loads",
        "Tables 2 and 3: loads of server and database, 36 clients (quick: 24)",
        table.build(),
        List.of(
            "CPU in cores. In the paper, server, database and clients had separate machines, and"
                + " its shares are of one of them; here they share one machine. A part of the load"
                + " on the paper's server was opening connections; here connections are"
                + " persistent."));
  }

  private void load(Table.Builder table, String metric, String ps, String fcfs, String sjf) {
    List<Object> row = new ArrayList<>();
    String unit =
        results.result("PS", metric).map(r -> r.unit().isEmpty() ? "" : ", " + r.unit()).orElse("");
    row.add(metric + unit);
    THREE.forEach(variant -> row.add(of(variant, metric, Result::median)));
    row.addAll(List.of(ps, fcfs, sjf));
    table.row(row.toArray());
  }

  private Figure bursts() {
    List<String> variants = List.of("PS", "FCFS", "SJF", "SJF with ageing");
    List<String> columns = new ArrayList<>(List.of("mean response time, ms"));
    columns.addAll(variants);
    columns.add("SJF / FCFS");
    columns.add("with ageing / FCFS");
    Table.Builder table = Table.of(columns.toArray(String[]::new));
    List<String> categories = new ArrayList<>();
    List<List<Double>> values = new ArrayList<>();
    variants.forEach(variant -> values.add(new ArrayList<>()));
    List<String> suffixes = new ArrayList<>(List.of(NONE));
    for (Operation each : Operation.values()) {
      suffixes.add(", " + each.element());
    }
    for (String suffix : suffixes) {
      List<Object> row = new ArrayList<>();
      row.add(suffix.isEmpty() ? "all" : suffix.substring(2));
      List<Double> means =
          variants.stream()
              .map(variant -> of("burst, " + variant + suffix, Scheduling.RESPONSE, Result::mean))
              .toList();
      row.addAll(means);
      for (String variant : List.of("SJF", "SJF with ageing")) {
        String name = variant + Scheduling.IN_BURSTS + suffix;
        row.add(of(name, Scheduling.MEAN_RESPONSE, Result::median));
      }
      table.row(row.toArray());
      if (means.stream().noneMatch(mean -> mean.isNaN())) {
        categories.add(suffix.isEmpty() ? "all" : suffix.substring(2));
        for (int i = 0; i < variants.size(); i++) {
          values.get(i).add(means.get(i));
        }
      }
    }
    List<Chart.Series> series = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      series.add(new Chart.Series(variants.get(i), values.get(i), List.of()));
    }
    Chart chart =
        categories.isEmpty()
            ? null
            : new Chart.Bars("operation", "mean response (ms)", categories, series);
    return new Figure(
        "bursts",
        "High load in open loop: bursts of twice the capacity",
        chart,
        table.build(),
        List.of(
            "Each discipline gets the same requests at the same times. Every request counts, from"
                + " its due time. With ageing, sizes are compared within each operation. The ratios"
                + " are medians over the measurements. Paper, closed loop: SJF 20 % better than"
                + " FCFS at high load, no request more than 10 % slower."));
  }

  private Figure fairness() {
    Table.Builder table = Table.of("response time of the other clients", "median ms", "p99 ms");
    for (String variant : List.of("fair share", "FCFS")) {
      for (String load : List.of("others alone", "others during a flood")) {
        String name = variant + ", " + load;
        table.row(
            name,
            of(name, Scheduling.RESPONSE, Result::median),
            of(name, Scheduling.RESPONSE, Result::p99));
      }
    }
    return new Figure(
        "fairness",
        "A flood of heavy requests by one client",
        table.build(),
        List.of(
            "Four clients use 30 % of the capacity in open loop; another one keeps 64 heavy"
                + " requests in flight. The bound is twice the other clients' p99 without the"
                + " flood."));
  }

  private Figure windows() {
    Table.Builder table = Table.of("window", "requests a second");
    List<Double> sizes = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (Result each : results.results()) {
      if (each.name().startsWith("window of ") && each.metric().equals(Scheduling.THROUGHPUT)) {
        sizes.add(((Number) each.parameters().get("window")).doubleValue());
        values.add(each.median());
        table.row(each.parameters().get("window"), each.median());
      }
    }
    List<Chart.Series> series = List.of(new Chart.Series("FCFS", values, List.of()));
    Chart chart =
        sizes.isEmpty()
            ? null
            : new Chart.Lines("window", "requests a second", false, sizes, series);
    return new Figure(
        "windows",
        "The fixed window's size, with " + Scheduling.CALIBRATION_CLIENTS + " clients",
        chart,
        table.build(),
        List.of(
            "The smallest that gives "
                + Math.round(100 * ConcurrencyLimitSearch.NEAR)
                + " % of the highest throughput is selected: "
                + whole("fixed window", "size")
                + "."));
  }

  private double of(String name, String metric, ToDoubleFunction<Result> value) {
    return results.value(name, metric, value);
  }

  private String whole(String name, String metric) {
    return results
        .result(name, metric)
        .map(r -> Long.toString(Math.round(r.median())))
        .orElse("an unknown number of");
  }

  /** Returns how much of its peak throughput a discipline keeps, and at how many clients. */
  private String kept(String title) {
    return results.results().stream()
        .filter(r -> r.metric().equals(Scheduling.KEPT_OF_PEAK))
        .filter(r -> r.name().matches(Pattern.quote(title) + ", [0-9]+ clients"))
        .map(
            r ->
                Math.round(100 * r.median())
                    + " % with "
                    + r.parameters().get(Scheduling.CLIENTS)
                    + " clients")
        .collect(Collectors.joining(" and "));
  }
}
