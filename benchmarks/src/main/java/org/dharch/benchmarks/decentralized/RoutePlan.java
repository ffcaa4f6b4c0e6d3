package org.dharch.benchmarks.decentralized;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.dharch.benchmarks.decentralized.delay.NetworkDelay;
import org.dharch.benchmarks.harness.BenchmarkEnvironment;
import org.dharch.benchmarks.harness.Options;

/**
 * The extent of the measurement.
 *
 * @param far the one-way delay between the gateway and the others, which is not scaled
 * @param rates requests per minute in the paper, of figures 5 and 6, ascending
 * @param sizes of messages in bytes, of figures 7 and 8
 * @param times of services in ms in the paper, of figures 9 and 10
 * @param variants the compared variants
 * @param balanced requests per minute in the paper at which four centralized servers are compared
 *     with two variants
 * @param load the duration of each load
 * @param warmUp of each variant, before everything else
 * @param rounds the rounds of five nodes in a row
 */
record RoutePlan(
    Scale scale,
    Duration far,
    List<Integer> rates,
    List<Integer> sizes,
    List<Integer> times,
    List<RouteVariant> variants,
    List<Integer> balanced,
    LoadTime load,
    Duration warmUp,
    FiveNodes.Rounds rounds) {
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
            quickVariants(far),
            List.of(),
            new LoadTime(Duration.ofMillis(500), Duration.ofMillis(1500)),
            Duration.ofSeconds(8),
            new FiveNodes.Rounds(6, Duration.ofMillis(300)))
        : new RoutePlan(
            scale,
            far,
            List.of(60, 240, 420, 600, 780, 960, 1200),
            List.of(512, 1024, 2048, 4096, 8192, 16_384, 24_576),
            List.of(500, 1000, 2000, 3000, 4000, 6000, 8000),
            supported(
                RouteVariant.CENTRALIZED,
                RouteVariant.HTTP,
                RouteVariant.JMS,
                RouteVariant.SPLIT,
                RouteVariant.DHARCH,
                RouteVariant.DHARCH_DIRECT),
            List.of(60, 1200, 1800),
            new LoadTime(Duration.ofSeconds(2), Duration.ofSeconds(12)),
            Duration.ofSeconds(15),
            new FiveNodes.Rounds(options.rounds(20), Duration.ofMillis(400)));
  }

  /** Returns four variants: with a slow line, the DHArch variant with the fewest round trips. */
  private static List<RouteVariant> quickVariants(Duration far) {
    RouteVariant ours =
        RouteDocuments.supportsDirect() && !far.isZero()
            ? RouteVariant.DHARCH_DIRECT
            : RouteVariant.DHARCH;
    return List.of(RouteVariant.CENTRALIZED, RouteVariant.JMS, RouteVariant.SPLIT, ours);
  }

  /** Returns the variants that this DHArch supports. */
  static List<RouteVariant> supported(RouteVariant... variants) {
    return Stream.of(variants)
        .filter(variant -> !variant.isDirect() || RouteDocuments.supportsDirect())
        .toList();
  }

  /** Returns whether the plan compares node-to-node forwarding with returning to the manager. */
  boolean hasDirect() {
    return RouteDocuments.supportsDirect();
  }

  /** Returns every load of the figures, once each. */
  Set<RoutePoint> points() {
    Set<RoutePoint> all = new LinkedHashSet<>();
    rates.forEach(each -> all.add(RoutePoint.rate(each)));
    sizes.forEach(each -> all.add(RoutePoint.size(each)));
    times.forEach(each -> all.add(RoutePoint.time(each)));
    return all;
  }

  /** Returns all loads, including those of the four centralized servers only. */
  Set<RoutePoint> loads() {
    Set<RoutePoint> all = new LinkedHashSet<>(points());
    balanced.forEach(each -> all.add(RoutePoint.rate(each)));
    return all;
  }

  /** The variants compared with four centralized servers, and these servers. */
  static final List<RouteVariant> WITH_BALANCED =
      List.of(RouteVariant.BALANCED, RouteVariant.SPLIT, RouteVariant.DHARCH);

  /** Returns the variants that are measured at a load. */
  List<RouteVariant> variants(RoutePoint point) {
    Set<RouteVariant> all = new LinkedHashSet<>(points().contains(point) ? variants : List.of());
    if (point.equals(RoutePoint.rate(point.perMinute())) && balanced.contains(point.perMinute())) {
      all.addAll(WITH_BALANCED);
    }
    return List.copyOf(all);
  }

  /** Returns all variants that are started. */
  List<RouteVariant> started() {
    Set<RouteVariant> all = new LinkedHashSet<>(variants);
    all.addAll(balanced.isEmpty() ? List.of() : WITH_BALANCED);
    return List.copyOf(all);
  }

  double perSecond(RoutePoint point) {
    return scale.perSecond(point.perMinute());
  }

  /** Returns the prediction for a variant. */
  Prediction prediction(RouteVariant variant, RoutePoint point) {
    return Prediction.of(
        variant, scale.threads(), scale.millis(point.millis()) / 1e3, far.toMillis() / 1e3);
  }

  /** Returns the approximate duration of a load until its last answer. */
  private Duration duration(RouteVariant variant, RoutePoint point) {
    double times = Math.max(1, perSecond(point) / prediction(variant, point).knee());
    return Duration.ofMillis(Math.round(load.total().toMillis() * times + 100));
  }

  /** Returns the approximate duration of the measurement. */
  Duration duration() {
    Duration whole = Duration.ofSeconds(STARTS_SECONDS).plus(warmUp.multipliedBy(started().size()));
    for (RoutePoint point : loads()) {
      for (RouteVariant variant : variants(point)) {
        whole = whole.plus(duration(variant, point));
      }
    }
    return hasDirect() ? whole.plus(FiveNodes.duration(rounds)) : whole;
  }

  /** Returns the number of progress steps. */
  int steps() {
    return started().size() + loads().stream().mapToInt(point -> variants(point).size()).sum();
  }
}
