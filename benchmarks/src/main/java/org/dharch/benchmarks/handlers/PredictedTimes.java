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
 * What the planner predicts that a way takes, in milliseconds.
 *
 * @param times of the service, with container and HTTP, and of each handler; its local time is what
 *     it costs in Axis2's own chain
 * @param cores how many cores work
 */
record PredictedTimes(Times times, int cores) {
  /**
   * From what was measured.
   *
   * @param all Axis2's own chain
   * @param chain its round trip
   * @param inChain what each handler costs in it
   */
  static PredictedTimes of(
      HandlerVariant all, double chain, Map<String, Double> inChain, HandlerCosts costs, int cores) {
    Map<String, HandlerTimes> handlers = new LinkedHashMap<>();
    costs
        .medians()
        .forEach(
            (name, each) ->
                handlers.put(
                    name,
                    new HandlerTimes(each.tcomp(), each.tdata(), each.c(), inChain.get(name))));
    Times times = new Times(0, handlers);
    // equation 3 the other way round; medians need not add up, and less than nothing is no time
    double service = chain - Planner.predict(all.orchestration(), times).container();
    return new PredictedTimes(times.service(Math.max(0, service)), cores);
  }

  /** Equation 4, and of Axis2's own chain equation 3. */
  double equation(HandlerVariant way) {
    Prediction prediction = Planner.predict(way.orchestration(), times);
    return way.distributed() ? prediction.stages() : prediction.container();
  }

  /**
   * What the cores can do at best if all handlers' time is work on them: a stage takes as long as
   * its longest handler, and at least its work shared out evenly.
   */
  double coreBound(HandlerVariant way) {
    return way.distributed()
        ? times.service() + way.stages().stream().mapToDouble(this::onCores).sum()
        : equation(way);
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
