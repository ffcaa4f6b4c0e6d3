package org.dharch.benchmarks.site;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The equations of seed 000, section 3, in whatever unit of time they are given.
 *
 * <p>Equation 4 is for one stage; a way of several stages takes the sum of their longest handlers.
 */
public final class Model {
  private Model() {}

  /** Equations 2 and 3: one after another. */
  public static double sequential(double service, Collection<Double> handlers) {
    return service + handlers.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Equation 4: stage after stage, each as long as its longest handler. */
  public static double stages(
      double service, List<List<String>> stages, Map<String, Double> handlers) {
    return service
        + stages.stream()
            .mapToDouble(stage -> stage.stream().mapToDouble(handlers::get).max().orElse(0))
            .sum();
  }

  /**
   * What {@code cores} cores can do at best if all handlers' time is work on them: a stage takes as
   * long as its longest handler, and at least its work shared out evenly.
   */
  public static double coreBound(
      double service, List<List<String>> stages, Map<String, Double> handlers, int cores) {
    return service
        + stages.stream()
            .mapToDouble(
                stage ->
                    Math.max(
                        stage.stream().mapToDouble(handlers::get).max().orElse(0),
                        stage.stream().mapToDouble(handlers::get).sum() / cores))
            .sum();
  }

  /** Equation 6: {@code messages} through {@code handlers} equal handlers, one after another. */
  public static double pipelineSequential(double service, int handlers, int messages, double each) {
    return service + (handlers - 1.0 + messages) * each;
  }

  /** Equation 7: {@code messages} through equal handlers that are parallel. */
  public static double pipelineParallel(double service, int messages, double each) {
    return service + messages * each;
  }
}
