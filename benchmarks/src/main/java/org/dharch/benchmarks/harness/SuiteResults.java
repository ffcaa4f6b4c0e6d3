package org.dharch.benchmarks.harness;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.dharch.cli.Benchmarks;
import org.dharch.core.message.DHArchException;

/**
 * What one run of a suite found, as it stands in {@code DIR/<suite>.json}. Immutable.
 *
 * @param suite the suite's name
 * @param machine what it was measured on
 * @param conditions what went on beside it; null where the system does not tell, and in files of
 *     earlier versions: see {@link #beside}
 * @param results the figures
 * @param checks the promises
 */
public record SuiteResults(
    String suite,
    Machine machine,
    Conditions conditions,
    List<Result> results,
    List<Check> checks) {
  /** The parameter that says in which {@link BenchmarkEnvironment} a result was measured. */
  public static final String ENVIRONMENT = "environment";

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  public SuiteResults {
    results = List.copyOf(results);
    checks = List.copyOf(checks);
  }

  /**
   * One figure; mean and the rest are of single observations, in {@code unit}.
   *
   * @param name whose figure: a configuration, a peer …
   * @param parameters what it was measured with
   * @param metric what was observed
   * @param unit its unit: ms, us, ns, 1/s, B …
   * @param n how many observations
   */
  public record Result(
      String name,
      Map<String, Object> parameters,
      String metric,
      String unit,
      long n,
      double mean,
      double sd,
      double median,
      double p99) {}

  /**
   * One promise.
   *
   * @param name what is promised
   * @param value what was measured
   * @param bound what is allowed, such as {@code <= 1.25}
   * @param ok whether it holds; of a value with an interval: whether the run leaves that open
   * @param low the lower end of the value's interval; null if it has none
   * @param high the upper end
   */
  public record Check(
      String name, double value, String bound, boolean ok, Double low, Double high) {
    /** One whose value has no interval. */
    public Check(String name, double value, String bound, boolean ok) {
      this(name, value, bound, ok, null, null);
    }

    /** In a word: ok, open if only the interval reaches the bound, or NOT. */
    String verdict() {
      if (!ok || low == null || high == null) {
        return ok ? "ok" : "NOT";
      }
      String[] words = bound.split(" ", -1);
      double allowed = Double.parseDouble(words[1]);
      boolean isPast = words[0].equals("<=") ? value > allowed : value < allowed;
      return isPast ? "open" : "ok";
    }

    /** The value for a person, and between what it lies if that is known: bounds are close. */
    String measured() {
      return low == null || high == null
          ? digits(value)
          : digits(value) + " [" + digits(low) + ", " + digits(high) + "]";
    }

    private static String digits(double value) {
      return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.3f" : "%.1f", value);
    }
  }

  /** Whether every check holds. */
  public boolean ok() {
    return checks.stream().allMatch(Check::ok);
  }

  /** How many checks the run leaves open. */
  long open() {
    return checks.stream().filter(check -> check.verdict().equals("open")).count();
  }

  /** What went on beside the run, where that is known. */
  public Optional<Conditions> beside() {
    return Optional.ofNullable(conditions);
  }

  /** What the run says: on a busy machine, that a check does not hold says nothing. */
  Benchmarks.Verdict verdict() {
    if (ok()) {
      return Benchmarks.Verdict.HOLDS;
    }
    boolean isBusy = beside().map(Conditions::tooBusy).orElse(false);
    return isBusy ? Benchmarks.Verdict.INVALID : Benchmarks.Verdict.BROKEN;
  }

  /** Where this was measured; multicore if nothing is said. */
  public BenchmarkEnvironment environment() {
    return results.stream()
        .map(result -> result.parameters().get(ENVIRONMENT))
        .filter(String.class::isInstance)
        .map(text -> BenchmarkEnvironment.of((String) text))
        .findFirst()
        .orElse(BenchmarkEnvironment.MULTICORE);
  }

  /** The first result of that name and metric. */
  public Optional<Result> result(String name, String metric) {
    return results.stream()
        .filter(result -> result.name().equals(name) && result.metric().equals(metric))
        .findFirst();
  }

  /** The median of the first result of that name and metric; NaN if there is none. */
  public double median(String name, String metric) {
    return value(name, metric, Result::median);
  }

  /** One value of the first result of that name and metric; NaN if there is none. */
  public double value(String name, String metric, ToDoubleFunction<Result> value) {
    return result(name, metric).map(value::applyAsDouble).orElse(Double.NaN);
  }

  /** The standard deviation of the first result of that name and metric; 0 if there is none. */
  public double sd(String name, String metric) {
    return result(name, metric).map(Result::sd).orElse(0.0);
  }

  /** The check of that name. */
  public Optional<Check> check(String name) {
    return checks.stream().filter(check -> check.name().equals(name)).findFirst();
  }

  void write(Path file) throws IOException {
    JSON.writeValue(file.toFile(), this);
  }

  /**
   * Reads a file that {@code dharch bench} wrote.
   *
   * @throws DHArchException if it is none
   */
  static SuiteResults read(Path file) throws IOException {
    try {
      return JSON.readValue(file.toFile(), SuiteResults.class);
    } catch (JacksonException | NullPointerException e) {
      throw new DHArchException(
          file
              + " is not a file of benchmark results, which is JSON with suite, machine, results"
              + " and checks: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          e);
    }
  }
}
