package org.dharch.benchmarks.xmllimit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.dharch.benchmarks.harness.Progress;
import org.dharch.benchmarks.harness.Statistics;

/**
 * Measures every variant with every size and number of clients, in another order in each round.
 * Once, by one thread.
 */
final class LimitSweep {
  private final LimitLoad load;
  private final LimitPlan plan;
  private final Progress progress;
  private final Map<Point, List<LoadSample>> samples = new HashMap<>();

  private record Point(LimitVariant variant, int size, int clients) {}

  LimitSweep(LimitLoad load, LimitPlan plan, Progress progress) {
    this.load = load;
    this.plan = plan;
    this.progress = progress;
  }

  void measure() throws IOException {
    Random random = new Random(23);
    for (int size : plan.sizes()) {
      for (LimitVariant variant : LimitVariant.ALL) {
        progress.phase("warming up, " + variant.title() + ", " + size + " elements");
        load.sample(variant, size, LimitPlan.WARMING, plan.warmUp(variant));
        progress.step();
      }
      for (int round = 0; round < plan.rounds(); round++) {
        for (int clients : shuffled(plan.clients(), random)) {
          for (LimitVariant variant : shuffled(LimitVariant.ALL, random)) {
            progress.phase(named(variant, size, clients));
            samples
                .computeIfAbsent(new Point(variant, size, clients), p -> new ArrayList<>())
                .add(load.sample(variant, size, clients, plan.counted()));
            progress.step();
          }
        }
      }
    }
  }

  private static <T> List<T> shuffled(List<T> all, Random random) {
    List<T> order = new ArrayList<>(all);
    Collections.shuffle(order, random);
    return order;
  }

  /** Returns the answers per second, one observation per round. */
  Statistics perSecond(LimitVariant variant, int size, int clients) {
    return Statistics.of(
        samples(variant, size, clients).stream().map(LoadSample::perSecond).toList());
  }

  List<LoadSample> samples(LimitVariant variant, int size, int clients) {
    return samples.get(new Point(variant, size, clients));
  }

  /** Returns the name of a point in results. */
  static String named(LimitVariant variant, int size, int clients) {
    return variant.title()
        + ", "
        + size
        + " elements, "
        + clients
        + (clients == 1 ? " client" : " clients");
  }
}
