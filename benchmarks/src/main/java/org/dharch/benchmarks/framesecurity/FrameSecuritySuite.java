package org.dharch.benchmarks.framesecurity;

import java.util.List;
import java.util.Optional;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.subject.MeteredLoop;
import org.dharch.cmanager.frame.GuardedEnds.Guard;

/** Processor time a message of frames that are sealed, or encrypted, beside frames that are not. */
public final class FrameSecuritySuite extends Suite {
  public FrameSecuritySuite() {
    super(
        "sealing",
        "what it costs that frames are authenticated, and that they are encrypted",
        seconds(100, 300),
        FrameSecurity::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    Table.Builder table =
        Table.of("frames", "CPU us a message", "beside none", "messages/s", "round trip p50 us");
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
            Optional.empty(),
            table.build(),
            List.of(
                "Each with a broker embedded in the manager's JVM and the node in a JVM of its own,"
                    + " over TCP; closed loops that take turns, in another order each round. CPU is"
                    + " that of both JVMs together; beside none is the median of the rounds'"
                    + " ratios. None is for this table alone: nobody can have it.")));
  }
}
