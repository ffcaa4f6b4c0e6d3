package org.dharch.benchmarks.harness;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Collects and prints the results and checks of a suite. Not thread-safe. */
public final class SuiteReport {
  private final String suite;
  private final BenchmarkEnvironment environment;
  private final PrintWriter out;
  private final List<SuiteResults.Result> results = new ArrayList<>();
  private final List<SuiteResults.Check> checks = new ArrayList<>();

  SuiteReport(String suite, BenchmarkEnvironment environment, PrintWriter out) {
    this.suite = suite;
    this.environment = environment;
    this.out = out;
  }

  /**
   * Adds a result, with the environment as an additional parameter.
   *
   * @param name the measured subject: a configuration, a peer, …
   * @param metric the observed quantity
   * @param unit its unit: ms, us, ns, 1/s, B, …
   */
  public void add(
      String name, Map<String, Object> parameters, String metric, String unit, Statistics s) {
    Map<String, Object> all = new LinkedHashMap<>(parameters);
    all.put(SuiteResults.ENVIRONMENT, environment.text());
    results.add(
        new SuiteResults.Result(
            name, all, metric, unit, s.n(), s.mean(), s.sd(), s.median(), s.p99()));
    out.printf(
        Locale.ROOT,
        "  %-64s %-12s median %10.2f  sd %9.2f  p99 %10.2f %s%n",
        name,
        metric,
        s.median(),
        s.sd(),
        s.p99(),
        unit);
  }

  /** Adds a result that is one number, such as a ratio or a prediction. */
  public void add(
      String name, Map<String, Object> parameters, String metric, String unit, double value) {
    add(name, parameters, metric, unit, Statistics.of(value));
  }

  /** Checks that {@code value} is at most {@code bound}. */
  public void atMost(String name, double value, double bound) {
    check(name, value, "<= " + number(bound), value <= bound);
  }

  /** Checks that {@code value} is at least {@code bound}. */
  public void atLeast(String name, double value, double bound) {
    check(name, value, ">= " + number(bound), value >= bound);
  }

  /**
   * Checks that a median is at most {@code bound}. The check fails only if the whole interval
   * exceeds the bound. If only the median does, the check is open.
   */
  public void atMost(String name, Interval value, double bound) {
    check(name, value, "<= " + number(bound), value.low() <= bound);
  }

  /** Checks that a median is at least {@code bound}, with the same rule. */
  public void atLeast(String name, Interval value, double bound) {
    check(name, value, ">= " + number(bound), value.high() >= bound);
  }

  /** Adds a check whose bound is described in words. */
  public void check(String name, double value, String bound, boolean ok) {
    check(new SuiteResults.Check(name, value, bound, ok));
  }

  private void check(String name, Interval value, String bound, boolean ok) {
    check(new SuiteResults.Check(name, value.median(), bound, ok, value.low(), value.high()));
  }

  private void check(SuiteResults.Check check) {
    checks.add(check);
    out.printf(
        Locale.ROOT,
        "  %-4s %s: %s (%s)%n",
        check.verdict(),
        check.name(),
        check.measured(),
        check.bound());
  }

  SuiteResults results(Optional<Conditions> conditions) {
    return new SuiteResults(suite, Machine.here(), conditions.orElse(null), results, checks);
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e9
        ? String.valueOf((long) value)
        : String.valueOf(Math.round(value * 1e4) / 1e4);
  }
}
