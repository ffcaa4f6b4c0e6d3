package org.dharch.benchmarks.handlers;

import java.util.Map;
import org.dharch.benchmarks.site.HandlerCosts;
import org.dharch.benchmarks.site.Model;
import org.dharch.benchmarks.site.Way;

/**
 * What the paper's equations say that a way takes, in milliseconds.
 *
 * @param service Tcomp0: container, HTTP and service
 * @param inChain what each handler costs in Axis2's own chain
 * @param whole W of each handler
 * @param run Tcomp of each handler on its node
 * @param cores how many cores work
 */
record Prediction(
    double service,
    Map<String, Double> inChain,
    Map<String, Double> whole,
    Map<String, Double> run,
    int cores) {

  /**
   * From what was measured.
   *
   * @param chain the round trip of Axis2's own chain
   */
  Prediction(double chain, Map<String, Double> inChain, HandlerCosts costs, int cores) {
    this(
        chain - Model.sequential(0, inChain.values()),
        inChain,
        HandlerCosts.medians(costs.whole()),
        HandlerCosts.medians(costs.run()),
        cores);
  }

  double equation(Way way) {
    return way.distributed()
        ? Model.stages(service, way.stages(), whole)
        : Model.sequential(service, inChain.values());
  }

  double coreBound(Way way) {
    return way.distributed() ? Model.coreBound(service, way.stages(), run, cores) : equation(way);
  }
}
