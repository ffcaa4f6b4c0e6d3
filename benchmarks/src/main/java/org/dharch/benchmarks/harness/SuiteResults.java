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
 * The results of one run of a suite, as stored in {@code DIR/<suite>.json}. Immutable.
 *
 * @param suite the name of the suite
 * @param machine the machine of the measurement
 * @param conditions the background load; null if unknown
 * @param results the results
 * @param checks the checks
 */
public record SuiteResults(
    String suite,
    Machine machine,
    Conditions conditions,
    List<Result> results,
    List<Check> checks) {
  /** The result parameter that contains the {@link BenchmarkEnvironment}. */
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
   * One result; mean and the other statistics are of single observations, in {@code unit}.
   *
   * @param name the measured subject: a configuration, a peer, …
   * @param parameters the parameters of the measurement
   * @param metric the observed quantity
   * @param unit its unit: ms, us, ns, 1/s, B, …
   * @param n the number of observations
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
   * One check.
   *
   * @param name the checked statement
   * @param value the measured value
   * @param bound the permitted range, such as {@code <= 1.25}
   * @param ok whether it holds, or is open
   * @param low the lower end of the confidence interval; null without one
   * @param high the upper end of the confidence interval; null without one
   */
  public record Check(
      String name, double value, String bound, boolean ok, Double low, Double high) {
    /** Makes a check without a confidence interval. */
    public Check(String name, double value, String bound, boolean ok) {
      this(name, value, bound, ok, null, null);
    }

    /** Returns ok, open (only the interval reaches the bound), or FAIL. */
    String verdict() {
      if (!ok || low == null || high == null) {
        return ok ? "ok" : "FAIL";
      }
      String[] words = bound.split(" ", -1);
      double allowed = Double.parseDouble(words[1]);
      boolean isPast = words[0].equals("<=") ? value > allowed : value < allowed;
      return isPast ? "open" : "ok";
    }

    /** Returns the value, with its confidence interval if there is one. */
    String measured() {
      return low == null || high == null
          ? digits(value)
          : digits(value) + " [" + digits(low) + ", " + digits(high) + "]";
    }

    private static String digits(double value) {
      return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.3f" : "%.1f", value);
    }
  }

  /** Returns whether every check holds. */
  public boolean ok() {
    return checks.stream().allMatch(Check::ok);
  }

  /** Returns how many checks are open. */
  long open() {
    return checks.stream().filter(check -> check.verdict().equals("open")).count();
  }

  /** Returns the background load of the run, if known. */
  public Optional<Conditions> knownConditions() {
    return Optional.ofNullable(conditions);
  }

  /** Returns the verdict. On a busy machine failed checks make the run invalid. */
  Benchmarks.Verdict verdict() {
    if (ok()) {
      return Benchmarks.Verdict.HOLDS;
    }
    boolean isBusy = knownConditions().map(Conditions::tooBusy).orElse(false);
    return isBusy ? Benchmarks.Verdict.INVALID : Benchmarks.Verdict.BROKEN;
  }

  /** Returns the environment of the measurement; multicore by default. */
  public BenchmarkEnvironment environment() {
    return results.stream()
        .map(result -> result.parameters().get(ENVIRONMENT))
        .filter(String.class::isInstance)
        .map(text -> BenchmarkEnvironment.of((String) text))
        .findFirst()
        .orElse(BenchmarkEnvironment.MULTICORE);
  }

  /** Returns the first result with this name and metric. */
  public Optional<Result> result(String name, String metric) {
    return results.stream()
        .filter(result -> result.name().equals(name) && result.metric().equals(metric))
        .findFirst();
  }

  /** Returns the median of the first result with this name and metric; NaN without one. */
  public double median(String name, String metric) {
    return value(name, metric, Result::median);
  }

  /** Returns one value of the first result with this name and metric; NaN without one. */
  public double value(String name, String metric, ToDoubleFunction<Result> value) {
    return result(name, metric).map(value::applyAsDouble).orElse(Double.NaN);
  }

  /**
   * Returns the standard deviation of the first result with this name and metric; 0 without one.
   */
  public double sd(String name, String metric) {
    return result(name, metric).map(Result::sd).orElse(0.0);
  }

  /** Returns the check with this name. */
  public Optional<Check> check(String name) {
    return checks.stream().filter(check -> check.name().equals(name)).findFirst();
  }

  void write(Path file) throws IOException {
    JSON.writeValue(file.toFile(), this);
  }

  /**
   * Reads a results file of {@code dharch bench}.
   *
   * @throws DHArchException if the file is not one
   */
  static SuiteResults read(Path file) throws IOException {
    try {
      return JSON.readValue(file.toFile(), SuiteResults.class);
    } catch (JacksonException | NullPointerException e) {
      throw new DHArchException(
          file
              + " must be a benchmark results file, which is JSON with suite, machine, results and"
              + " checks:  "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          e);
    }
  }
}
