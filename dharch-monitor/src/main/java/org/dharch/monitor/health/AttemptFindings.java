package org.dharch.monitor.health;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.dharch.core.metrics.Latencies.AttemptTimes;
import org.dharch.core.metrics.Latencies.Place;

/**
 * Findings about the attempts of the last minute and the last ten minutes: versions of handlers
 * that fail, nodes that are slower than others, and attempts that got no worker in time. Older
 * attempts have no effect.
 */
final class AttemptFindings {
  private static final double OFTEN = 0.05;

  /** With fewer attempts of a handler, a node is not compared with others. */
  private static final int FEW = 5;

  /** A node is slow from this many times the run time on the other nodes. */
  private static final double SLOW = 3;

  private static final double VERY_SLOW = 10;
  private static final double LEAST_DIFFERENCE_NANOS = 5e6;
  private static final double MILLIS = 1e6;

  private static final Set<String> BAD = Set.of("failed", "timed-out", "unknown");
  private static final String NOT_STARTED = "not-started";

  private final Map<Place, AttemptTimes> minute;
  private final Map<Place, Map<String, Long>> tenMinutes;
  private final List<Finding> findings = new ArrayList<>();

  /** The attempts of one version of a handler in one period. */
  private record Rate(long all, long failed, long late, List<String> nodes) {
    long bad() {
      return failed + late;
    }

    boolean isBad() {
      return bad() > OFTEN * all;
    }
  }

  private AttemptFindings(
      Map<Place, AttemptTimes> minute, Map<Place, Map<String, Long>> tenMinutes) {
    this.minute = minute;
    this.tenMinutes = tenMinutes;
  }

  /**
   * The findings, those about failing handlers first.
   *
   * @param minute the attempts of the last minute
   * @param tenMinutes the results of the last ten minutes
   * @param rejects whether messages were rejected or ran out of time in the last minute
   */
  static List<Finding> of(
      Map<Place, AttemptTimes> minute, Map<Place, Map<String, Long>> tenMinutes, boolean rejects) {
    AttemptFindings all = new AttemptFindings(minute, tenMinutes);
    List<Place> versions =
        tenMinutes.keySet().stream()
            .map(place -> new Place(place.handler(), place.version(), ""))
            .distinct()
            .toList();
    versions.forEach(all::failing);
    all.findings.sort(Comparator.comparing(Finding::grade));
    versions.forEach(all::slowNodes);
    all.overload(rejects);
    return all.findings;
  }

  private void find(Finding.Grade grade, String problem, String remedy) {
    findings.add(new Finding(grade, problem, remedy));
  }

  // ---- failures

  private void failing(Place version) {
    Rate lately = rate(version, results(minute));
    Rate before = rate(version, tenMinutes);
    boolean isNow = lately.isBad();
    if (!isNow && !before.isBad()) {
      return;
    }
    Rate shown = isNow ? lately : before;
    String problem =
        shown.bad()
            + " of "
            + count(shown.all(), "attempt")
            + " of handler "
            + version.handlerText()
            + " failed"
            + (shown.late() == 0 ? "" : " (" + shown.late() + " by timeout)")
            + " in the last "
            + (isNow ? "minute" : "ten minutes")
            + (lately.bad() == 0 ? ", none in the last minute," : "")
            + on(shown.nodes());
    boolean isProblem = isNow || lately.bad() > 0;
    find(isProblem ? Finding.Grade.PROBLEM : Finding.Grade.WARNING, problem, cure(version, shown));
  }

  private String cure(Place version, Rate bad) {
    boolean othersWork =
        tenMinutes.keySet().stream()
            .filter(p -> p.handler().equals(version.handler()) && !p.isSameVersion(version))
            .map(p -> rate(new Place(p.handler(), p.version(), ""), tenMinutes))
            .anyMatch(rate -> rate.all() > 0 && !rate.isBad());
    List<String> all = nodes(version);
    if (othersWork) {
      return "give version "
          + version.version()
          + " the weight 0 in the node documents and restart these nodes; their logs have the"
          + " cause";
    } else if (bad.nodes().size() < all.size()) {
      return "dharch drain "
          + String.join(", dharch drain ", bad.nodes())
          + ": the other nodes take the work; the log of the node has the cause";
    }
    return bad.late() > bad.failed()
        ? "the nodes' logs have its stack when its time is over: fix the cause, or raise its"
            + " timeToFinish"
        : "the nodes' logs have the cause; dharch failed list has the messages that it must perform"
            + " for";
  }

  /** The nodes on which this version had attempts. */
  private List<String> nodes(Place version) {
    return tenMinutes.entrySet().stream()
        .filter(e -> e.getKey().isSameVersion(version) && sum(e.getValue()) > 0)
        .map(e -> e.getKey().node())
        .toList();
  }

