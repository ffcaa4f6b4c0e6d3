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
 * High load in open loop: for a while twice as many requests as the capacity, then none until all
 * are answered; all requests count. Each discipline gets the same requests at the same times.
 *
 * <p>A closed loop would not show the effect: by Little's law its mean response time is the number
 * of clients divided by the throughput, in any order. A policy can only move time between classes
 * of requests. In open loop, short requests that run first save more waiting than they cause.
 */
final class Bursts {
  /**
   * Offered load divided by capacity. Closer to one, the queue would depend on small changes of the
   * machine's speed.
   */
  static final double OVERLOAD = 2;

  /** The number of waiting requests at the end of a burst; fewer than the server's threads. */
  private static final int BACKLOG = 250;

  private static final int CONNECTIONS = 380;

  /**
   * The time between bursts, in lengths of a burst: enough to finish one burst before the next even
   * at little more than half the capacity.
   */
  private static final double PERIOD = 4;

  /** The number of bursts in a measurement. */
  private static final int TIMES = 5;

  /** The result of each measurement, by discipline. */
  private final List<Map<String, LoadResult>> measured = new ArrayList<>();

  void measure(
      BookstoreDeployment bookstore,
      List<Discipline> disciplines,
      double capacity,
      int bursts,
      Progress progress)
      throws IOException {
    double millis = 1000 * BACKLOG / ((OVERLOAD - 1) * capacity);
    Duration length = Duration.ofMillis(Math.round(millis));
    Duration period = Duration.ofMillis(Math.round(PERIOD * millis));
    for (int burst = 0; burst < bursts; burst++) {
      long[] schedule =
          ArrivalProcess.trains(OVERLOAD * capacity, length, period, TIMES, (long) TIMES * burst);
      Map<String, LoadResult> loads = new HashMap<>();
      for (int i = 0; i < disciplines.size(); i++) {
        Discipline variant = disciplines.get((i + burst) % disciplines.size());
        progress.phase("a burst, " + variant.title());
        try (LoadClient client = new LoadClient()) {
          LoadResult loadResult =
              client.open(
                  bookstore.target(variant),
                  schedule,
                  CONNECTIONS,
                  new Shopper(bookstore.scale, burst));
          client.run(Duration.ZERO, period.multipliedBy(TIMES));
          loads.put(variant.id(), loadResult);
        }
        progress.step();
      }
      measured.add(loads);
    }
  }

  /** Returns the sum of all measurements. */
  LoadResult of(Discipline discipline) {
    LoadResult all = LoadResult.empty();
    measured.forEach(loads -> all.add(loads.get(discipline.id())));
    return all;
  }

  /**
   * Returns the mean response time under {@code compared} relative to {@code base}, for each
   * measurement, which runs both directly after each other.
   *
   * @param times selects the requests of a measurement; empty without such requests
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
