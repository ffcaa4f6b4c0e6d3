package org.dharch.cli.run;

import java.util.List;
import java.util.Map;

/**
 * The measurements of one part of the demo. Immutable.
 *
 * @param measured Axis2's own chain first
 * @param runs the time of each handler alone, in milliseconds, by its name
 */
record DemoTable(List<RoundTrips> measured, Map<String, Double> runs) {
  DemoTable {
    measured = List.copyOf(measured);
    runs = Map.copyOf(runs);
  }

  /** The mean of Axis2's own chain. */
  double chain() {
    return measured.get(0).millis().mean();
  }

  /**
   * Equation 4 of seed 000 without any cost of distribution, in milliseconds: the time of the chain
   * without its handlers, plus the longest of each stage. If handlers take longer on their nodes
   * than the whole chain, they are scaled down to it.
   */
  double limit(HandlerArrangement shown) {
    double handlers = runs.values().stream().mapToDouble(Double::doubleValue).sum();
    double stages =
        shown.stages().stream()
            .mapToDouble(stage -> stage.stream().mapToDouble(this::run).max().orElse(0))
            .sum();
    return handlers == 0
        ? chain()
        : Math.max(0, chain() - handlers) + stages * Math.min(1, chain() / handlers);
  }

  private double run(String handler) {
    return runs.getOrDefault(handler, 0.0);
  }
}
