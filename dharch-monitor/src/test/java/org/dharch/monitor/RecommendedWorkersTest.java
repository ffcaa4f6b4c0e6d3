package org.dharch.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.core.metrics.Latencies;
import org.dharch.core.view.QueueLengths;
import org.junit.jupiter.api.Test;

final class RecommendedWorkersTest {
  private static final QueueLengths NOTHING = new QueueLengths(0, 0, 8, Map.of());
  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong now = new AtomicLong();
  private final Latencies latencies = new Latencies(now::get);
  private final RecommendedWorkers wanted = new RecommendedWorkers(latencies, now::get);

  /** So many messages, for each of which A ran 100 ms. */
  private void messages(int number) {
    for (int i = 0; i < number; i++) {
      latencies.attempt(new Latencies.Place("A", "n"), "performed", true, 0, 0, SECOND / 10);
      latencies.message("o", 0, 0, SECOND / 10);
    }
  }

  private double a(QueueLengths queues) {
    return wanted.now(queues).get("A");
  }

  @Test
  void workersFollowUtilization() {
    messages(140); // 14 s of work
    now.set(10 * SECOND);
    assertEquals(2, a(NOTHING), 1e-9);
  }

  @Test
  void queueIsClearedWithinTenSeconds() {
    messages(70);
    now.set(10 * SECOND);
    assertEquals(1, a(NOTHING), 1e-9);
    assertEquals(1 + 3, a(new QueueLengths(0, 8, 8, Map.of("A", 300))), 1e-9);
    assertEquals(1 + 5, a(new QueueLengths(500, 8, 8, Map.of())), 1e-9);
  }

  @Test
  void samplesOlderThanMinuteAreIgnored() {
    messages(1000);
    for (int second = 0; second <= 80; second += 5) {
      now.set(second * SECOND);
      wanted.now(NOTHING);
    }
    assertEquals(0, a(NOTHING), 1e-9);
    assertEquals(1, a(new QueueLengths(100, 8, 8, Map.of())), 1e-9); // by what it ever took
  }
}
