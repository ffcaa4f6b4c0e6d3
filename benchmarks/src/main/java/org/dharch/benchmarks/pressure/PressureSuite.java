package org.dharch.benchmarks.pressure;

import java.util.ArrayList;
import java.util.List;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.harness.chart.Chart;
import org.dharch.benchmarks.subject.MeteredLoop;

/**
 * The effect on a message of busy cores, large messages, a thousand nodes or rules, other managers,
 * and more messages with short deadlines than a node can perform (docs/benchmarks).
 */
public final class PressureSuite extends Suite {
  public PressureSuite() {
    super(
        "pressure",
        "effects of busy cores, large messages, many nodes, managers, short deadlines",
        seconds(195, 940),
        Pressure::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    return List.of(
        hogs(results), large(results), crowd(results), managers(results), deadlines(results));
  }

  private static Figure hogs(SuiteResults results) {
    Table.Builder table =
        Table.of(
            "in flight",
            "variant",
            "round trip p50 us",
            "p99 us",
            "messages/s",
            "CPU us a message");
    List<String> categories = new ArrayList<>();
    List<Double> plain = new ArrayList<>();
    List<Double> ours = new ArrayList<>();
    for (int inFlight : BusyMachine.IN_FLIGHT) {
      String situation = BusyMachine.situation(inFlight) + ": ";
      for (String variant : List.of(BusyMachine.JMS, BusyMachine.DHARCH)) {
        String name = situation + variant;
        table.row(
            inFlight,
            variant,
            results.median(name, MeteredLoop.ROUND_TRIP),
            results.value(name, MeteredLoop.ROUND_TRIP, SuiteResults.Result::p99),
            results.median(name, MeteredLoop.THROUGHPUT),
            results.median(name, MeteredLoop.CPU));
      }
      categories.add(inFlight + " in flight");
      plain.add(results.median(situation + BusyMachine.JMS, MeteredLoop.ROUND_TRIP) / 1000);
      ours.add(results.median(situation + BusyMachine.DHARCH, MeteredLoop.ROUND_TRIP) / 1000);
    }
    Chart chart =
        new Chart.Bars(
            "with two CPU hogs per core",
            "round trip (ms, median)",
            categories,
            List.of(
                new Chart.Series(BusyMachine.JMS, plain, List.of()),
                new Chart.Series(BusyMachine.DHARCH, ours, List.of())));
    return new Figure(
        "hogs",
        "With two CPU-bound threads per core, 10 KB",
        chart,
        table.build(),
        List.of(
            "One handler that does nothing, the broker in the sender's JVM, the far end in its own"
                + " JVM, plain JMS with the settings of DHArch's connections. The closed loops"
                + " alternate. The CPU hogs are a process of the same priority and start when the"
                + " JIT compilers are idle. The bound is twice the median of plain JMS."));
  }

  private static Figure large(SuiteResults results) {
    Table.Builder table = Table.of("messages", "round trip p50 us", "p99 us");
    for (String name :
        List.of(
            MixedMessageSizes.SITUATION + MixedMessageSizes.OTHER,
            MixedMessageSizes.SITUATION + MixedMessageSizes.SAME,
            MixedMessageSizes.MANY)) {
      table.row(
          name,
          results.median(name, MixedMessageSizes.ROUND_TRIP),
          results.value(name, MixedMessageSizes.ROUND_TRIP, SuiteResults.Result::p99));
    }
    return new Figure(
        "large",
        "Together with messages of a megabyte",
        table.build(),
        List.of(
            "A megabyte is 10,000 elements; a condition counts them by XPath, and a handler on its"
                + " own node changes the last one. 400 small and 10 large messages per second"
                + " follow a schedule; their times start when they are due. Large messages of"
                + " another manager in the same JVM affect small ones by cores, heap and broker"
                + " only. The bound is 1.5 times that effect at p99, by the rounds' ratios. In the"
                + " last row 64 large messages are in flight, in closed loops; the nodes' JVMs have"
                + " heaps of 256 MB."));
  }

  private static Figure crowd(SuiteResults results) {
    Table.Builder table =
        Table.of("manager", "CPU us a message", "messages/s", "allocated B a message");
    for (String crowd :
        List.of(ManyNodesAndRules.FEW, ManyNodesAndRules.NODES, ManyNodesAndRules.RULES)) {
      String name = ManyNodesAndRules.MESSAGE + ": " + crowd;
      table.row(
          crowd,
          results.median(name, MeteredLoop.CPU),
          results.median(name, MeteredLoop.THROUGHPUT),
          results.median(name, MeteredLoop.ALLOCATED));
    }
    return new Figure(
        "crowd",
        "A thousand nodes, a thousand rules",
        table.build(),
        List.of(
            "The manager's own work, in memory: one thread simulates a thousand nodes, announces"
                + " each four times a second, and replies for them at once. Their heartbeats take"
                + " the manager "
                + Table.number(
                    results.median(ManyNodesAndRules.HEARTBEATS, ManyNodesAndRules.SHARE))
                + " % of a core (bound 1): the difference between sending the heartbeats and only"
                + " building them. The message is for the service of the last rule.",
            "Over JMS, with signed frames and the broker in the manager's JVM, a heartbeat takes"
                + " that JVM "
                + Table.number(results.median(HeartbeatsOverJms.OVER_JMS, HeartbeatsOverJms.EACH))
                + " us, measured with ten real nodes that announce themselves 100 times a second. A"
                + " thousand nodes send 4,000 a second."));
  }

  private static Figure deadlines(SuiteResults results) {
    Table.Builder table =
        Table.of(
            "deadline / handler", "in time/s at 1 x", "at 3 x", "attempts a message", "late ms");
    for (double deadline : ShortDeadlines.DEADLINES) {
      String name = ShortDeadlines.situation(deadline);
      table.row(
          deadline,
          results.median(name, "in time at 1.0 x capacity"),
          results.median(name, "in time at 3.0 x capacity"),
          results.median(name, ShortDeadlines.ATTEMPTS),
          results.median(name, ShortDeadlines.LATE));
    }
    return new Figure(
        "deadlines",
        "Three times as many messages as one node can perform",
        table.build(),
        List.of(
            "One node with 16 workers; a handler waits 10 to 30 ms, at random. Messages follow a"
                + " schedule. The bounds: at 3 times the capacity at least 0.95 of what ends in"
                + " time at the best of 0.5, 1 and 1.5 times; at most 1.1 attempts a message; no"
                + " message ends more than 100 ms after its deadline."));
  }

  private static Figure managers(SuiteResults results) {
    Table.Builder table = Table.of("in flight, each manager", "messages/s", "busiest / mean", "sd");
    for (int inFlight : ManyManagers.IN_FLIGHT) {
      String name = ManyManagers.situation(inFlight);
      table.row(
          inFlight,
          results.median(name, "throughput"),
          results.median(name, ManyManagers.BUSIEST),
          results.sd(name, ManyManagers.BUSIEST));
    }
    return new Figure(
        "managers",
        "Eight managers, eight nodes",
        table.build(),
        List.of(
            "Each manager has its own broker connection, as in separate containers; nodes have one"
                + " worker and a handler that waits "
                + LoadedNodes.WAIT_MILLIS
                + " ms. All messages on one node would be 8, and 50 messages a second; a uniform"
                + " distribution is 1, and 400. The bound is 1.5."));
  }
}
