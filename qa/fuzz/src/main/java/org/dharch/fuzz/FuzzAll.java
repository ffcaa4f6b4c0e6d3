package org.dharch.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Fuzzes the targets in sequence with Jazzer, each in its own JVM, starting from the kept corpus.
 * New inputs go into a folder under target, from which the next round continues. Findings stay
 * there and are reported.
 */
public final class FuzzAll {
  private FuzzAll() {}

  /**
   * Arguments: seconds per target and round; the sufficient number of executions of all targets
   * together, or 0 for one round; the targets or {@code all}; the kept corpus; the folder for new
   * inputs.
   */
  public static void main(String[] args) throws Exception {
    Duration duration = Duration.ofSeconds(number("fuzz.seconds", args[0], 1));
    long enough = number("fuzz.executions", args[1], 0);
    JazzerRun run = new JazzerRun(Path.of(args[3]), Path.of(args[4]));
    System.exit(fuzz(targets(args[2]), duration, enough, run) ? 0 : 1);
  }

  private static long number(String name, String text, long least) {
    try {
      long value = Long.parseLong(text);
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new IllegalArgumentException(
        name + " must be a whole number of at least " + least + " (got '" + text + "')");
  }

  private static List<String> targets(String names) {
    List<String> targets =
        names.equals("all")
            ? List.copyOf(Targets.all().keySet())
            : Arrays.asList(names.split(",", -1));
    for (String target : targets) {
      if (!Targets.all().containsKey(target)) {
        throw new IllegalArgumentException(
            "fuzz.targets=" + target + "; allowed: all, or " + Targets.all().keySet());
      }
    }
    return targets;
  }

  /** Returns whether nothing was found. Each round runs every target without a finding. */
  private static boolean fuzz(List<String> targets, Duration duration, long enough, JazzerRun run)
      throws IOException, InterruptedException {
    Map<String, JazzerRun.Executed> all = new TreeMap<>();
    List<String> left = new ArrayList<>(targets);
    List<String> found = new ArrayList<>();
    long executions = 0;
    do {
      for (String target : List.copyOf(left)) {
        System.out.println("fuzz: " + target + " for " + duration.toSeconds() + " s");
        Optional<JazzerRun.Executed> executed = run.fuzz(target, duration);
        if (executed.isEmpty()) {
          found.add(target);
          left.remove(target);
          continue;
        }
        all.merge(target, executed.get(), JazzerRun.Executed::plus);
        executions += executed.get().count();
        if (executed.get().count() == 0) { // otherwise the number of executions might never suffice
          left.remove(target);
        }
      }
    } while (executions < enough && !left.isEmpty());
    all.forEach((target, executed) -> System.out.println("fuzz: " + target + " " + executed));
    System.out.println(
        "fuzz: "
            + executions
            + " executions over "
            + targets.size()
            + " targets, "
            + (found.isEmpty() ? "no findings" : "FINDINGS in " + found));
    return found.isEmpty() && executions >= enough;
  }
}
