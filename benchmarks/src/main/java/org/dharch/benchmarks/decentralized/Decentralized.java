package org.dharch.benchmarks.decentralized;

import org.dharch.benchmarks.harness.BenchmarkEnvironment;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.core.message.DHArchException;

/** The measuring part of {@link DecentralizedSuite}. Once, by one thread. */
final class Decentralized extends Experiment {
  /** Five nodes in a row, and nothing else; for whoever looks for what they cost. */
  private static final String FIVE_ALONE = "bench.five-alone";

  private final RoutePlan plan;
  private final boolean isFar;

  Decentralized(SuiteRun run) {
    super(run);
    plan = RoutePlan.of(run.options());
    isFar = !plan.far().isZero();
    progress.steps(plan.steps());
  }

  @Override
  protected void run() throws Exception {
    if (!run.nodes().startsAnything()) {
      throw new DHArchException(
          "suite decentralized starts its engines too; --env lan without --hosts is allowed");
    }
    run.say(plan.scale().text());
    try (ScratchFolder folder = ScratchFolder.create("dharch-decentralized");
        RouteDeployment site =
            RouteDeployment.start(
                run.nodes(),
                isFar ? NetworkDelay.far() : NetworkDelay.none(),
                folder.path().toString(),
                plan.scale().threads())) {
      if (!Boolean.getBoolean(FIVE_ALONE)) {
        sweep(site);
      }
      if (plan.hasDirect()) {
        new FiveNodes(site, run.nodes(), report, isApart(), isFar)
            .measure(plan.rounds(), plan.round(), progress);
      } else {
        run.say("this DHArch passes nothing from node to node: DHArch direct is left out");
      }
    }
  }

  private boolean isApart() {
    return run.options().environment() != BenchmarkEnvironment.MULTICORE;
  }

  private void sweep(RouteDeployment site) throws Exception {
    for (RouteVariant way : plan.started()) {
      progress.phase("starting " + way.title());
      site.make(way);
    }
    RouteSweep sweep = new RouteSweep(site, plan, progress, report);
    sweep.measure();
    RouteChecks checks = new RouteChecks(report, plan, sweep);
    checks.order();
    checks.knees();
    noWorse(checks);
  }

  /** A far home costs a way that comes home after each stage what its ways do. */
  private void noWorse(RouteChecks checks) {
    RouteVariant ours = isFar ? RouteVariant.DHARCH_DIRECT : RouteVariant.DHARCH;
    if (plan.ways().contains(ours)) {
      checks.noWorse(ours);
    }
  }
}
