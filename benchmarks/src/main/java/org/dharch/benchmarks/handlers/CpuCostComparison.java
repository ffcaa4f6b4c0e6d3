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
 * Compares the processor time of configuration 2, all handlers in sequence, with Axis2's own chain:
 * of client, container, broker and nodes together. It measures five nodes with one handler each,
 * and one node with all handlers, which runs them in one speculative execution. One thread.
 */
final class CpuCostComparison {
  static final String METRIC = "processor time a message";
  static final String ON_FIVE = "real, configuration 2 on five nodes";
  static final String ON_ONE = "real, configuration 2 on one node";
  static final String IN_CHAIN = "real, configuration 1";

  /** The node with all handlers. */
  static final String NODE = "node-all";

  /** Its handlers have other names, so that the other variants do not use this node. */
  static final HandlerVariant ONE_NODE =
      HandlerVariant.distributed("dharch-sequential-one-node", "Handlers2Node", "A1 B1 C1 D1 E1");

  private static final double FIVE_BOUND = 1.30;
  private static final double ONE_BOUND = 1.15;

  /** Progress steps in addition to the rounds. */
  static final int WARM_UPS = 3;

  /**
   * The processor time of a node has a resolution of a hundredth of a second, which is several
   * messages.
   */
  private static final int AT_ONCE = 20;

  /** Otherwise the JIT compilers would dominate the measurement. */
  private static final int WARM_UP = 600;

  /** Makes a loop over one variant. */
  interface LoopFactory {
    RoundRobinLoop of(HandlerVariant variant) throws IOException;
  }

  private final Nodes nodes;
  private final SuiteReport report;

  CpuCostComparison(Nodes nodes, SuiteReport report) {
    this.nodes = nodes;
    this.report = report;
  }

  /** Returns the handlers of its node. */
  static List<SampleHandlers.Spec> handlers(List<SampleHandlers.Spec> all) {
    return all.stream()
        .map(s -> new SampleHandlers.Spec(s.name() + "1", s.type(), s.parameters()))
        .toList();
  }

  /**
   * Measures and checks.
   *
   * @param stepDone called after each round and each warm-up
   */
  void measure(
      HandlerVariant chain,
      HandlerVariant five,
      LoopFactory loops,
      int rounds,
      Map<String, Object> parameters,
      Runnable stepDone)
      throws IOException {
    Map<String, HandlerVariant> variants = new LinkedHashMap<>();
    variants.put(IN_CHAIN, chain);
    variants.put(ON_FIVE, five);
    variants.put(ON_ONE, ONE_NODE);
    for (HandlerVariant variant : variants.values()) {
      try (RoundRobinLoop warm = loops.of(variant)) {
        warm.measure(WARM_UP);
      }
      stepDone.run();
    }
    Map<String, List<Double>> millis = new LinkedHashMap<>();
    variants.keySet().forEach(name -> millis.put(name, new ArrayList<>()));
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<String, HandlerVariant> variant : variants.entrySet()) {
        try (RoundRobinLoop loop = loops.of(variant.getValue())) {
          double before = cpuMillis();
          loop.measure(AT_ONCE);
          millis.get(variant.getKey()).add((cpuMillis() - before) / AT_ONCE);
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
