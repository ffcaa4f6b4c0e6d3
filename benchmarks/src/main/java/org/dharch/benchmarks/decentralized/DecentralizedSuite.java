package org.dharch.benchmarks.decentralized;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.dharch.benchmarks.harness.BenchmarkEnvironment;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;

/** Figures 5 to 10 of seed 002: the paper's four variants and DHArch. */
public final class DecentralizedSuite extends Suite {
  public DecentralizedSuite() {
    super(
        "decentralized",
        "composite service FindRoute: centralized, decentralized over HTTP and JMS, split, and"
            + " DHArch, against request rate, message size and service time",
        options -> RoutePlan.of(options).duration(),
        Decentralized::new);
  }

  @Override
  public Set<BenchmarkEnvironment> environments() {
    return EnumSet.of(
        BenchmarkEnvironment.MULTICORE, BenchmarkEnvironment.LAN, BenchmarkEnvironment.WAN);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    return new RouteFigures(results).all();
  }
}
