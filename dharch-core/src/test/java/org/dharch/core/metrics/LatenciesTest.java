package org.dharch.core.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LatenciesTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1000 * MS;

  private final AtomicLong now = new AtomicLong(-7 * SECOND); // as a JVM's clock may be

  @Test
  void valueIsInFirstMatchingBucket() {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long bound : LatencyHistogram.upperBounds()) {
      histogram.add(bound, 0);
      histogram.add(bound + 1, 0);
    }
    histogram.add(-5, 0);
    List<Long> counts = histogram.snapshot().counts();
    assertEquals(22, counts.size());
    assertEquals(2, counts.get(0)); // -5 and 10 us
    assertEquals(List.of(2L), counts.subList(1, 21).stream().distinct().toList());
    assertEquals(1, counts.get(21)); // what has no bound
    assertEquals(10_000, LatencyHistogram.upperBounds().get(0));
    assertEquals(50_000 * MS, LatencyHistogram.upperBounds().get(20));
  }

  @Test
  void quantilesAreTheBoundsOfTheirBuckets() {
    LatencyHistogram histogram = new LatencyHistogram();
    assertEquals(0, histogram.snapshot().quantileNanos(0.5));
    for (int i = 0; i < 99; i++) {
      histogram.add(3 * MS, 0);
    }
    histogram.add(70_000 * MS, 0);
    LatencyHistogram.Snapshot now = histogram.snapshot();
    assertEquals(100, now.count());
    assertEquals(5 * MS, now.quantileNanos(0.5));
    assertEquals(5 * MS, now.quantileNanos(0.99));
    assertEquals(100_000 * MS, now.quantileNanos(1));
    assertEquals((99 * 3 * MS + 70_000 * MS) / 100, now.meanNanos());
  }

  @Test
  void attemptsWithoutReplyAreCountedWithoutTime() {
    Latencies latencies = new Latencies(now::get);
    latencies.attempt(new Latencies.Place("A", "n"), "performed", true, 1, 2, 3);
    latencies.attempt(new Latencies.Place("A", "n"), "lost", false, 0, 0, 0);
    Latencies.AttemptTimes times = latencies.byPlace().get(new Latencies.Place("A", "n"));
    assertEquals(Map.of("performed", 1L, "lost", 1L), times.results());
    assertEquals(1, times.ran().count());
    assertEquals(2, times.way().sumNanos());
  }

  @Test
  void timesOlderThanMinuteAreNotRecent() {
    Latencies latencies = new Latencies(now::get);
    latencies.attempt(new Latencies.Place("A", "n"), "failed", true, 0, 0, 900 * MS);
    latencies.message("o", 0, 0, 900 * MS);
    now.addAndGet(55 * SECOND);
    latencies.attempt(new Latencies.Place("A", "n"), "performed", true, 0, 0, 3 * MS);
    latencies.message("o", 0, 0, 3 * MS);
    assertEquals(2, lately(latencies).ran().count());
    now.addAndGet(16 * SECOND);
    assertEquals(1, lately(latencies).ran().count());
    assertEquals(3 * MS, lately(latencies).ran().meanNanos());
    assertEquals(5 * MS, lately(latencies).ran().quantileNanos(0.99));
    assertEquals(Map.of("failed", 0L, "performed", 1L), lately(latencies).results());
    assertEquals(1, latencies.latelyByOrchestration().get("o").took().count());
    now.addAndGet(71 * SECOND);
    assertEquals(0, lately(latencies).ran().count());
    assertEquals(0, latencies.latelyByOrchestration().get("o").took().count());
    assertEquals(2, latencies.byPlace().get(new Latencies.Place("A", "n")).ran().count());
  }

  /** Whatever was added when, it is of lately for a minute, and not for more than 70 s. */
  @Test
  void recentTimesCoverOneMinute() {
    Latencies latencies = new Latencies(now::get);
    for (int second = 0; second < 300; second++) {
      latencies.attempt(new Latencies.Place("A", "n"), "performed", true, 0, 0, MS);
      long count = lately(latencies).ran().count();
      assertTrue(count >= Math.min(second + 1, 60) && count <= 70, second + " s: " + count);
      now.addAndGet(SECOND);
    }
  }

  private static Latencies.AttemptTimes lately(Latencies latencies) {
    return latencies.latelyByPlace().get(new Latencies.Place("A", "n"));
  }

  @Test
  void resultsAreKeptForTenMinutes() {
    Latencies latencies = new Latencies(now::get);
    Latencies.Place canary = new Latencies.Place("A", "2", "n");
    latencies.attempt(canary, "failed", true, 0, 0, MS);
    now.addAndGet(595 * SECOND);
    assertEquals(Map.of("failed", 1L), latencies.resultsOfTenMinutes().get(canary));
    assertEquals(Map.of("failed", 0L), latencies.latelyByPlace().get(canary).results());
    latencies.attempt(canary, "failed", true, 0, 0, MS);
    assertEquals(Map.of("failed", 2L), latencies.resultsOfTenMinutes().get(canary));
    now.addAndGet(16 * SECOND);
    assertEquals(Map.of("failed", 1L), latencies.resultsOfTenMinutes().get(canary));
    assertEquals(Map.of("failed", 2L), latencies.byPlace().get(canary).results());
  }

  /** Names may come from outside: they are bounded, and none is lost. */
  @Test
  void excessIsCountedUnderOthers() {
    Latencies latencies = new Latencies(now::get);
    for (int i = 0; i < Latencies.MOST + 50; i++) {
      latencies.attempt(new Latencies.Place("A", "n" + i), "performed", true, 0, 0, MS);
      latencies.message("o" + i, 0, 0, MS);
    }
    assertTrue(latencies.byPlace().size() <= Latencies.MOST + 1);
    assertTrue(latencies.byOrchestration().size() <= Latencies.MOST + 1);
    assertEquals(50, latencies.byOrchestration().get(Latencies.OTHERS).took().count());
    assertEquals(
        Latencies.MOST + 50,
        latencies.byPlace().values().stream().mapToLong(t -> t.ran().count()).sum());
  }
}
