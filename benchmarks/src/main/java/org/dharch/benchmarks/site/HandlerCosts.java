package org.dharch.benchmarks.site;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.core.message.Timeline;
import org.dharch.core.planner.HandlerTimes;

/**
 * The cost of each handler of an orchestration from the messages' timelines, in milliseconds
 * (equation 1 of seed 000: W = Tcomp + Tdata + C).
 *
 * @param whole W: from sending a message to the handler until its reply
 * @param run Tcomp: the run time of the handler
 * @param transfer Tdata + C: the rest, without the waiting time on the node
 */
public record HandlerCosts(
    Map<String, Statistics> whole, Map<String, Statistics> run, Map<String, Statistics> transfer) {

  /** Returns the costs of all attempts with a reply. */
  public static HandlerCosts of(List<Timeline> timelines) {
    Map<String, List<Double>> whole = new LinkedHashMap<>();
    Map<String, List<Double>> run = new LinkedHashMap<>();
    Map<String, List<Double>> transfer = new LinkedHashMap<>();
    for (Timeline timeline : timelines) {
      for (Timeline.Attempt attempt : timeline.attempts()) {
        if (attempt.receivedNanos() >= 0) {
          add(whole, attempt, attempt.receivedNanos() - attempt.sentNanos());
          add(run, attempt, attempt.runNanos());
          add(transfer, attempt, attempt.transferNanos());
        }
      }
    }
    return new HandlerCosts(statistics(whole), statistics(run), statistics(transfer));
  }

  private static void add(Map<String, List<Double>> to, Timeline.Attempt attempt, long nanos) {
    to.computeIfAbsent(attempt.handler(), name -> new ArrayList<>()).add(nanos / 1e6);
  }

  private static Map<String, Statistics> statistics(Map<String, List<Double>> millis) {
    Map<String, Statistics> statistics = new LinkedHashMap<>();
    millis.forEach((name, list) -> statistics.put(name, Statistics.of(list)));
    return statistics;
  }

  /**
   * Returns the medians for the planner: Tcomp, and the rest of W as Tdata, because a timeline does
   * not separate it from C.
   */
  public Map<String, HandlerTimes> medians() {
    Map<String, HandlerTimes> medians = new LinkedHashMap<>();
    whole.forEach(
        (name, each) -> {
          double tcomp = run.get(name).median();
          medians.put(name, HandlerTimes.of(tcomp, Math.max(0, each.median() - tcomp), 0));
        });
    return medians;
  }
}
