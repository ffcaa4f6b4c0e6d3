package org.dharch.cli.run;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What the demo has measured of the six configurations. Immutable.
 *
 * @param measured in their order
 * @param runs how long each handler ran by itself, in milliseconds, by its name
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
   * Equation 4 of seed 000 without any cost of distribution, in milliseconds: what configuration 1
   * takes beside its handlers, and of each stage the longest. Where handlers run longer on their
   * nodes than all of configuration 1 takes, they are counted as long as that, in proportion.
   */
  double limit(PaperConfiguration configuration) {
    double handlers = runs.values().stream().mapToDouble(Double::doubleValue).sum();
    double stages =
        configuration.shown().stages().stream()
            .mapToDouble(stage -> stage.stream().mapToDouble(this::run).max().orElse(0))
            .sum();
    return handlers == 0
        ? chain()
        : Math.max(0, chain() - handlers) + stages * Math.min(1, chain() / handlers);
  }

  private double run(String handler) {
    return runs.getOrDefault(handler, 0.0);
  }

  /** The distributed configuration with the least mean. */
  RoundTrips best() {
    return measured.stream()
        .filter(each -> each.configuration().distributed())
        .min(Comparator.comparingDouble(each -> each.millis().mean()))
        .orElseThrow();
  }
}
