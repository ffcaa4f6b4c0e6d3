package org.dharch.benchmarks.site;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.core.message.Timeline;
import org.dharch.core.planner.HandlerTimes;

/**
 * What each handler of an orchestration cost, of the messages' timelines, in milliseconds (equation
 * 1 of seed 000: W = Tcomp + Tdata + C).
 *
 * @param whole W: from when a message was sent to the handler until its reply came
 * @param run Tcomp: the time that the handler ran
 * @param transfer Tdata + C: the rest of the way, less the waiting on the node
 */
public record HandlerCosts(
    Map<String, Statistics> whole, Map<String, Statistics> run, Map<String, Statistics> transfer) {

  /** Of those attempts that were answered. */
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
   * The medians as the planner takes them: Tcomp, and whatever else there is of W as Tdata, which a
   * timeline does not tell from C.
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
