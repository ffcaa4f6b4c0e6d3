package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StatisticsTest {
  @Test
  void knownSeries() {
    Statistics s = Statistics.of(new double[] {2, 4, 4, 4, 5, 5, 7, 9});
    assertEquals(8, s.count());
    assertEquals(5.0, s.mean(), 1e-9);
    assertEquals(Math.sqrt(32.0 / 7), s.sd(), 1e-9);
    assertEquals(4, s.p50());
    assertEquals(9, s.p99());
  }

  @Test
  void percentilesAreTheNearestRankWhateverTheOrder() {
    double[] hundred = IntStream.range(0, 100).mapToDouble(i -> (i * 37) % 100 + 1).toArray();
    Statistics s = Statistics.of(hundred);
    assertEquals(50, s.p50());
    assertEquals(99, s.p99());
  }

  @Test
  void oneAndNone() {
    assertEquals(new Statistics(1, 3, 0, 3, 3), Statistics.of(new double[] {3}));
    assertEquals(new Statistics(0, 0, 0, 0, 0), Statistics.of(new double[0]));
  }
}
