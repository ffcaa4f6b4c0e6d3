package org.dharch.benchmarks.messaging;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.benchmarks.harness.Chart;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;

/** What the report shows of stores. */
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
        "Medians, one message at a time. Source: the message takes its number, gets its header, and"
            + " is in the store with that: one commit. Sink: from its bytes to those"
            + " of its acknowledgement, with it in the store: one commit. Each commit is forced to"
            + " the disk; source and sink have a data base each. The paper's store is a MySQL, and"
            + " its time what storage costs at each end.");
    results
        .result(together, StorageExperiment.RATE)
        .ifPresent(
            it ->
                text.add(
                    together
                        + ", each with a sequence of its own: "
                        + Table.number(it.median())
                        + " messages a second (median; goal "
                        + Table.number(StorageExperiment.LEAST_RATE)
                        + "), each with all its four transactions: number and"
                        + " acknowledgement at the source, message and delivery at the sink."));
    return new Figure(
        "figure15",
        "Figure 15 of Pallickara et al.",
        Optional.of(
            new Chart.Bars(
                "store and body",
                "milliseconds (median)",
                names,
                List.of(
                    new Chart.Series("source", source, List.of()),
                    new Chart.Series("sink", sink, List.of())))),
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
    Optional<Chart> chart =
        series.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Chart.Bars(
                    "messages in flight",
                    "messages a second (median and sd)",
                    EndToEndExperiment.IN_FLIGHT.stream().map(String::valueOf).toList(),
                    series));
    return new Figure(
        "whole",
        "Whole reliable exchanges",
        chart,
        table.build(),
        List.of(
            "One-way messages of a kilobyte, WS-RM 1.1, in order and once, over HTTP on this"
                + " machine, until each is acknowledged and its service was told; as many clients"
                + " as are in flight, each with a sequence of its own. Client and server are a"
                + " process each. DHArch: Axis2 with a node in the same process and no broker,"
                + " handlers addressing, rm-source and rm-store, and addressing and rm-sink. CXF"
                + " 4.2.3: RMTxStore with the connection and its statements kept. Both force each"
                + " commit to the disk, in the same PostgreSQL; each end has a data base of its"
                + " own. CPU is that of client and server, without the PostgreSQL."));
  }
}
