package org.dharch.benchmarks.decentralized;

import java.util.List;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteReport;

/** The checks of the suite: the paper's order, the predictions, and DHArch's rank. */
final class RouteChecks {
  private static final double KNEE = 0.15;
  private static final double WORSE = 0.03;

  /** Load relative to the knee at which a variant is certainly saturated. */
  private static final double PAST = 1.15;

  private final SuiteReport report;
  private final RoutePlan plan;
  private final RouteSweep sweep;

  RouteChecks(SuiteReport report, RoutePlan plan, RouteSweep sweep) {
    this.report = report;
    this.plan = plan;
    this.sweep = sweep;
  }

  /** Checks each variant's throughput past its knee against threads ÷ time. */
  void knees() {
    RoutePoint top = top();
    for (RouteVariant variant : plan.variants()) {
      Prediction prediction = plan.prediction(variant, top);
      RouteLoadResult sample = sweep.at(top, variant);
      if (plan.perSecond(top) > PAST * prediction.knee()) {
        Interval ratio = sample.interval().times(1 / prediction.knee());
        report.check(
            variant.title() + ", saturated: throughput / predicted",
            ratio.median(),
            "0.85 to 1.15",
            ratio.high() >= 1 - KNEE && ratio.low() <= 1 + KNEE);
      } else {
        report.atLeast(
            variant.title()
                + ", "
                + top.perMinute()
                + " requests/min, not saturated: throughput / rate",
            sample.interval().times(1 / plan.perSecond(top)),
            1 - KNEE);
      }
    }
  }

  /** Checks figure 6: which variant saturates first. */
  void order() {
    List<RouteVariant> order =
        List.of(RouteVariant.SPLIT, RouteVariant.JMS, RouteVariant.HTTP, RouteVariant.CENTRALIZED)
            .stream()
            .filter(plan.variants()::contains)
            .toList();
    RoutePoint top = top();
    for (int i = 0; i + 1 < order.size(); i++) {
      RouteVariant more = order.get(i);
      RouteVariant less = order.get(i + 1);
      boolean isSame = plan.prediction(more, top).knee() == plan.prediction(less, top).knee();
      report.atLeast(
          "figure 6, " + top.perMinute() + " requests/min: " + more.title() + " / " + less.title(),
          sweep.at(top, more).throughput() / sweep.at(top, less).throughput(),
          isSame ? 1 - WORSE : 1);
    }
  }

  /**
   * Checks a DHArch variant at every load against the best of the paper's variants.
   *
   * @param variant the DHArch variant
   */
  void noWorse(RouteVariant variant) {
    double response = 0;
    double throughput = Double.MAX_VALUE;
    for (RoutePoint point : plan.points()) {
      RouteLoadResult ours = sweep.at(point, variant);
      double best = Double.MAX_VALUE;
      double most = 0;
      for (RouteVariant each : RouteVariant.PAPER) {
        if (plan.variants().contains(each)) {
          best = Math.min(best, Statistics.median(sweep.at(point, each).millis()));
          most = Math.max(most, sweep.at(point, each).throughput());
        }
      }
      response = Math.max(response, Statistics.median(ours.millis()) / best);
      // with few answers a difference of one is not significant
      double one = 1e9 / plan.load().counted().toNanos();
      throughput = Math.min(throughput, (ours.throughput() + one) / most);
    }
    report.atMost(
        variant.title() + " / the paper's best way, response p50, at its worst load",
        response,
        1 + WORSE);
    report.atLeast(
        variant.title() + " / the paper's best way, throughput, at its worst load",
        throughput,
        1 - WORSE);
  }

  private RoutePoint top() {
    return RoutePoint.rate(plan.rates().get(plan.rates().size() - 1));
  }
}
