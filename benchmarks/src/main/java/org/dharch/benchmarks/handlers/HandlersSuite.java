package org.dharch.benchmarks.handlers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dharch.benchmarks.harness.BenchmarkEnvironment;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Options;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.harness.chart.MeasuredBars;
import org.dharch.benchmarks.site.HandlerVariant;

/**
 * Figures 4, 5 and 6 of seed 000: five handlers in six configurations, on several cores, on a LAN
 * and on a single core. Measured twice: with the real work of the sample handlers, which share the
 * cores of this machine, and with waits of the same length, as if the handlers had their own
 * machines.
 */
public final class HandlersSuite extends Suite {
  public HandlersSuite() {
    super(
        "handlers",
        "figures 4 to 6: five handlers in six configurations, DHArch against Axis2's chain",
        HandlersSuite::approximateDuration,
        HandlersExperiment::new);
  }

  private static Duration approximateDuration(Options options) {
    int variants = options.environment() == BenchmarkEnvironment.SINGLE_CPU ? 1 : 2;
    int quick = options.environment() == BenchmarkEnvironment.SINGLE_CPU ? 80 : 45;
    int cost = options.environment() == BenchmarkEnvironment.MULTICORE ? 180 : 0;
    return Duration.ofSeconds((long) variants * options.choose(quick, 2 * quick))
        .plusSeconds(options.choose(0, cost));
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    List<Figure> figures = new ArrayList<>();
    for (Workload workload : Workload.values()) {
      if (results
          .result(
              workload.result(HandlersExperiment.VARIANTS.get(0)), HandlersExperiment.ROUND_TRIP)
          .isPresent()) {
        figures.add(figure(results, workload));
        figures.add(costs(results, workload));
      }
    }
    if (results.result(CpuCostComparison.IN_CHAIN, CpuCostComparison.METRIC).isPresent()) {
      figures.add(overChain(results));
    }
    return figures;
  }

  private static int number(SuiteResults results) {
    return switch (results.environment()) {
      case MULTICORE -> 4;
      case LAN -> 5;
      case SINGLE_CPU -> 6;
      case WAN -> throw new IllegalStateException("not supported");
    };
  }

  private static Figure figure(SuiteResults results, Workload workload) {
    Table.Builder table =
        Table.of(
            "",
            "configuration",
            "paper",
            "equation 4 (ms)",
            "with " + cores(results) + " (ms)",
            "median (ms)",
            "sd",
            "measured / equation 4",
            "gain over 1");
    MeasuredBars bars = new MeasuredBars("equation 4");
    double first =
        results.median(
            workload.result(HandlersExperiment.VARIANTS.get(0)), HandlersExperiment.ROUND_TRIP);
    for (HandlerVariant variant : HandlersExperiment.VARIANTS) {
      String name = workload.result(variant);
      double median = results.median(name, HandlersExperiment.ROUND_TRIP);
      double equation = results.median(name, HandlersExperiment.EQUATION_4);
      double deviation = results.sd(name, HandlersExperiment.ROUND_TRIP);
      table.row(
          HandlersExperiment.number(variant),
          (variant.distributed() ? "DHArch " : "Axis2 ") + variant.plan(),
          paper(results.environment(), HandlersExperiment.number(variant)),
          equation,
          workload == Workload.REAL
              ? (Object) results.median(name, HandlersExperiment.CORE_BOUND)
              : "",
          median,
          deviation,
          median / equation,
          first / median);
      bars.add(
          HandlersExperiment.number(variant) + ": " + variant.plan(), median, deviation, equation);
    }
    return new Figure(
        "figure" + number(results) + "-" + workload.id(),
        "Figure " + number(results) + " of the paper, " + workload.title(),
        bars.chart("configuration", "round trip of a request (ms)"),
        table.build(),
        text(results, workload));
  }

  private static String paper(BenchmarkEnvironment environment, int number) {
    boolean single = environment == BenchmarkEnvironment.SINGLE_CPU;
    return switch (number) {
      case 1 -> "baseline";
      case 2 -> single ? "slower than 1" : "slightly slower than 1";
      case 3 -> single ? "" : "barely better than 1";
      case 4 -> single ? "no gain from {A,B}" : "better than 3";
      case 5 -> single ? "" : "better than 4";
      default -> single ? "" : "the best";
    };
  }

  private static String cores(SuiteResults results) {
    int cores = results.machine().cores();
    return cores + (cores == 1 ? " core" : " cores");
  }

  private static List<String> text(SuiteResults results, Workload workload) {
    List<String> text = new ArrayList<>();
    text.add(
        "Equation 4: the service (configuration 1 less its handlers) and, stage by stage, the"
            + " longest W of the handlers, W = Tcomp + Tdata + C being the medians of the messages'"
            + " timelines in configuration 2, where no handler takes a core from another. For"
            + " configuration 1 it is equation 3.");
    if (workload == Workload.REAL) {
      text.add(
          "The handlers work on the same "
              + cores(results)
              + " as client, server and broker. The column after equation 4 is the minimum for the"
              + " handlers' own work (Tcomp) on that many cores, if nothing else used them. The"
              + " paper's machines had 32 threads, or one machine per handler. Its handlers were"
              + " heavier, so the relative cost of distribution was lower.");
    } else {
      text.add(
          "Each handler waits for the time of the real handler in Axis2's own chain, so that the"
              + " number of cores does not matter. The result shows the overhead and the gain of"
              + " DHArch itself.");
    }
    if (results.environment() == BenchmarkEnvironment.LAN) {
      text.add(
          "Every node has its own address. Its traffic with the broker crosses a network: between"
              + " hosts, or on one machine a veth pair and a bridge. With namespaces the nodes"
              + " share the cores as in environment multicore.");
    }
    return text;
  }

  private static Figure costs(SuiteResults results, Workload workload) {
    Table.Builder table =
        Table.of(
            "handler",
            "in Axis2's chain (ms)",
            "Tcomp on its node (ms)",
            "Tdata + C (ms)",
            "W (ms)");
    for (String handler : HandlersExperiment.NAMES) {
      String name = workload.id() + ", handler " + handler;
      table.row(
          handler,
          results.median(name, HandlersExperiment.IN_CHAIN),
          results.median(name, HandlersExperiment.TCOMP),
          results.median(name, HandlersExperiment.TRANSFER),
          results.median(name, HandlersExperiment.WHOLE));
    }
    return new Figure(
        "costs-" + workload.id(),
        "Cost of each handler, " + workload.title() + " (medians)",
        table.build(),
        List.of());
  }

  private static Figure overChain(SuiteResults results) {
    Table.Builder table = Table.of("", "processor time a message (ms)", "/ configuration 1");
    double chain = results.median(CpuCostComparison.IN_CHAIN, CpuCostComparison.METRIC);
    for (String name :
        List.of(CpuCostComparison.IN_CHAIN, CpuCostComparison.ON_FIVE, CpuCostComparison.ON_ONE)) {
      double median = results.median(name, CpuCostComparison.METRIC);
      table.row(name, median, median / chain);
    }
    return new Figure(
        "processor-time",
        "Processor time of configuration 2 and of Axis2's chain",
        table.build(),
        List.of(
            "Sum of client, container, broker and nodes, one message at a time, in turns of twenty."
                + " One node runs the five handlers in one speculative execution; on five nodes"
                + " each handler costs a round trip and its own tree."));
  }
}
