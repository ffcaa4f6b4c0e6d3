package org.dharch.benchmarks.scheduling;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.dharch.benchmarks.harness.Progress;
import org.dharch.benchmarks.harness.Statistics;

/** Finds the fixed window's right size: the smallest that comes near the highest throughput. */
final class Calibration {
  /** How many clients there are meanwhile. */
  static final int CLIENTS = 76;

  private static final double NEAR = 0.98;

  /** What each size gave, in requests a second, and the right one. */
  record Found(Map<Integer, Statistics> throughputs, int size) {
    /** Requests a second with that one. */
    double perSecond() {
      return throughputs.get(size).median();
    }
  }

  private Calibration() {}

  static Found find(Shop shop, Plan plan, Progress progress)
      throws IOException, InterruptedException {
    Map<Integer, List<Double>> all = new LinkedHashMap<>();
    for (int size : plan.windows()) {
      shop.deploy(Configuration.fixed(size));
    }
    Random random = new Random(4);
    for (int round = 0; round < plan.rounds(); round++) {
      List<Integer> order = new ArrayList<>(plan.windows());
      Collections.shuffle(order, random);
      for (int size : order) {
        progress.phase("a window of " + size);
        double perSecond =
            shop.closed(Configuration.fixed(size), CLIENTS, plan.ramp(), plan.counted())
                .perSecond();
        all.computeIfAbsent(size, s -> new ArrayList<>()).add(perSecond);
        progress.step();
      }
    }
    Map<Integer, Statistics> throughputs = new LinkedHashMap<>();
    for (int size : plan.windows()) {
      throughputs.put(size, Statistics.of(all.get(size)));
    }
    double best = throughputs.values().stream().mapToDouble(Statistics::median).max().orElseThrow();
    int size =
        plan.windows().stream()
            .filter(each -> throughputs.get(each).median() >= NEAR * best)
            .findFirst()
            .orElseThrow();
    return new Found(throughputs, size);
  }
}
