package org.dharch.benchmarks.scheduling;

import java.util.List;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;

/**
 * Figures 6 to 12 and tables 1 to 3 of seed 003, and the effect of a flood by one client on others.
 */
public final class SchedulingSuite extends Suite {
  public SchedulingSuite() {
    super(
        "scheduling",
        "bookstore on Axis2 and PostgreSQL after TPC-App: processor sharing against first come"
            + " first served and shortest job first",
        options -> SchedulingPlan.of(options).duration(),
        Scheduling::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    return new SchedulingFigures(results).all();
  }
}
