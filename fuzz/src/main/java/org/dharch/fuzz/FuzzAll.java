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
 * Fuzzes the targets one after another with Jazzer, each in a JVM of its own, from the kept corpus
 * on. What is new goes into a folder under target, from which the next round goes on; a finding is
 * left there and named.
 */
public final class FuzzAll {
  private FuzzAll() {}

  /**
   * Seconds per target and round; how many executions of all targets together are enough, or 0 for
   * one round; the targets or {@code all}; the kept corpus; where to put what is new.
   */
  public static void main(String[] args) throws Exception {
    Duration timePerTarget = Duration.ofSeconds(number("fuzz.seconds", args[0], 1));
    long enough = number("fuzz.executions", args[1], 0);
    JazzerRun run = new JazzerRun(Path.of(args[3]), Path.of(args[4]));
    System.exit(fuzz(targets(args[2]), timePerTarget, enough, run) ? 0 : 1);
  }

  private static long number(String name, String text, long least) {
    try {
      long value = Long.parseLong(text);
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        name + "=" + text + "; a whole number of " + least + " or more is allowed");
  }

  private static List<String> targets(String names) {
    List<String> targets =
        names.equals("all")
            ? List.copyOf(Targets.all().keySet())
            : Arrays.asList(names.split(",", -1));
    for (String target : targets) {
      if (!Targets.all().containsKey(target)) {
        throw new IllegalArgumentException(
            "fuzz.targets=" + target + "; allowed are all or " + Targets.all().keySet());
      }
    }
    return targets;
  }

  /** Whether nothing was found. Each round gives every target in which nothing was found a turn. */
  private static boolean fuzz(List<String> targets, Duration timePerTarget, long enough, JazzerRun run)
      throws IOException, InterruptedException {
    Map<String, JazzerRun.Executed> all = new TreeMap<>();
    List<String> left = new ArrayList<>(targets);
    List<String> found = new ArrayList<>();
    long executions = 0;
    do {
      for (String target : List.copyOf(left)) {
        System.out.println("fuzz: " + target + " for " + timePerTarget.toSeconds() + " s");
        Optional<JazzerRun.Executed> executed = run.fuzz(target, timePerTarget);
        if (executed.isEmpty()) {
          found.add(target);
          left.remove(target);
          continue;
        }
        all.merge(target, executed.get(), JazzerRun.Executed::plus);
        executions += executed.get().count();
        if (executed.get().count() == 0) { // else it might never be enough
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
            + (found.isEmpty() ? "nothing found" : "FOUND in " + found));
    return found.isEmpty() && executions >= enough;
  }
}
