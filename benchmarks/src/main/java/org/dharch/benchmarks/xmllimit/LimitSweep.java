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
 * Every way with every size and every number of clients; ways and numbers take turns, in another
 * order in each round. Once, by one thread.
 */
final class LimitSweep {
  private final LimitLoad load;
  private final LimitPlan plan;
  private final Progress progress;
  private final Map<Point, List<LoadSample>> stretches = new HashMap<>();

  private record Point(LimitVariant way, int size, int clients) {}

  LimitSweep(LimitLoad load, LimitPlan plan, Progress progress) {
    this.load = load;
    this.plan = plan;
    this.progress = progress;
  }

  void measure() throws IOException {
    Random random = new Random(23);
    for (int size : plan.sizes()) {
      for (LimitVariant way : LimitVariant.ALL) {
        progress.phase("warming up, " + way.title() + ", " + size + " elements");
        load.stretch(way, size, LimitPlan.WARMING, plan.warmUp(way));
        progress.step();
      }
      for (int round = 0; round < plan.rounds(); round++) {
        for (int clients : shuffled(plan.clients(), random)) {
          for (LimitVariant way : shuffled(LimitVariant.ALL, random)) {
            progress.phase(named(way, size, clients));
            stretches
                .computeIfAbsent(new Point(way, size, clients), p -> new ArrayList<>())
                .add(load.stretch(way, size, clients, plan.counted()));
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

  /** Answers a second, one observation each round. */
  Statistics perSecond(LimitVariant way, int size, int clients) {
    return Statistics.of(stretches(way, size, clients).stream().map(LoadSample::perSecond).toList());
  }

  List<LoadSample> stretches(LimitVariant way, int size, int clients) {
    return stretches.get(new Point(way, size, clients));
  }

  /** The name of a point in results. */
  static String named(LimitVariant way, int size, int clients) {
    return way.title()
        + ", "
        + size
        + " elements, "
        + clients
        + (clients == 1 ? " client" : " clients");
  }
}
