package org.dharch.benchmarks.ready;

import java.util.List;
import java.util.Map;
import org.dharch.benchmarks.contenders.Contenders;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.peers.handlers.HandlerRow;

/** The measuring part of {@link ReadyHandlersSuite}. Once, by one thread. */
final class ReadyExperiment extends Experiment {
  /** The measurement error: two measurements of one operation differ by up to this factor. */
  private static final double NO_SLOWER = 1.05;

  private final int warmMillis;
  private final int rounds;

  ReadyExperiment(SuiteRun run) {
    super(run);
    warmMillis = run.options().choose(600, 4_000);
    rounds = run.options().choose(30, 300);
  }

  @Override
  protected void run() throws Exception {
    List<HandlerRow> rows = HandlerRow.all();
    progress.steps(3L * rows.size());
    try (ScratchFolder folder = ScratchFolder.create("dharch-ready")) {
      progress.phase("making keys and messages");
      try (Contenders contenders = HandlerContenders.start(folder.path())) {
        progress.phase("checking results");
        ReadyChecks checks = new ReadyChecks(folder.path());
        for (HandlerRow row : rows) {
          for (Map.Entry<String, byte[]> made : contenders.results(row.toString()).entrySet()) {
            checks.check(row, made.getKey(), made.getValue());
          }
          progress.step();
        }
        progress.phase("warming up");
        contenders.warm(rows.stream().map(HandlerRow::toString).toList(), warmMillis, progress);
        progress.phase("row by row, alternating");
        for (HandlerRow row : rows) {
          record(
              row, contenders.time(row.toString(), rounds), contenders.allocated(row.toString()));
          progress.step();
        }
      }
    }
  }

  private void record(
      HandlerRow row, Map<String, double[]> micros, Map<String, Statistics> allocated) {
    double[] ours = micros.get(HandlerContenders.DHARCH);
    double worst = 0;
    for (Map.Entry<String, double[]> each : micros.entrySet()) {
      String name = ReadyHandlersSuite.result(row, each.getKey());
      Map<String, Object> parameters =
          Map.of("contender", each.getKey(), "kilobytes", row.kilobytes());
      report.add(name, parameters, ReadyHandlersSuite.TIME, "us", Statistics.of(each.getValue()));
      report.add(name, parameters, ReadyHandlersSuite.MEMORY, "B", allocated.get(each.getKey()));
      if (!each.getKey().equals(HandlerContenders.DHARCH)) {
        double[] ratios = new double[ours.length];
        for (int i = 0; i < ratios.length; i++) {
          ratios[i] = ours[i] / each.getValue()[i];
        }
        Statistics ratio = Statistics.of(ratios);
        report.add(name, parameters, ReadyHandlersSuite.RATIO, "", ratio);
        worst = Math.max(worst, ratio.median());
      }
    }
    report.atMost(ReadyHandlersSuite.name(row) + ": ratio to the fastest peer", worst, NO_SLOWER);
  }
}
