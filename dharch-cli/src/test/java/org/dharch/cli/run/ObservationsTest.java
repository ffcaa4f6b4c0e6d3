package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ObservationsTest {
  @Test
  void knownSeries() {
    Observations s = Observations.of(2, 4, 4, 4, 5, 5, 7, 9);
    assertEquals(8, s.count());
    assertEquals(5.0, s.mean(), 1e-9);
    assertEquals(Math.sqrt(32.0 / 7), s.sd(), 1e-9);
    assertEquals(4, s.rank(0.50));
    assertEquals(9, s.rank(0.99));
  }

  @Test
  void percentilesUseNearestRank() {
    double[] hundred = IntStream.range(0, 100).mapToDouble(i -> (i * 37) % 100 + 1).toArray();
    Observations s = Observations.of(hundred);
    assertEquals(50, s.rank(0.50));
    assertEquals(99, s.rank(0.99));
  }

  @Test
  void oneAndNone() {
    assertEquals(List.of(1.0, 3.0, 0.0, 3.0, 3.0, 3.0), all(Observations.of(3)));
    assertEquals(List.of(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), all(Observations.of()));
  }

  private static List<Double> all(Observations s) {
    return List.of((double) s.count(), s.mean(), s.sd(), s.rank(0.50), s.rank(0.99), s.median());
  }
}
