package org.dharch.benchmarks.decentralized;

import org.dharch.benchmarks.decentralized.delay.NetworkDelay;
import org.dharch.benchmarks.harness.BenchmarkEnvironment;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.core.message.DHArchException;

/** The measuring part of {@link DecentralizedSuite}. Once, by one thread. */
final class Decentralized extends Experiment {
  /** Measures five nodes in a row only, for profiling. */
  private static final String ONLY_FIVE_NODES = "bench.five-alone";

  private final RoutePlan plan;
  private final boolean hasSlowLine;

  Decentralized(SuiteRun run) {
    super(run);
    plan = RoutePlan.of(run.options());
    hasSlowLine = !plan.far().isZero();
    progress.steps(plan.steps());
  }

  @Override
  protected void run() throws Exception {
    if (!run.nodes().canStartPrograms()) {
      throw new DHArchException(
          "suite decentralized cannot start its engines on --hosts; use --env lan without --hosts");
    }
    run.print(plan.scale().text());
    try (ScratchFolder folder = ScratchFolder.create("dharch-decentralized");
        RouteDeployment site =
            RouteDeployment.start(
                run.nodes(),
                hasSlowLine ? NetworkDelay.slow() : NetworkDelay.none(),
                folder.path().toString(),
                plan.scale().threads())) {
      if (!Boolean.getBoolean(ONLY_FIVE_NODES)) {
        sweep(site);
      }
      if (plan.hasDirect()) {
        new FiveNodes(site, run.nodes(), report, isApart(), hasSlowLine)
            .measure(plan.rounds(), progress);
      } else {
        run.print("this DHArch has no node-to-node forwarding; skipping DHArch direct");
      }
    }
  }

  private boolean isApart() {
    return run.options().environment() != BenchmarkEnvironment.MULTICORE;
  }

  private void sweep(RouteDeployment site) throws Exception {
    for (RouteVariant variant : plan.started()) {
      progress.phase("starting " + variant.title());
      site.deploy(variant);
    }
    RouteSweep sweep = new RouteSweep(site, plan, progress, report);
    sweep.measure();
    RouteChecks checks = new RouteChecks(report, plan, sweep);
    checks.order();
    checks.knees();
    noWorse(checks);
  }

  /**
   * With a slow line, the variant that returns to the manager after each stage pays the latency
   * each time.
   */
  private void noWorse(RouteChecks checks) {
    RouteVariant ours = hasSlowLine ? RouteVariant.DHARCH_DIRECT : RouteVariant.DHARCH;
    if (plan.variants().contains(ours)) {
      checks.noWorse(ours);
    }
  }
}