  private static Map<Place, Map<String, Long>> results(Map<Place, AttemptTimes> times) {
    Map<Place, Map<String, Long>> results = new TreeMap<>();
    times.forEach((place, of) -> results.put(place, of.results()));
    return results;
  }

  /** The rate on the nodes where it is bad; on all nodes if it is bad on none. */
  private static Rate rate(Place version, Map<Place, Map<String, Long>> results) {
    List<Rate> each =
        results.entrySet().stream()
            .filter(e -> e.getKey().isSameVersion(version))
            .map(e -> rate(e.getKey().node(), e.getValue()))
            .toList();
    List<Rate> bad = each.stream().filter(Rate::isBad).toList();
    List<Rate> counted = bad.isEmpty() ? each : bad;
    return new Rate(
        counted.stream().mapToLong(Rate::all).sum(),
        counted.stream().mapToLong(Rate::failed).sum(),
        counted.stream().mapToLong(Rate::late).sum(),
        counted.stream().flatMap(rate -> rate.nodes().stream()).toList());
  }

  private static Rate rate(String node, Map<String, Long> results) {
    long bad = BAD.stream().mapToLong(result -> results.getOrDefault(result, 0L)).sum();
    long late = results.getOrDefault("timed-out", 0L);
    return new Rate(sum(results), bad - late, late, List.of(node));
  }

  private static long sum(Map<String, Long> results) {
    return results.values().stream().mapToLong(Long::longValue).sum();
  }

  // ---- slow nodes

  private void slowNodes(Place version) {
    Map<Place, AttemptTimes> here =
        minute.entrySet().stream()
            .filter(e -> e.getKey().isSameVersion(version) && e.getValue().ran().count() >= FEW)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    here.forEach(
        (place, times) -> {
          double[] others =
              here.entrySet().stream()
                  .filter(e -> !e.getKey().equals(place))
                  .mapToDouble(e -> e.getValue().ran().meanNanos())
                  .sorted()
                  .toArray();
          double mine = times.ran().meanNanos();
          double usual = others.length == 0 ? mine : others[others.length / 2];
          if (mine > SLOW * usual && mine - usual > LEAST_DIFFERENCE_NANOS) {
            find(
                mine > VERY_SLOW * usual ? Finding.Grade.PROBLEM : Finding.Grade.WARNING,
                String.format(
                    Locale.ROOT,
                    "node %s is slow: handler %s runs %.1f ms there and %.1f ms on other nodes, in"
                        + " the last minute",
                    place.node(),
                    version.handlerText(),
                    mine / MILLIS,
                    usual / MILLIS),
                "dharch drain "
                    + place.node()
                    + ": the other nodes take its work; look at the processors, memory and disk of"
                    + " its machine");
          }
        });
  }

  // ---- overload

  private void overload(boolean rejects) {
    Map<String, List<Place>> byNode =
        minute.keySet().stream()
            .collect(Collectors.groupingBy(Place::node, TreeMap::new, Collectors.toList()));
    int before = findings.size();
    byNode.forEach(
        (node, places) -> {
          long all = places.stream().mapToLong(place -> sum(minute.get(place).results())).sum();
          long vain =
              places.stream()
                  .mapToLong(place -> minute.get(place).results().getOrDefault(NOT_STARTED, 0L))
                  .sum();
          if (vain > OFTEN * all) {
            overload(vain + " of " + count(all, "attempt") + " got no worker in time", places);
          }
        });
    if (rejects && findings.size() == before) {
      byNode.values().stream()
          .max(Comparator.comparingLong(this::worked))
          .filter(places -> worked(places) > 0)
          .ifPresent(places -> overload("messages were rejected or ran out of time", places));
    }
  }

  private void overload(String problem, List<Place> ofNode) {
    Place busiest = ofNode.stream().max(Comparator.comparingLong(this::worked)).orElseThrow();
    long work = worked(ofNode);
    find(
        Finding.Grade.PROBLEM,
        String.format(
            Locale.ROOT,
            "%s on node %s, in the last minute; handler %s takes %d %% of its workers' time",
            problem,
            busiest.node(),
            busiest.handlerText(),
            work == 0 ? 0 : 100 * worked(busiest) / work),
        "more nodes or workers for handler "
            + busiest.handler()
            + ", or a lower concurrencyLimit in the flow document, which rejects messages earlier");
  }

  private long worked(List<Place> places) {
    return places.stream().mapToLong(this::worked).sum();
  }

  private long worked(Place place) {
    return minute.get(place).ran().sumNanos();
  }

  // ---- texts

  private static String on(List<String> nodes) {
    return (nodes.size() == 1 ? " on node " : " on nodes ") + String.join(", ", nodes);
  }

  private static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
