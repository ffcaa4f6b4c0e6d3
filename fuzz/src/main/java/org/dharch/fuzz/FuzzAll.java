package org.dharch.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fuzzes the targets one after another with Jazzer, each in a JVM of its own, from the kept corpus
 * on. What is new goes into a folder under target; a finding is left there and named.
 */
public final class FuzzAll {
  private FuzzAll() {}

  /** Seconds per target, the targets or {@code all}, the kept corpus, where to put what is new. */
  public static void main(String[] args) throws Exception {
    List<String> targets =
        args[1].equals("all")
            ? List.copyOf(Targets.all().keySet())
            : Arrays.asList(args[1].split(","));
    List<String> found = new ArrayList<>();
    for (String target : targets) {
      if (!Targets.all().containsKey(target)) {
        System.err.println(
            "fuzz.targets=" + target + "; allowed are all or " + Targets.all().keySet());
        System.exit(2);
      }
      System.out.println("fuzz: " + target + " for " + args[0] + " s");
      if (fuzz(target, args[0], Path.of(args[2]), Path.of(args[3])) != 0) {
        found.add(target);
      }
    }
    System.out.println(found.isEmpty() ? "fuzz: nothing found" : "fuzz: FOUND in " + found);
    System.exit(found.isEmpty() ? 0 : 1);
  }

  private static int fuzz(String target, String seconds, Path corpus, Path out)
      throws IOException, InterruptedException {
    Path grown = Files.createDirectories(out.resolve(target));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-cp", System.getProperty("java.class.path")));
    command.add("-Dtarget=" + target);
    command.add("com.code_intelligence.jazzer.Jazzer");
    command.add("--target_class=" + FuzzMain.class.getName());
    command.add("--instrumentation_includes=org.dharch.**");
    // an expression of the operator's is to be evaluated; to Jazzer any that it can write is a
    // finding
    command.add("--disabled_hooks=com.code_intelligence.jazzer.sanitizers.XPathInjection");
    command.add("--reproducer_path=" + out);
    command.add("-max_total_time=" + seconds);
    command.add("-timeout=10"); // an input that takes longer is a hang
    command.add("-rss_limit_mb=3072");
    command.add("-max_len=20000");
    command.add("-artifact_prefix=" + out.resolve(target) + "-");
    command.add("-print_final_stats=1");
    command.add(grown.toString());
    command.add(corpus.resolve(target).toString());
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }
}
