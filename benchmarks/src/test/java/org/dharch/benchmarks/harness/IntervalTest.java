package org.dharch.benchmarks.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntervalTest {
  private static List<Double> upTo(int n) {
    List<Double> all = IntStream.rangeClosed(1, n).mapToObj(i -> (double) i).toList();
    List<Double> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(n));
    return shuffled;
  }

  @Test
  void ranksMatchTheSignTestTable() {
    // the sign test: n, and the k of its table
    int[][] table = {
      {6, 1}, {8, 1}, {9, 2}, {11, 2}, {12, 3}, {15, 4}, {20, 6}, {30, 10}, {40, 14}
    };
    for (int[] row : table) {
      Interval interval = Interval.ofMedian(upTo(row[0]));
      assertEquals(row[1], interval.low(), "of " + row[0]);
      assertEquals(row[0] + 1 - row[1], interval.high(), "of " + row[0]);
      assertEquals((row[0] + 1) / 2.0, interval.median(), "of " + row[0]);
    }
  }

  @Test
  void fewerThanSixObservationsAreRejected() {
    var e = assertThrows(IllegalArgumentException.class, () -> Interval.ofMedian(upTo(5)));
    assertEquals("the number of observations must be between 6 and 1000 (got 5)", e.getMessage());
  }

  /**
   * Returns how many of 2,000 runs hold, with ratios that spread by a tenth, as those of
   * scalability.
   */
  private static double holding(double median, double sd, int rounds, double atLeast) {
    Random random = new Random(5);
    int runs = 2_000;
    long held =
        IntStream.range(0, runs)
            .filter(
                run -> {
                  List<Double> ratios =
                      random
                          .doubles(rounds)
                          .mapToObj(any -> median + sd * random.nextGaussian())
                          .toList();
                  return Interval.ofMedian(ratios).high() >= atLeast;
                })
            .count();
    return (double) held / runs;
  }

  @Test
  void nineOfTenRunsAgreeNearAndFarFromTheBound() {
    assertTrue(holding(0.975, 0.09, 6, 0.95) > 0.99);
    assertTrue(holding(0.95, 0.09, 6, 0.95) > 0.95);
    assertTrue(holding(0.75, 0.09, 6, 0.95) < 0.1);
  }

  @Test
  void checkFailsOnlyIfTheWholeIntervalExceedsTheBound(@TempDir Path folder) throws Exception {
    StringWriter text = new StringWriter();
    var report =
        new SuiteReport("fixed", BenchmarkEnvironment.MULTICORE, new PrintWriter(text, true));
    report.atMost("under", new Interval(1, 1.1, 1.2), 1.25);
    report.atMost("between", new Interval(1.2, 1.3, 1.4), 1.25);
    report.atMost("over", new Interval(1.3, 1.4, 1.5), 1.25);
    report.atLeast("at least", new Interval(1.3, 1.4, 1.5), 1.6);
    report.atMost("a point", 1.3, 1.25);
    assertTrue(
        text.toString().contains("open between: 1.300 [1.200, 1.400] (<= 1.25)"), text::toString);
    Path file = folder.resolve("fixed.json");
    report.results(Optional.empty()).write(file);
    SuiteResults read = SuiteResults.read(file);
    assertEquals(
        List.of(true, true, false, false, false),
        read.checks().stream().map(SuiteResults.Check::ok).toList());
    assertEquals(1, read.open());
    assertEquals(1.2, read.check("between").orElseThrow().low());
    assertEquals(1.4, read.check("between").orElseThrow().high());
    assertTrue(
        !Files.readString(file).contains("null"),
        "a value without an interval has none in the file");
  }
}
