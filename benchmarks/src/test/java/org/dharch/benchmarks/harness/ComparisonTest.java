package org.dharch.benchmarks.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static SuiteResults.Result result(String name, String unit, double median, double sd) {
    return new SuiteResults.Result(name, Map.of("n", 1), "time", unit, 100, median, sd, median, 0);
  }

  private static SuiteResults results(boolean ok, SuiteResults.Result... results) {
    return new SuiteResults(
        "fixed",
        new Machine("cpu", 2, "1 MiB", "os", "jdk", "2026-01-01T00:00:00Z"),
        null,
        List.of(results),
        List.of(new SuiteResults.Check("check", ok ? 1 : 3, "<= 2", ok)));
  }

  private static String print(SuiteResults before, SuiteResults after, boolean expected) {
    StringWriter text = new StringWriter();
    assertEquals(expected, new Comparison(before, after).print(new PrintWriter(text)));
    return text.toString();
  }

  @Test
  void noiseIsNotAMovement() {
    // 10 % more, but the standard error of the median is 1.25 * 40 / 10 = 5 of 100
    assertFalse(Comparison.moved(result("a", "ms", 100, 40), result("a", "ms", 110, 40)));
    // exactly known, but 3 % is within the variation of two runs
    assertFalse(Comparison.moved(result("a", "ms", 100, 0.1), result("a", "ms", 103, 0.1)));
    assertTrue(Comparison.moved(result("a", "ms", 100, 4), result("a", "ms", 110, 4)));
  }

  @Test
  void movementIsShownWithItsDirection() {
    String text =
        print(
            results(true, result("slow", "ms", 10, 0.1), result("rate", "1/s", 10, 0.1)),
            results(true, result("slow", "ms", 20, 0.1), result("rate", "1/s", 20, 0.1)),
            true);
    assertTrue(text.contains("worse    slow, time: 10.00 -> 20.00 ms (+100.0 %)"), text);
    assertTrue(text.contains("better   rate, time: 10.00 -> 20.00 1/s (+100.0 %)"), text);
    assertTrue(text.contains("standard errors"), text);
  }

  @Test
  void newAndMissingResultsAreListed() {
    String text =
        print(
            results(true, result("old", "ms", 1, 0)),
            results(true, result("new", "ms", 1, 0)),
            true);
    assertTrue(text.contains("new      new, time"), text);
    assertTrue(text.contains("missing  old, time"), text);
  }

  /** Fault F12: a result without a counterpart names the different parameters. */
  @Test
  void newAndMissingResultsNameTheDifference() {
    SuiteResults.Result there =
        new SuiteResults.Result(
            "a", Map.of(SuiteResults.ENVIRONMENT, "cluster", "n", 1), "time", "ms", 9, 1, 0, 1, 0);
    String text = print(results(true, result("a", "ms", 1, 0)), results(true, there), true);
    String here = SuiteResults.ENVIRONMENT + "=" + BenchmarkEnvironment.MULTICORE.text();
    String cluster = SuiteResults.ENVIRONMENT + "=cluster";
    assertTrue(
        text.contains("new      a, time " + cluster + " (the other file: " + here + ")"), text);
    assertTrue(
        text.contains("missing  a, time " + here + " (the other file: " + cluster + ")"), text);
  }

  @Test
  void brokenCheckDeterminesTheVerdict() {
    assertTrue(print(results(true), results(false), false).contains("BROKEN: check"));
    assertTrue(print(results(false), results(true), true).contains("fixed: check"));
  }

  @Test
  void differentSuitesAreRejected() {
    SuiteResults other = new SuiteResults("other", Machine.here(), null, List.of(), List.of());
    assertThrows(DHArchException.class, () -> new Comparison(results(true), other));
  }
}
