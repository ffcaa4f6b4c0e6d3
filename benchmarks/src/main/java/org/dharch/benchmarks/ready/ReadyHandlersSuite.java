package org.dharch.benchmarks.ready;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.harness.chart.Chart;
import org.dharch.peers.handlers.HandlerRow;

/**
 * The cost of each ready-made handler (docs/handlers.md, docs/security-handlers.md) against the
 * same work in CXF.
 */
public final class ReadyHandlersSuite extends Suite {
  static final String TIME = "time";
  static final String MEMORY = "memory";
  static final String RATIO = "DHArch's time / its";
  private static final String NONE = "none";

  public ReadyHandlersSuite() {
    super(
        "ready-handlers",
        "each ready-made handler on messages of 1 and 100 KB, against the same work in CXF",
        seconds(80, 390),
        ReadyExperiment::new);
  }

  /** Returns the name of a row. */
  static String name(HandlerRow row) {
    String work =
        switch (row.work()) {
          case LOG -> "Logger, with the envelope";
          case LOG_WITHOUT_SECRET -> "Logger, an element left out";
          case COUNT -> "Monitor";
          case CONVERT -> "FormatConverter, a stylesheet";
          case COMPRESS -> "Compressor";
          case DECOMPRESS -> "Decompressor";
          case ADD_USER -> "security-out: user";
          case CHECK_USER -> "security-in: user";
          case SIGN -> "security-out: signature";
          case VERIFY -> "security-in: signature";
          case ENCRYPT -> "security-out: encryption";
          case DECRYPT -> "security-in: encryption";
          case SECURE -> "security-out: all three";
          case CHECK_ALL -> "security-in: all three";
        };
    return work + ", " + row.kilobytes() + " KB";
  }

  /** Returns the name of a result. */
  static String result(HandlerRow row, String contender) {
    return name(row) + ": " + contender;
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    Table.Builder table =
        Table.of(
            "handler",
            "DHArch us",
            "CXF us",
            "CXF streaming us",
            "DHArch / fastest",
            "DHArch bytes",
            "CXF bytes",
            "CXF streaming bytes");
    List<String> names = new ArrayList<>();
    List<Double> times = new ArrayList<>();
    for (HandlerRow row : HandlerRow.all()) {
      double ratio = toFastest(results, row);
      table.row(
          name(row),
          cell(results, row, HandlerContenders.DHARCH, TIME),
          cell(results, row, HandlerContenders.CXF, TIME),
          cell(results, row, HandlerContenders.STREAMING, TIME),
          Double.isNaN(ratio) ? "" : Table.number(ratio),
          cell(results, row, HandlerContenders.DHARCH, MEMORY),
          cell(results, row, HandlerContenders.CXF, MEMORY),
          cell(results, row, HandlerContenders.STREAMING, MEMORY));
      if (!Double.isNaN(ratio)) {
        names.add(row.toString().toLowerCase(Locale.ROOT).replace('_', ' '));
        times.add(1 / ratio);
      }
    }
    return List.of(
        new Figure(
            "ready-handlers",
            "Ready-made handlers",
            new Chart.Bars(
                "work and KB",
                "relative to DHArch",
                names,
                List.of(new Chart.Series("CXF's fastest", times, List.of()))),
            table.build(),
            List.of(
                "Medians, from the bytes of one message to the bytes of its result: DHArch's"
                    + " handler and the merge, CXF's interceptors in a separate chain. Each library"
                    + " runs in its own process with the same options (serial collector, 256 MB),"
                    + " on the same messages, keys and files. Time is the processor time of the"
                    + " measuring thread and of the threads that it gives work to. The contenders"
                    + " alternate within a row, a batch of a millisecond each; ratios are of two"
                    + " adjacent batches; bytes are allocated by one operation. See docs/benchmarks"
                    + " for the compared work.")));
  }

  /** Returns DHArch's time relative to the fastest peer; NaN if unknown. */
  private static double toFastest(SuiteResults results, HandlerRow row) {
    double worst = Double.NaN;
    for (String peer : List.of(HandlerContenders.CXF, HandlerContenders.STREAMING)) {
      double ratio =
          results.result(result(row, peer), RATIO).map(it -> it.median()).orElse(Double.NaN);
      worst = Double.isNaN(worst) ? ratio : Double.isNaN(ratio) ? worst : Math.max(worst, ratio);
    }
    return worst;
  }

  private static String cell(SuiteResults results, HandlerRow row, String who, String metric) {
    return results
        .result(result(row, who), metric)
        .map(it -> Table.number(it.median()))
        .orElse(NONE);
  }
}
