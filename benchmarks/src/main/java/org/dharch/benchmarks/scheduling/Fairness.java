package org.dharch.benchmarks.scheduling;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dharch.benchmarks.bookstore.Shopper;
import org.dharch.benchmarks.load.ArrivalProcess;
import org.dharch.benchmarks.load.LoadClient;
import org.dharch.benchmarks.load.LoadResult;

/**
 * Some clients use a part of the capacity, in open loop; then another client floods the service
 * with heavy requests. Measures the effect on the first clients.
 */
final class Fairness {
  /** The part of the capacity that the first clients use. */
  static final double USED = 0.3;

  /** The number of requests of the flood in flight. */
  static final int FLOOD = 64;

  private static final int CLIENTS = 4;

  /**
   * The window under fair queueing. Running requests share the processors and cannot be stopped, so
   * quick answers need a small window of about one request per processor.
   */
  static final int WINDOW = 3;

  private static final int CONNECTIONS = 50;

  private final BookstoreDeployment bookstore;
  private final double capacity;
  private final Duration counted;

  Fairness(BookstoreDeployment bookstore, double capacity, Duration counted) {
    this.bookstore = bookstore;
    this.capacity = capacity;
    this.counted = counted;
  }

  /** Returns the times of the first clients; the same {@code seed} makes the same requests. */
  LoadResult others(Discipline discipline, boolean flooded, long seed) throws IOException {
    Duration warm = Duration.ofMillis(500);
    List<LoadResult> all = new ArrayList<>();
    try (LoadClient client = new LoadClient()) {
      for (int i = 0; i < CLIENTS; i++) {
        long own = 100 * seed + i;
        long[] schedule = ArrivalProcess.random(USED * capacity / CLIENTS, warm.plus(counted), own);
        Shopper shopper = Shopper.named("client " + i, bookstore.scale, own);
        all.add(client.open(bookstore.target(discipline), schedule, CONNECTIONS, shopper));
      }
      if (flooded) {
        Shopper flood = Shopper.named("flood", bookstore.scale, seed);
        client.closed(bookstore.target(discipline), FLOOD, flood::heavy);
      }
      client.run(warm, counted);
    }
    LoadResult together = LoadResult.empty();
    all.forEach(together::add);
    return together;
  }
}
