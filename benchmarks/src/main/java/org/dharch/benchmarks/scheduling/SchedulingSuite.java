package org.dharch.benchmarks.scheduling;

import java.time.Duration;
import java.util.List;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Options;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.SuiteRun;

/** Figures 6 to 12 and tables 1 to 3 of seed 003, and what a flood by one client does to others. */
public final class SchedulingSuite implements Suite {
  @Override
  public String name() {
    return "scheduling";
  }

  @Override
  public String description() {
    return "a bookstore on Axis2 and PostgreSQL after TPC-App: processor sharing against first come"
        + " first served and shortest job first";
  }

  @Override
  public Duration duration(Options options) {
    return Plan.of(options).takes();
  }

  @Override
  public void run(SuiteRun run) throws Exception {
    new Scheduling(run).run();
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    return new SchedulingFigures(results).all();
  }
}
