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
import org.dharch.benchmarks.load.ArrivalProcess;
import org.dharch.benchmarks.load.LoadClient;
import org.dharch.benchmarks.load.LoadResult;

/**
 * High load in open loop: for a while twice as many requests come as can be served, then none until
 * all are answered; every one counts. The same requests at the same times for each discipline.
 *
 * <p>Why not in closed loop: there, by Little's law, mean response time is the number of clients
 * over the throughput, whatever the order; a policy can only move time from one class of requests
 * to another, request for request. In open loop short requests that go first save more waiting than
 * they cause.
 */
final class Bursts {
  /**
   * Offered over served. Nearer to one, how many wait would depend on the little by which a shared
   * machine is slower than a minute ago.
   */
  static final double OVERLOAD = 2;

  /** How many wait at the end of a burst; fewer than the server has threads. */
  private static final int BACKLOG = 250;

  private static final int CONNECTIONS = 380;

  /**
   * From one burst to the next, in lengths of a burst: room to serve all of one before the next
   * even at little more than half the capacity.
   */
  private static final double PERIOD = 4;

  /** A measurement's length, in bursts. */
  private static final int TIMES = 5;

  /** What each measurement gave, by discipline. */
  private final List<Map<String, LoadResult>> measured = new ArrayList<>();

  void measure(
      BookstoreDeployment shop, List<Discipline> disciplines, double capacity, int bursts, Progress progress)
      throws IOException {
    double millis = 1000 * BACKLOG / ((OVERLOAD - 1) * capacity);
    Duration length = Duration.ofMillis(Math.round(millis));
    Duration period = Duration.ofMillis(Math.round(PERIOD * millis));
    for (int burst = 0; burst < bursts; burst++) {
      long[] schedule =
          ArrivalProcess.trains(OVERLOAD * capacity, length, period, TIMES, (long) TIMES * burst);
      Map<String, LoadResult> loads = new HashMap<>();
      for (int i = 0; i < disciplines.size(); i++) {
        Discipline way = disciplines.get((i + burst) % disciplines.size());
        progress.phase("a burst, " + way.title());
        try (LoadClient client = new LoadClient()) {
          LoadResult loaded =
              client.open(shop.target(way), schedule, CONNECTIONS, new Shopper(shop.scale, burst));
          client.run(Duration.ZERO, period.multipliedBy(TIMES));
          loads.put(way.id(), loaded);
        }
        progress.step();
      }
      measured.add(loads);
    }
  }

  /** All measurements together. */
  LoadResult of(Discipline discipline) {
    LoadResult all = LoadResult.empty();
    measured.forEach(loads -> all.add(loads.get(discipline.id())));
    return all;
  }

  /**
   * Mean response time under {@code compared} over that under {@code base}, measurement by
   * measurement: the two were served right beside each other.
   *
   * @param times which requests' of a measurement; none, if it had no such request
   */
  Statistics ratios(
      Discipline compared, Discipline base, Function<LoadResult, Optional<Histogram>> times) {
    List<Double> ratios = new ArrayList<>();
    for (Map<String, LoadResult> loads : measured) {
      Optional<Histogram> one = times.apply(loads.get(compared.id()));
      Optional<Histogram> other = times.apply(loads.get(base.id()));
      if (one.isPresent() && other.isPresent()) {
        ratios.add(one.get().getMean() / other.get().getMean());
      }
    }
    return Statistics.of(ratios);
  }
}
