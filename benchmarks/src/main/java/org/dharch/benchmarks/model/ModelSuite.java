package org.dharch.benchmarks.model;

import java.util.List;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.harness.chart.MeasuredBars;
import org.dharch.benchmarks.site.HandlerVariant;

/**
 * Equations 1 to 7 of seed 000, section 3: predictions from the messages' timelines against
 * measurements. Handlers and service are waits.
 */
public final class ModelSuite extends Suite {
  public ModelSuite() {
    super(
        "model",
        "equations 1 to 7: predictions from timelines against measurements, handlers as waits",
        seconds(75, 120),
        ModelExperiment::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    return List.of(cost(results), single(results), pipeline(results));
  }

  private static Figure cost(SuiteResults results) {
    Table.Builder table =
        Table.of("request", "Tcomp (ms)", "Tdata (ms)", "C (ms)", "W (ms)", "Tdata + C of W");
    for (int kilobytes : ModelExperiment.KILOBYTES) {
      String name = ModelExperiment.title(kilobytes);
      double transfer = results.median(name, ModelExperiment.TRANSFER);
      double extra = results.median(name, ModelExperiment.C);
      double whole = results.median(name, ModelExperiment.W);
      table.row(
          kilobytes + " KB",
          results.median(name, ModelExperiment.TCOMP),
          transfer - extra,
          extra,
          whole,
          String.format(java.util.Locale.ROOT, "%.1f %%", transfer / whole * 100));
    }
    return new Figure(
        "cost",
        "Equation 1: W = Tcomp + Tdata + C of one handler",
        table.build(),
        List.of(
            "Medians of the attempts in the messages' timelines. A timeline contains the sum of"
                + " Tdata and C. C is the time of a request of 1 KB, Tdata the additional time of a"
                + " larger one."));
  }

  private static Figure single(SuiteResults results) {
    Table.Builder table =
        Table.of(
            "request",
            "variant",
            "equation",
            "predicted (ms)",
            "measured (ms)",
            "measured / predicted",
            "speed-up predicted (5)",
            "speed-up measured");
    MeasuredBars bars = new MeasuredBars("predicted");
    for (int kilobytes : ModelExperiment.KILOBYTES) {
      String of = ModelExperiment.title(kilobytes) + ", ";
      double base = results.median(of + ModelExperiment.AXIS2.name(), ModelExperiment.MEASURED);
      double basePredicted =
          results.median(of + ModelExperiment.AXIS2.name(), ModelExperiment.PREDICTED);
      for (HandlerVariant variant : ModelExperiment.VARIANTS) {
        double model = results.median(of + variant.name(), ModelExperiment.PREDICTED);
        double real = results.median(of + variant.name(), ModelExperiment.MEASURED);
        table.row(
            kilobytes + " KB",
            variant.name(),
            variant.equals(ModelExperiment.AXIS2)
                ? "3"
                : variant.equals(ModelExperiment.PARALLEL) ? "4" : "2",
            model,
            real,
            real / model,
            basePredicted / model,
            base / real);
        bars.add(
            variant.name() + ", " + kilobytes + " KB",
            real,
            results.sd(of + variant.name(), ModelExperiment.MEASURED),
            model);
      }
    }
    return new Figure(
        "single",
        "Equations 2 to 5: one message",
        bars.chart("variant, request", "time (ms)"),
        table.build(),
        List.of(
            "Tcomp0, the service with container and HTTP, is the time of Axis2's own chain less its"
                + " handlers: equation 3 defines Tcomp0 and predicts nothing here. Equations 2 and"
                + " 4 add, for each message of the sequential variant, the sum and the maximum of"
                + " the five W in its timeline; the table shows medians. Equation 5 divides."
                + " Equation 4 assumes a core for each handler when it needs one. Five nodes that"
                + " answer at the same time need five, so nothing is checked on one."));
  }

  private static Figure pipeline(SuiteResults results) {
    Table.Builder table =
        Table.of(
            "messages at once",
            "variant",
            "equation",
            "predicted (ms)",
            "measured (ms)",
            "measured / predicted");
    MeasuredBars bars = new MeasuredBars("predicted");
    for (SuiteResults.Result result : results.results()) {
      if (result.metric().equals(ModelExperiment.PIPELINE)) {
        double model = results.median(result.name(), ModelExperiment.PREDICTED);
        boolean parallel = result.name().endsWith(ModelExperiment.PARALLEL.name());
        table.row(
            result.parameters().get("messages"),
            result.name(),
            parallel ? "7" : "6",
            model,
            result.median(),
            result.median() / model);
        bars.add(result.name(), result.median(), result.sd(), model);
      }
    }
    return new Figure(
        "pipeline",
        "Equations 6 and 7: pipelining through "
            + ModelExperiment.HANDLERS.size()
            + " equal handlers",
        bars.chart("messages", "time (ms)"),
        table.build(),
        List.of(
            "All messages are sent at once; each handler processes one at a time. W is that of the"
                + " timelines of single messages. A node that already holds the next message starts"
                + " it without a round trip, so the measured time may be slightly below the"
                + " prediction."));
  }
}
