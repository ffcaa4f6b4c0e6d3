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
 * Throughput and response time of closed-loop clients; the disciplines alternate, and the order of
 * disciplines and numbers of clients changes in each round. Once, by one thread.
 */
final class Sweep {
  /** The part of the peak that counts as saturation. */
  private static final double REACHED = 0.95;

  private final BookstoreDeployment bookstore;
  private final SchedulingPlan plan;
  private final Progress progress;
  private final Random random = new Random(9);
  private final Map<Point, List<Double>> throughputs = new HashMap<>();
  private final Map<Point, LoadResult> loads = new HashMap<>();
  private final Map<String, List<ResourceUsage>> uses = new HashMap<>();

  private record Point(String id, int clients) {}

  Sweep(BookstoreDeployment bookstore, SchedulingPlan plan, Progress progress) {
    this.bookstore = bookstore;
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
    ResourceUsage.Meter meter = ResourceUsage.begin(bookstore);
    LoadResult loadResult = bookstore.closed(discipline, clients, plan.ramp(), plan.counted());
    if (clients == plan.usageClients()) {
      uses.computeIfAbsent(discipline.id(), id -> new ArrayList<>()).add(meter.end());
    }
    throughputs.computeIfAbsent(point, p -> new ArrayList<>()).add(loadResult.perSecond());
    loads.computeIfAbsent(point, p -> LoadResult.empty()).add(loadResult);
  }

  Statistics throughput(Discipline discipline, int clients) {
    return Statistics.of(throughputs.get(new Point(discipline.id(), clients)));
  }

  /** Returns the sum of the times of all rounds. */
  LoadResult load(Discipline discipline, int clients) {
    return loads.get(new Point(discipline.id(), clients));
  }

  /** Returns the resource usage with {@link SchedulingPlan#usageClients}. */
  List<ResourceUsage> uses(Discipline discipline) {
    return uses.get(discipline.id());
  }

  /** Returns the number of clients with the highest throughput. */
  int atPeak(Discipline discipline) {
    return plan.clients().stream()
        .max(Comparator.comparing(clients -> throughput(discipline, clients).median()))
        .orElseThrow();
  }

  /** Returns the highest throughput. */
  private double peak(Discipline discipline) {
    return throughput(discipline, atPeak(discipline)).median();
  }

  /** Returns the number of clients that nearly reaches the peak. */
  int saturating(Discipline discipline) {
    double enough = REACHED * peak(discipline);
    return plan.clients().stream()
        .filter(clients -> throughput(discipline, clients).median() >= enough)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns the least measured number of clients that is at least {@code 2 * clients}, or the most.
   */
  int twice(int clients) {
    return plan.clients().stream()
        .filter(each -> each >= 2 * clients)
        .findFirst()
        .orElse(plan.most());
  }
}
