package org.dharch.benchmarks.messaging;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.dharch.benchmarks.contenders.Contenders;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.peers.operations.Row;

/** The measuring part of {@link MessagingSuite}. Once, by one thread. */
final class MessagingExperiment extends Experiment {
  /** The measurement error: two measurements of one operation differ by up to this factor. */
  private static final double NO_SLOWER = 1.05;

  private static final List<String> ROWS = Arrays.stream(Row.values()).map(Row::name).toList();

  private final int warmMillis;
  private final int rounds;

  MessagingExperiment(SuiteRun run) {
    super(run);
    warmMillis = run.options().choose(200, 3_000);
    rounds = run.options().choose(30, 300);
  }

  @Override
  protected void run() throws Exception {
    progress.steps(
        2L * Row.values().length
            + StorageExperiment.steps()
            + EndToEndExperiment.steps(run.options()));
    try (ScratchFolder folder = ScratchFolder.create("dharch-contenders");
        Contenders contenders = TableContenders.start(folder.path())) {
      progress.phase("warming up");
      contenders.warm(ROWS, warmMillis, progress);
      progress.phase("table 1, row by row, alternating");
      for (PaperRow row : PaperRow.ALL) {
        String name = row.row().name();
        record(row, contenders.time(name, rounds), contenders.allocated(name));
        progress.step();
      }
    }
    new StorageExperiment(run.options(), report, progress).run();
    new EndToEndExperiment(run.options(), report, progress).run();
  }

  private void record(
      PaperRow row, Map<String, double[]> micros, Map<String, Statistics> allocated) {
    double[] ours = micros.get(TableContenders.DHARCH);
    double worst = 0;
    for (Map.Entry<String, double[]> each : micros.entrySet()) {
      String name = MessagingSuite.result(row, each.getKey());
      Map<String, Object> parameters = Map.of("contender", each.getKey());
      report.add(name, parameters, MessagingSuite.TIME, "us", Statistics.of(each.getValue()));
      report.add(name, parameters, MessagingSuite.MEMORY, "B", allocated.get(each.getKey()));
      if (!each.getKey().equals(TableContenders.DHARCH)) {
        double[] ratios = new double[ours.length];
        for (int i = 0; i < ratios.length; i++) {
          ratios[i] = ours[i] / each.getValue()[i];
        }
        Statistics ratio = Statistics.of(ratios);
        report.add(name, parameters, MessagingSuite.RATIO, "", ratio);
        worst = Math.max(worst, ratio.median());
      }
    }
    if (micros.size() > 1) {
      report.atMost(row.name() + ": ratio to the fastest peer", worst, NO_SLOWER);
    }
    if (!run.options().quick() && row.boundMicros().isPresent()) {
      report.atMost(row.name() + ": us", Statistics.of(ours).median(), row.boundMicros().get());
    }
  }
}
