package org.dharch.benchmarks.harness;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.core.message.DHArchException;

/**
 * Compares two runs of one suite. A median has moved if it differs by more than three standard
 * errors of the difference and by more than five per cent. With many observations the first
 * condition alone would report every two runs as different. The standard error of a median is 1.25
 * sd / sqrt(n). That holds for a normal distribution and overestimates the error of skewed waiting
 * times.
 */
final class Comparison {
  private static final double ERRORS = 3;
  private static final double SHARE = 0.05;

  private final SuiteResults before;
  private final SuiteResults after;

  Comparison(SuiteResults before, SuiteResults after) {
    if (!before.suite().equals(after.suite())) {
      throw new DHArchException(
          "the files must be of one suite (got '"
              + before.suite()
              + "' and '"
              + after.suite()
              + "')");
    }
    this.before = before;
    this.after = after;
  }

  /** Prints the differences and returns whether no check broke. */
  boolean print(PrintWriter out) {
    out.println("before: " + before.machine().text());
    out.println("after:  " + after.machine().text());
    if (!sameMachine()) {
      out.println("The machines differ: compare ratios and checks, not times.");
    }
    out.println(
        "moved: medians apart by more than 3 standard errors of their difference (1.25 sd /"
            + " sqrt(n) each) and by more than 5 %");
    Map<String, SuiteResults.Result> old = new LinkedHashMap<>();
    before.results().forEach(result -> old.put(key(result), result));
    int same = 0;
    for (SuiteResults.Result now : after.results()) {
      SuiteResults.Result then = old.remove(key(now));
      if (then == null) {
        out.println("  new      " + title(now) + mismatch(now, before.results()));
      } else if (moved(then, now)) {
        out.println("  " + line(then, now));
      } else {
        same++;
      }
    }
    old.values()
        .forEach(
            missing ->
                out.println("  missing  " + title(missing) + mismatch(missing, after.results())));
    out.println("  " + same + " of " + after.results().size() + " did not move");
    return checks(out);
  }

  private boolean sameMachine() {
    Machine a = before.machine();
    Machine b = after.machine();
    return a.cpu().equals(b.cpu()) && a.cores() == b.cores() && a.jdk().equals(b.jdk());
  }

  static boolean moved(SuiteResults.Result then, SuiteResults.Result now) {
    double difference = Math.abs(now.median() - then.median());
    double error = Math.hypot(error(then), error(now));
    return difference > ERRORS * error && difference > SHARE * Math.abs(then.median());
  }

  private static double error(SuiteResults.Result result) {
    return result.n() < 1 ? 0 : 1.25 * result.sd() / Math.sqrt((double) result.n());
  }

  private boolean checks(PrintWriter out) {
    boolean ok = true;
    for (SuiteResults.Check now : after.checks()) {
      Optional<SuiteResults.Check> then = before.check(now.name());
      if (then.isPresent() && then.get().ok() != now.ok()) {
        out.printf(
            Locale.ROOT,
            "  check %s: %s, %.3f -> %.3f (%s)%n",
            now.ok() ? "fixed" : "BROKEN",
            now.name(),
            then.get().value(),
            now.value(),
            now.bound());
        ok &= now.ok();
      }
    }
    return ok;
  }

  private static String line(SuiteResults.Result then, SuiteResults.Result now) {
    double percent = (now.median() / then.median() - 1) * 100;
    return String.format(
        Locale.ROOT,
        "%-8s %s: %.2f -> %.2f %s (%+.1f %%)",
        verdict(then, now),
        title(now),
        then.median(),
        now.median(),
        now.unit(),
        percent);
  }

  /** Returns whether a time, size or rate became better or worse. */
  private static String verdict(SuiteResults.Result then, SuiteResults.Result now) {
    boolean more = now.median() > then.median();
    return switch (now.unit()) {
      case "1/s" -> more ? "better" : "worse";
      case "ns", "us", "ms", "s", "B" -> more ? "worse" : "better";
      default -> more ? "more" : "less";
    };
  }

  private static String title(SuiteResults.Result result) {
    return result.name() + ", " + result.metric();
  }

  /** Returns why the other file has no such result: the parameters that differ. */
  private static String mismatch(SuiteResults.Result result, List<SuiteResults.Result> others) {
    Set<String> mine = parameters(result);
    Optional<Set<String>> theirs =
        others.stream()
            .filter(other -> title(other).equals(title(result)))
            .map(Comparison::parameters)
            .findFirst();
    return theirs
        .map(its -> " " + without(mine, its) + " (the other file: " + without(its, mine) + ")")
        .orElse(" (not in the other file)");
  }

  private static String without(Set<String> parameters, Set<String> these) {
    Set<String> left = new TreeSet<>(parameters);
    left.removeAll(these);
    return String.join(", ", left);
  }

  private static Set<String> parameters(SuiteResults.Result result) {
    Map<String, Object> all = new LinkedHashMap<>(result.parameters());
    all.putIfAbsent(SuiteResults.ENVIRONMENT, BenchmarkEnvironment.MULTICORE.text());
    Set<String> parameters = new TreeSet<>();
    all.forEach((name, value) -> parameters.add(name + "=" + value));
    return parameters;
  }

  private static String key(SuiteResults.Result result) {
    return title(result) + " " + parameters(result);
  }
}
