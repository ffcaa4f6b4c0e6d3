package org.dharch.benchmarks.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.benchmarks.harness.Chart;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.subject.MeteredLoop;

/**
 * DHArch beside what one would use instead: Apache Camel's multicast over JMS, plain JMS
 * request/replies, and Axis2's own chain. Closed loops that take turns, round by round.
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
        "five handlers: DHArch beside Camel's multicast, plain JMS and Axis2's own chain",
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
        Optional.of(
            new Chart.Bars(
                "way", axis, categories, List.of(new Chart.Series(axis, values, errors)))),
        table.build(),
        List.of(
            "An embedded broker in the JVM that sends (Camel's and plain JMS's is one, DHArch's its"
                + " own, as its module starts it); the handlers in JVMs of their own, five where"
                + " nothing else is said, but for DHArch in memory, which has them on threads of"
                + " the sender's, and for Axis2's chain, which runs them one after another where"
                + " the request arrives and has HTTP and SOAP around them. Handlers change nothing;"
                + " a reply of the peers is 32 bytes. Camel 4.22: multicast, parallelProcessing,"
                + " JMS endpoints with replyToType=Exclusive, not persistent, cached sessions,"
                + " replies counted; or one queue for a node, whose route does what all its"
                + " handlers do. Where they read the body, plain JMS makes a tree with Axiom for"
                + " each request, and the route one for each message, which is read five times."
                + " Plain JMS has the settings of DHArch's own connections, Camel ActiveMQ's. CPU"
                + " is that of the sending JVM, the broker in it, and the far JVMs together."));
  }
}
