package org.dharch.benchmarks.scheduling;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.dharch.benchmarks.harness.Progress;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.load.LoadResult;

/**
 * Clients in closed loop against throughput and response time; the disciplines take turns, and
 * their order and that of the numbers of clients is another one in each round. Once, by one thread.
 */
final class Sweep {
  /** What of the peak counts as reached. */
  private static final double REACHED = 0.95;

  private final BookstoreDeployment shop;
  private final SchedulingPlan plan;
  private final Progress progress;
  private final Random random = new Random(9);
  private final Map<Point, List<Double>> throughputs = new HashMap<>();
  private final Map<Point, LoadResult> loads = new HashMap<>();
  private final Map<String, List<ResourceUsage>> uses = new HashMap<>();

  private record Point(String id, int clients) {}

  Sweep(BookstoreDeployment shop, SchedulingPlan plan, Progress progress) {
    this.shop = shop;
    this.plan = plan;
    this.progress = progress;
  }

  void measure(List<Discipline> disciplines) throws IOException, SQLException {
    for (int round = 0; round < plan.rounds(); round++) {
      List<Integer> clients = new ArrayList<>(plan.clients());
      Collections.shuffle(clients, random);
      for (int count : clients) {
        List<Discipline> order = new ArrayList<>(disciplines);
        Collections.shuffle(order, random);
        for (Discipline each : order) {
          progress.phase(each.title() + ", " + count + " clients");
          one(each, count);
          progress.step();
        }
      }
    }
  }

  private void one(Discipline discipline, int clients) throws IOException, SQLException {
    Point point = new Point(discipline.id(), clients);
    ResourceUsage.Meter meter = ResourceUsage.begin(shop);
    LoadResult loaded = shop.closed(discipline, clients, plan.ramp(), plan.counted());
    if (clients == plan.loadedClients()) {
      uses.computeIfAbsent(discipline.id(), id -> new ArrayList<>()).add(meter.end());
    }
    throughputs.computeIfAbsent(point, p -> new ArrayList<>()).add(loaded.perSecond());
    loads.computeIfAbsent(point, p -> LoadResult.empty()).add(loaded);
  }

  Statistics throughput(Discipline discipline, int clients) {
    return Statistics.of(throughputs.get(new Point(discipline.id(), clients)));
  }

  /** The times of all rounds together. */
  LoadResult load(Discipline discipline, int clients) {
    return loads.get(new Point(discipline.id(), clients));
  }

  /** What was used with {@link SchedulingPlan#loadedClients}. */
  List<ResourceUsage> uses(Discipline discipline) {
    return uses.get(discipline.id());
  }

  /** With how many clients the throughput is highest. */
  int atPeak(Discipline discipline) {
    return plan.clients().stream()
        .max(Comparator.comparing(clients -> throughput(discipline, clients).median()))
        .orElseThrow();
  }

  /** That throughput. */
  private double peak(Discipline discipline) {
    return throughput(discipline, atPeak(discipline)).median();
  }

  /** With how many clients the peak is as good as reached. */
  int saturating(Discipline discipline) {
    double enough = REACHED * peak(discipline);
    return plan.clients().stream()
        .filter(clients -> throughput(discipline, clients).median() >= enough)
        .findFirst()
        .orElseThrow();
  }

  /** The least number of clients measured that is at least twice that, or the most. */
  int twice(int clients) {
    return plan.clients().stream()
        .filter(each -> each >= 2 * clients)
        .findFirst()
        .orElse(plan.most());
  }
}
