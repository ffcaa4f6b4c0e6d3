package org.dharch.benchmarks.messaging;

import java.util.ArrayList;
import java.util.List;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.harness.chart.Chart;

/** Draws the results of the stores and of end-to-end exchanges. */
final class MessagingFigures {
  private MessagingFigures() {}

  static Figure figure15(SuiteResults results) {
    Table.Builder table =
        Table.of("store", "body", "paper us (MySQL)", "source us", "sink us", "bound");
    List<String> names = new ArrayList<>();
    List<Double> source = new ArrayList<>();
    List<Double> sink = new ArrayList<>();
    for (String store : List.of(StorageExperiment.SQLITE, StorageExperiment.POSTGRESQL)) {
      for (int size : StorageExperiment.SIZES) {
        String name = StorageExperiment.name(store, size);
        if (results.result(name, StorageExperiment.SOURCE).isEmpty()) {
          continue;
        }
        double sent = results.median(name, StorageExperiment.SOURCE);
        double taken = results.median(name, StorageExperiment.SINK);
        table.row(
            store, size + " B", "4000 to 6000", sent, taken, StorageExperiment.BOUNDS.get(store));
        names.add(store + ", " + size + " B");
        source.add(sent / 1e3);
        sink.add(taken / 1e3);
      }
    }
    String together = StorageExperiment.inFlight();
    List<String> text = new ArrayList<>();
    text.add(
        "Medians, one message at a time. Source: assign a number, add the header and store the"
            + " message, in one commit. Sink: from the message's bytes to the bytes of its"
            + " acknowledgement, with the message stored, in one commit. Each commit is forced to"
            + " the disk. Source and sink have separate databases. The paper's store is MySQL, and"
            + " its time is the cost of storage at each end.");
    results
        .result(together, StorageExperiment.RATE)
        .ifPresent(
            it ->
                text.add(
                    together
                        + ", each with its own sequence: "
                        + Table.number(it.median())
                        + " messages a second (median; goal "
                        + Table.number(StorageExperiment.MIN_RATE)
                        + "), each with all its four transactions: number and"
                        + " acknowledgement at the source, message and delivery at the sink."));
    return new Figure(
        "figure15",
        "Figure 15 of Pallickara et al.",
        new Chart.Bars(
            "store and body",
            "milliseconds (median)",
            names,
            List.of(
                new Chart.Series("source", source, List.of()),
                new Chart.Series("sink", sink, List.of()))),
        table.build(),
        text);
  }

  static Figure whole(SuiteResults results) {
    Table.Builder table =
        Table.of("", "in flight", "messages/s", "a call, p50 us", "CPU us a message");
    List<Chart.Series> series = new ArrayList<>();
    for (String contender : EndToEndExperiment.NAMES) {
      List<Double> rates = new ArrayList<>();
      List<Double> errors = new ArrayList<>();
      for (int inFlight : EndToEndExperiment.IN_FLIGHT) {
        String name = EndToEndExperiment.name(contender, inFlight);
        double rate = results.median(name, EndToEndExperiment.RATE);
        if (Double.isNaN(rate)) {
          continue;
        }
        rates.add(rate);
        errors.add(results.sd(name, EndToEndExperiment.RATE));
        table.row(
            contender,
            inFlight,
            rate,
            results.median(name, EndToEndExperiment.CALL),
            results.median(name, EndToEndExperiment.CPU));
      }
      if (!rates.isEmpty()) {
        series.add(new Chart.Series(contender, rates, errors));
      }
    }
    Chart chart =
        series.isEmpty()
            ? null
            : new Chart.Bars(
                "messages in flight",
                "messages a second (median and sd)",
                EndToEndExperiment.IN_FLIGHT.stream().map(String::valueOf).toList(),
                series);
    return new Figure(
        "whole",
        "End-to-end reliable exchanges",
        chart,
        table.build(),
        List.of(
            "One-way messages of a kilobyte, WS-RM 1.1, in order and exactly once, over HTTP on"
                + " this machine, until each is acknowledged and delivered. There are as many"
                + " clients as messages in flight, each with its own sequence. Client and server"
                + " are separate processes. DHArch: Axis2 with a node in the same process and no"
                + " broker, handlers addressing, rm-source and rm-store, and addressing and"
                + " rm-sink. CXF 4.2.3: RMTxStore that keeps its connection and statements. Both"
                + " force each commit to the disk, in the same PostgreSQL, with one database per"
                + " end. CPU is that of client and server, without PostgreSQL."));
  }
}
