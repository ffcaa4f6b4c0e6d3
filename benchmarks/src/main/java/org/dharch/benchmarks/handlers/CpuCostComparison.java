package org.dharch.benchmarks.handlers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.JvmUsage;
import org.dharch.benchmarks.harness.Nodes;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteReport;
import org.dharch.benchmarks.site.HandlerVariant;
import org.dharch.benchmarks.site.RoundRobinLoop;
import org.dharch.samples.SampleHandlers;

/**
 * The processor time of configuration 2, all handlers one after the other, beside that of Axis2's
 * own chain: of client, container, broker and nodes together, with each handler on a node of its
 * own, and with all of them on one, where they are one visit. One thread.
 */
final class CpuCostComparison {
  static final String METRIC = "processor time a message";
  static final String ON_FIVE = "real, configuration 2 on five nodes";
  static final String ON_ONE = "real, configuration 2 on one node";
  static final String IN_CHAIN = "real, configuration 1";

  /** The node's that has all of them. */
  static final String NODE = "node-all";

  /** Its handlers are the same by other names, so that the paper's ways do not get there. */
  static final HandlerVariant ONE_NODE =
      HandlerVariant.distributed("dharch-sequential-one-node", "Handlers2Node", "A1 B1 C1 D1 E1");

  private static final double FIVE_BOUND = 1.30;
  private static final double ONE_BOUND = 1.15;

  /** Steps of progress beside the rounds. */
  static final int WARM_UPS = 3;

  /** A node's time is told to the hundredth of a second, and a message takes several. */
  private static final int AT_ONCE = 20;

  /** What their compilers do would be most of what is measured. */
  private static final int WARM_UP = 600;

  /** Makes a loop that asks a single way. */
  interface Loops {
    RoundRobinLoop of(HandlerVariant way) throws IOException;
  }

  private final Nodes nodes;
  private final SuiteReport report;

  CpuCostComparison(Nodes nodes, SuiteReport report) {
    this.nodes = nodes;
    this.report = report;
  }

  /** What its node has. */
  static List<SampleHandlers.Spec> handlers(List<SampleHandlers.Spec> all) {
    return all.stream()
        .map(s -> new SampleHandlers.Spec(s.name() + "1", s.type(), s.parameters()))
        .toList();
  }

  /**
   * Measures and checks.
   *
   * @param stepDone told after each round, and after each way's warm-up
   */
  void measure(
      HandlerVariant chain,
      HandlerVariant five,
      Loops loops,
      int rounds,
      Map<String, Object> parameters,
      Runnable stepDone)
      throws IOException {
    Map<String, HandlerVariant> ways = new LinkedHashMap<>();
    ways.put(IN_CHAIN, chain);
    ways.put(ON_FIVE, five);
    ways.put(ON_ONE, ONE_NODE);
    for (HandlerVariant way : ways.values()) {
      try (RoundRobinLoop warm = loops.of(way)) {
        warm.take(WARM_UP);
      }
      stepDone.run();
    }
    Map<String, List<Double>> millis = new LinkedHashMap<>();
    ways.keySet().forEach(name -> millis.put(name, new ArrayList<>()));
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<String, HandlerVariant> way : ways.entrySet()) {
        try (RoundRobinLoop loop = loops.of(way.getValue())) {
          double before = cpuMillis();
          loop.take(AT_ONCE);
          millis.get(way.getKey()).add((cpuMillis() - before) / AT_ONCE);
        }
      }
      stepDone.run();
    }
    millis.forEach((name, each) -> report.add(name, parameters, METRIC, "ms", Statistics.of(each)));
    check("five nodes", millis.get(ON_FIVE), millis.get(IN_CHAIN), FIVE_BOUND);
    check("one node", millis.get(ON_ONE), millis.get(IN_CHAIN), ONE_BOUND);
  }

  private void check(String where, List<Double> some, List<Double> chain, double bound) {
    report.atMost(
        "real work: configuration 2 on " + where + " / 1, processor time a message",
        Interval.ofMedian(RoundRobinLoop.ratios(some, chain)),
        bound);
  }

  private double cpuMillis() {
    return (JvmUsage.of(List.of()).cpuNanos() + nodes.cpu().toNanos()) / 1e6;
  }
}
