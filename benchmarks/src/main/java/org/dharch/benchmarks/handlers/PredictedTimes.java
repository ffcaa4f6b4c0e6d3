package org.dharch.benchmarks.handlers;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.benchmarks.site.HandlerCosts;
import org.dharch.benchmarks.site.HandlerVariant;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.planner.HandlerTimes;
import org.dharch.core.planner.Planner;
import org.dharch.core.planner.Prediction;
import org.dharch.core.planner.Times;

/**
 * The planner's predictions for a variant, in milliseconds.
 *
 * @param times of the service, with container and HTTP, and of each handler; its local time is its
 *     cost in Axis2's own chain
 * @param cores the number of cores
 */
record PredictedTimes(Times times, int cores) {
  /**
   * Makes predictions from measurements.
   *
   * @param all Axis2's own chain
   * @param chain its round trip
   * @param inChain the cost of each handler in it
   */
  static PredictedTimes of(
      HandlerVariant all,
      double chain,
      Map<String, Double> inChain,
      HandlerCosts costs,
      int cores) {
    Map<String, HandlerTimes> handlers = new LinkedHashMap<>();
    costs
        .medians()
        .forEach(
            (name, each) ->
                handlers.put(
                    name,
                    new HandlerTimes(each.tcomp(), each.tdata(), each.c(), inChain.get(name))));
    Times times = new Times(0, handlers);
    // equation 3 solved for the service; medians need not add up, and the time must not be negative
    double service = chain - Planner.predict(all.orchestration(), times).container();
    return new PredictedTimes(times.service(Math.max(0, service)), cores);
  }

  /** Returns the prediction of equation 4; for Axis2's own chain that of equation 3. */
  double equation(HandlerVariant variant) {
    Prediction prediction = Planner.predict(variant.orchestration(), times);
    return variant.distributed() ? prediction.stages() : prediction.container();
  }

  /**
   * Returns the minimum on these cores if all handler time is work: a stage takes as long as its
   * longest handler, and at least its work divided by the cores.
   */
  double coreBound(HandlerVariant variant) {
    return variant.distributed()
        ? times.service() + variant.stages().stream().mapToDouble(this::onCores).sum()
        : equation(variant);
  }

  private double onCores(List<String> stage) {
    Map<String, HandlerTimes> work = new LinkedHashMap<>();
    stage.forEach(
        name -> work.put(name, HandlerTimes.of(times.handlers().get(name).tcomp(), 0, 0)));
    Orchestration alone = Orchestration.of("stage", Stage.of(stage.toArray(String[]::new)));
    Prediction prediction = Planner.predict(alone, new Times(0, work));
    return Math.max(prediction.stages(), prediction.remote() / cores);
  }
}
