package org.dharch.cli.chaos;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The figures, in one line. */
final class ChaosReport {
  private ChaosReport() {}

  static String line(
      List<ChaosAnswer> answers, int leftOut, int replayed, List<Recovery> recoveries) {
    Map<String, List<Recovery>> byFault =
        recoveries.stream()
            .collect(
                Collectors.groupingBy(Recovery::fault, LinkedHashMap::new, Collectors.toList()));
    return requests(answers, false)
        + "; "
        + requests(answers, true)
        + ", "
        + replayed
        + " failed and replayed; "
        + leftOut
        + " not sent; "
        + byFault.entrySet().stream()
            .map(e -> fault(e.getKey(), e.getValue()))
            .collect(Collectors.joining("; "));
  }

  private static String requests(List<ChaosAnswer> all, boolean oneWay) {
    List<ChaosAnswer> answers = all.stream().filter(a -> a.oneWay() == oneWay).toList();
    Map<ChaosAnswer.Kind, Long> kinds =
        answers.stream().collect(Collectors.groupingBy(ChaosAnswer::kind, Collectors.counting()));
    return answers.size()
        + (oneWay ? " one-way messages " : " requests ")
        + kinds
        + ", slowest "
        + millis(
            answers.stream()
                .map(ChaosAnswer::took)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO));
  }

  private static String fault(String fault, List<Recovery> all) {
    return fault
        + " "
        + all.size()
        + "x: first good answer "
        + range(all.stream().map(Recovery::first).sorted().toList())
        + ", all prompt after "
        + range(all.stream().map(Recovery::settled).sorted().toList());
  }

  private static String range(List<Duration> sorted) {
    String most = millis(sorted.get(sorted.size() - 1));
    return sorted.size() == 1
        ? most
        : "median " + millis(sorted.get(sorted.size() / 2)) + ", most " + most;
  }

  private static String millis(Duration duration) {
    return duration.toMillis() + " ms";
  }
}
