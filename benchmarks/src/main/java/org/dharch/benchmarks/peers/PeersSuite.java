package org.dharch.benchmarks.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.harness.chart.Chart;
import org.dharch.benchmarks.subject.MeteredLoop;

/**
 * DHArch against its alternatives: Apache Camel's multicast over JMS, plain JMS request/replies,
 * and Axis2's own chain. Closed loops that alternate round by round.
 */
public final class PeersSuite extends Suite {
  private static final List<String> CONTENDERS =
      List.of(
          Peers.DHARCH,
          Peers.DIRECT,
          Peers.IN_MEMORY,
          Peers.CAMEL,
          Peers.CAMEL_PER_NODE,
          Peers.RAW,
          Peers.AXIS2);

  public PeersSuite() {
    super(
        "peers",
        "five handlers: DHArch against Camel's multicast, plain JMS and Axis2's own chain",
        seconds(165, 740),
        Peers::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    List<String> situations =
        results.results().stream()
            .filter(result -> result.metric().equals(MeteredLoop.ROUND_TRIP))
            .map(result -> result.name().substring(0, result.name().indexOf(": ")))
            .distinct()
            .toList();
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < situations.size(); i++) {
      figures.add(figure(results, situations.get(i), "situation" + (i + 1)));
    }
    return figures;
  }

  private static Figure figure(SuiteResults results, String situation, String id) {
    Table.Builder table =
        Table.of(
            "way",
            "messages/s",
            "round trip p50 us",
            "p99 us",
            "CPU us a message",
            "switches",
            "allocated B");
    boolean latency = situation.contains(" 1 in flight");
    List<String> categories = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    List<Double> errors = new ArrayList<>();
    for (String contender : CONTENDERS) {
      String name = situation + ": " + contender;
      Optional<SuiteResults.Result> trip = results.result(name, MeteredLoop.ROUND_TRIP);
      Optional<SuiteResults.Result> rate = results.result(name, MeteredLoop.THROUGHPUT);
      Optional<SuiteResults.Result> cpu = results.result(name, MeteredLoop.CPU);
      if (trip.isPresent() && rate.isPresent() && cpu.isPresent()) {
        table.row(
            contender,
            rate.get().median(),
            trip.get().median(),
            trip.get().p99(),
            cpu.get().median(),
            results.median(name, MeteredLoop.SWITCHES),
            results.median(name, MeteredLoop.ALLOCATED));
        categories.add(contender);
        values.add(latency ? trip.get().median() / 1000 : rate.get().median());
        errors.add(latency ? trip.get().sd() / 1000 : rate.get().sd());
      }
    }
    String axis = latency ? "round trip (ms, median and sd)" : "messages a second (median and sd)";
    return new Figure(
        id,
        "DHArch and its peers: " + situation,
        new Chart.Bars("way", axis, categories, List.of(new Chart.Series(axis, values, errors))),
        table.build(),
        List.of(
            "The sending JVM contains the embedded broker: one for Camel and plain JMS, and a"
                + " separate one for DHArch, as its module starts it. The handlers run in separate"
                + " JVMs, five unless stated otherwise. Exceptions: DHArch in memory runs them on"
                + " threads of the sending JVM, and Axis2's chain runs them in sequence on the"
                + " thread of the request, with HTTP and SOAP. Handlers change nothing; a reply of"
                + " the peers is 32 bytes. Camel 4.22: multicast, parallelProcessing, JMS endpoints"
                + " with replyToType=Exclusive, not persistent, cached sessions, replies counted;"
                + " or one queue per node, whose route does the work of all its handlers. Where"
                + " handlers read the body, plain JMS builds a tree with Axiom per request, and the"
                + " route one per message, which it reads five times. Plain JMS uses the settings"
                + " of DHArch's connections, Camel those of ActiveMQ. CPU is the sum of the sending"
                + " JVM, including the broker, and the far JVMs."));
  }
}
