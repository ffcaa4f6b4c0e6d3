package org.dharch.cli.run;

import static org.dharch.cli.base.TextTable.number;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.dharch.core.planner.HandlerTimes;
import org.dharch.core.planner.Times;

/**
 * The placement that is best for one request at a time on this machine, with the planner's figures.
 * Immutable.
 *
 * @param best the measurements of the recommended placement
 * @param chain the mean of Axis2's chain in milliseconds
 * @param cores of the machine
 * @param threads the planner's prediction for threads of this JVM
 * @param nodes the planner's prediction for nodes
 */
record DemoAdvice(RoundTrips best, double chain, int cores, Predicted threads, Predicted nodes) {

  /**
   * @param times the handlers' times, measured in sequence
   * @param stages the time of all handlers in one stage, by equation 4
   */
  record Predicted(Times times, double stages) {
    private double sum(ToDoubleFunction<HandlerTimes> of) {
      return times.handlers().values().stream().mapToDouble(of).sum();
    }

    /** The processor time of the handlers, divided among the cores. */
    double atLeast(int cores) {
      return Math.max(stages, sum(HandlerTimes::tcomp) / cores);
    }

    /** The mean time of a request to a handler besides its work. */
    double overhead() {
      return times.handlers().isEmpty()
          ? 0
          : sum(it -> it.w() - it.tcomp()) / times.handlers().size();
    }
  }

  static DemoAdvice of(DemoTable real, int cores, Predicted threads, Predicted nodes) {
    RoundTrips best =
        real.measured().stream()
            .min(Comparator.comparingDouble(each -> each.millis().mean()))
            .orElseThrow();
    return new DemoAdvice(best, real.chain(), cores, threads, nodes);
  }

  List<String> lines() {
    String shared = cores == 1 ? "the one core needs" : "these " + cores + " cores need";
    return List.of(
        "",
        "Recommendation: " + choice(),
        "The planner predicts "
            + number(threads.stages())
            + " ms for the handlers in one stage on threads if each has a core of its own; "
            + shared
            + " at least "
            + number(threads.atLeast(cores))
            + " ms. On nodes each handler takes "
            + number(nodes.overhead())
            + " ms for the transfer and the merge, on threads "
            + number(threads.overhead())
            + " ms.",
        "Choose nodes for handlers that wait, or that need the cores of other machines (part b).");
  }

  private String choice() {
    double mean = best.millis().mean();
    if (!best.arrangement().distributed()) {
      return "leave these handlers in Axis2's chain on this machine. It takes "
          + number(mean)
          + " ms a request, and no placement of DHArch takes less.";
    }
    DemoPlacement placement = (DemoPlacement) best.arrangement();
    return String.format(
        Locale.ROOT,
        "run these handlers on %s, as %s. A request takes %s ms, %.0f %% less than in Axis2's"
            + " chain (%s ms).",
        placement.place().text(),
        placement.plan(),
        number(mean),
        100 * (1 - mean / chain),
        number(chain));
  }
}
