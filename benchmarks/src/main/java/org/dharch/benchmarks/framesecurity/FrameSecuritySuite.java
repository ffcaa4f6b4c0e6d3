package org.dharch.benchmarks.framesecurity;

import java.util.List;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.subject.MeteredLoop;
import org.dharch.cmanager.frame.GuardedEnds.Guard;

/** The processor time per message of signed or encrypted frames, relative to unprotected frames. */
public final class FrameSecuritySuite extends Suite {
  public FrameSecuritySuite() {
    super(
        "frame-security",
        "cost of signed and of encrypted frames",
        seconds(100, 300),
        FrameSecurity::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    Table.Builder table =
        Table.of(
            "frames", "CPU us a message", "relative to none", "messages/s", "round trip p50 us");
    for (Guard guard : Guard.values()) {
      String name = FrameSecurity.name(guard);
      if (results.result(name, MeteredLoop.CPU).isPresent()) {
        table.row(
            guard.name().toLowerCase(java.util.Locale.ROOT),
            results.median(name, MeteredLoop.CPU),
            guard == Guard.NONE ? 1.0 : results.median(name, FrameSecurity.RATIO),
            results.median(name, MeteredLoop.THROUGHPUT),
            results.median(name, MeteredLoop.ROUND_TRIP));
      }
    }
    return List.of(
        new Figure(
            "guards",
            "One no-op handler on one remote node, " + FrameSecurity.SITUATION,
            table.build(),
            List.of(
                "Each has a broker embedded in the manager's JVM and the node in its own JVM, over"
                    + " TCP. The closed loops alternate, in another order each round. CPU is that"
                    + " of both JVMs together; relative to none is the median of the rounds'"
                    + " ratios. None exists in this benchmark only.")));
  }
}
