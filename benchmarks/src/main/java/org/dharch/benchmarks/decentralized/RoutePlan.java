package org.dharch.benchmarks.decentralized;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.dharch.benchmarks.harness.BenchmarkEnvironment;
import org.dharch.benchmarks.harness.Options;

/**
 * How much is measured.
 *
 * @param far how long a way takes from home to the others; not divided as times are
 * @param rates requests a minute in the paper, of figures 5 and 6, ascending
 * @param sizes of messages in bytes, of figures 7 and 8
 * @param times of services in ms in the paper, of figures 9 and 10
 * @param ways those that are compared
 * @param balanced requests a minute in the paper, at which four centralized servers are compared
 *     with two of them
 * @param warm how long a load goes on before it counts
 * @param counted how long it counts
 * @param warmUp of each way, before everything
 * @param rounds of five nodes in a row
 * @param round how long each is
 */
record RoutePlan(
    Scale scale,
    Duration far,
    List<Integer> rates,
    List<Integer> sizes,
    List<Integer> times,
    List<RouteVariant> ways,
    List<Integer> balanced,
    Duration warm,
    Duration counted,
    Duration warmUp,
    int rounds,
    Duration round) {
  private static final int STARTS_SECONDS = 25;

  static RoutePlan of(Options options) {
    Scale scale = Scale.of(options);
    Duration far =
        options.environment() == BenchmarkEnvironment.WAN ? NetworkDelay.DELAY : Duration.ZERO;
    return options.quick()
        ? new RoutePlan(
            scale,
            far,
            List.of(60, 600, 1200),
            List.of(512, 8192, 24_576),
            List.of(500, 4000, 8000),
            quickWays(far),
            List.of(),
            Duration.ofMillis(500),
            Duration.ofMillis(1500),
            Duration.ofSeconds(8),
            6,
            Duration.ofMillis(300))
        : new RoutePlan(
            scale,
            far,
            List.of(60, 240, 420, 600, 780, 960, 1200),
            List.of(512, 1024, 2048, 4096, 8192, 16_384, 24_576),
            List.of(500, 1000, 2000, 3000, 4000, 6000, 8000),
            there(
                RouteVariant.CENTRALIZED,
                RouteVariant.HTTP,
                RouteVariant.JMS,
                RouteVariant.SPLIT,
                RouteVariant.DHARCH,
                RouteVariant.DHARCH_DIRECT),
            List.of(60, 1200, 1800),
            Duration.ofSeconds(2),
            Duration.ofSeconds(12),
            Duration.ofSeconds(15),
            options.rounds(20),
            Duration.ofMillis(400));
  }

  /** Four of them: where home is far away, that of DHArch which goes there the least. */
  private static List<RouteVariant> quickWays(Duration far) {
    RouteVariant ours =
        RouteDocuments.directIsKnown() && !far.isZero() ? RouteVariant.DHARCH_DIRECT : RouteVariant.DHARCH;
    return List.of(RouteVariant.CENTRALIZED, RouteVariant.JMS, RouteVariant.SPLIT, ours);
  }

  /** Of some ways those that this DHArch has. */
  static List<RouteVariant> there(RouteVariant... ways) {
    return Stream.of(ways)
        .filter(way -> !way.isDirect() || RouteDocuments.directIsKnown())
        .toList();
  }

  /** Whether the ways differ in whether nodes pass messages on. */
  boolean hasDirect() {
    return RouteDocuments.directIsKnown();
  }

  /** Every load of the figures, once each. */
  Set<RoutePoint> points() {
    Set<RoutePoint> all = new LinkedHashSet<>();
    rates.forEach(each -> all.add(RoutePoint.rate(each)));
    sizes.forEach(each -> all.add(RoutePoint.size(each)));
    times.forEach(each -> all.add(RoutePoint.time(each)));
    return all;
  }

  /** The same and those that are only for four centralized servers. */
  Set<RoutePoint> loads() {
    Set<RoutePoint> all = new LinkedHashSet<>(points());
    balanced.forEach(each -> all.add(RoutePoint.rate(each)));
    return all;
  }

  /** Those that stand beside four centralized servers, and these. */
  static final List<RouteVariant> BESIDE_BALANCED =
      List.of(RouteVariant.BALANCED, RouteVariant.SPLIT, RouteVariant.DHARCH);

  /** What is measured at a load. */
  List<RouteVariant> ways(RoutePoint point) {
    Set<RouteVariant> all = new LinkedHashSet<>(points().contains(point) ? ways : List.of());
    if (point.equals(RoutePoint.rate(point.perMinute())) && balanced.contains(point.perMinute())) {
      all.addAll(BESIDE_BALANCED);
    }
    return List.copyOf(all);
  }

  /** All that are started. */
  List<RouteVariant> started() {
    Set<RouteVariant> all = new LinkedHashSet<>(ways);
    all.addAll(balanced.isEmpty() ? List.of() : BESIDE_BALANCED);
    return List.copyOf(all);
  }

  double perSecond(RoutePoint point) {
    return scale.perSecond(point.perMinute());
  }

  /** What threads and times say of a way. */
  Prediction prediction(RouteVariant way, RoutePoint point) {
    return Prediction.of(
        way, scale.threads(), scale.millis(point.millis()) / 1e3, far.toMillis() / 1e3);
  }

  /** How long a load goes on. */
  Duration load() {
    return warm.plus(counted);
  }

  /** About how long a load takes until its last answer is there. */
  private Duration takes(RouteVariant way, RoutePoint point) {
    double times = Math.max(1, perSecond(point) / prediction(way, point).knee());
    return Duration.ofMillis(Math.round(load().toMillis() * times + 100));
  }

  /** About how long all of it takes. */
  Duration takes() {
    Duration whole = Duration.ofSeconds(STARTS_SECONDS).plus(warmUp.multipliedBy(started().size()));
    for (RoutePoint point : loads()) {
      for (RouteVariant way : ways(point)) {
        whole = whole.plus(takes(way, point));
      }
    }
    return hasDirect() ? whole.plus(FiveNodes.takes(rounds, round)) : whole;
  }

  /** How many steps of it are told. */
  int steps() {
    return started().size() + loads().stream().mapToInt(point -> ways(point).size()).sum();
  }
}
