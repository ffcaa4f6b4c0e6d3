package org.dharch.benchmarks.scheduling;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.dharch.benchmarks.bookstore.Shopper;
import org.dharch.benchmarks.harness.Progress;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.load.Arrivals;
import org.dharch.benchmarks.load.LoadClient;
import org.dharch.benchmarks.load.Loaded;

/**
 * High load in open loop: for a while a fifth more requests come than can be served, then none, and
 * every one is answered and counts. The same requests at the same times for each configuration.
 *
 * <p>Why not in closed loop: there, by Little's law, mean response time is the number of clients
 * over the throughput, whatever the order; a policy can only move time from one class of requests
 * to another, request for request. In open loop short requests that go first save more waiting than
 * they cause.
 */
final class Bursts {
  /** Offered over served. */
  static final double OVERLOAD = 1.2;

  /** How many wait at the end of a burst; fewer than the server has threads. */
  private static final int BACKLOG = 250;

  private static final int CONNECTIONS = 380;

  /** What each burst gave, by configuration. */
  private final List<Map<String, Loaded>> measured = new ArrayList<>();

  void measure(
      Shop shop, List<Configuration> configurations, double capacity, int bursts, Progress progress)
      throws IOException {
    Duration length = Duration.ofMillis(Math.round(1000 * BACKLOG / ((OVERLOAD - 1) * capacity)));
    for (int burst = 0; burst < bursts; burst++) {
      long[] schedule = Arrivals.random(OVERLOAD * capacity, length, burst);
      Map<String, Loaded> loads = new HashMap<>();
      for (int i = 0; i < configurations.size(); i++) {
        Configuration way = configurations.get((i + burst) % configurations.size());
        progress.phase("a burst, " + way.title());
        try (LoadClient client = new LoadClient()) {
          Loaded loaded =
              client.open(shop.target(way), schedule, CONNECTIONS, new Shopper(shop.scale, burst));
          client.run(Duration.ZERO, length);
          loads.put(way.id(), loaded);
        }
        progress.step();
      }
      measured.add(loads);
    }
  }

  /** All bursts together. */
  Loaded of(Configuration configuration) {
    Loaded all = Loaded.empty();
    measured.forEach(loads -> all.add(loads.get(configuration.id())));
    return all;
  }

  /**
   * Mean response time under {@code compared} over that under {@code base}, burst by burst: the two
   * were served right beside each other.
   *
   * @param times which requests' of a burst; none, if it had no such request
   */
  Statistics ratios(
      Configuration compared, Configuration base, Function<Loaded, Optional<Histogram>> times) {
    List<Double> ratios = new ArrayList<>();
    for (Map<String, Loaded> loads : measured) {
      Optional<Histogram> one = times.apply(loads.get(compared.id()));
      Optional<Histogram> other = times.apply(loads.get(base.id()));
      if (one.isPresent() && other.isPresent()) {
        ratios.add(one.get().getMean() / other.get().getMean());
      }
    }
    return Statistics.of(ratios);
  }
}
