package org.dharch.cli.run;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The demo's measurements of the six configurations. Immutable.
 *
 * @param measured in the order of the configurations
 * @param runs the time of each handler alone, in milliseconds, by its name
 */
record DemoTable(List<RoundTrips> measured, Map<String, Double> runs) {
  DemoTable {
    measured = List.copyOf(measured);
    runs = Map.copyOf(runs);
  }

  /** The mean of configuration 1, Axis2's own chain. */
  double chain() {
    return measured.get(0).millis().mean();
  }

  /**
   * Equation 4 of seed 000 without any cost of distribution, in milliseconds: the time of
   * configuration 1 without its handlers, plus the longest of each stage. If handlers take longer
   * on their nodes than all of configuration 1, they are scaled down to it.
   */
  double limit(PaperConfiguration configuration) {
    double handlers = runs.values().stream().mapToDouble(Double::doubleValue).sum();
    double stages =
        configuration.real().stages().stream()
            .mapToDouble(stage -> stage.stream().mapToDouble(this::run).max().orElse(0))
            .sum();
    return handlers == 0
        ? chain()
        : Math.max(0, chain() - handlers) + stages * Math.min(1, chain() / handlers);
  }

  private double run(String handler) {
    return runs.getOrDefault(handler, 0.0);
  }

  RoundTrips best() {
    return measured.stream()
        .filter(each -> each.configuration().distributed())
        .min(Comparator.comparingDouble(each -> each.millis().mean()))
        .orElseThrow();
  }
}
