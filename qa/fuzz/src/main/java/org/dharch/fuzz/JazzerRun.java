package org.dharch.fuzz;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs Jazzer on one target in its own JVM.
 *
 * @param corpus the kept corpus, a folder for each target
 * @param out the folder for new inputs and findings
 */
record JazzerRun(Path corpus, Path out) {
  private static final Pattern EXECUTED =
      Pattern.compile("stat::number_of_executed_units:\\s*(\\d+)");

  /** The number of executions of a target, and their duration. */
  record Executed(long count, Duration time) {
    Executed plus(Executed more) {
      return new Executed(count + more.count, time.plus(more.time));
    }

    @Override
    public String toString() {
      return count + " executions, " + count * 1000 / Math.max(1, time.toMillis()) + " a second";
    }
  }

  /** Fuzzes for {@code duration}; empty with a finding. */
  Optional<Executed> fuzz(String target, Duration duration)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder(command(target, duration)).redirectErrorStream(true).start();
    long count = 0;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.out.println(line);
        Matcher executed = EXECUTED.matcher(line);
        if (executed.find()) {
          count = Long.parseLong(executed.group(1));
        }
      }
    }
    Duration time = Duration.ofNanos(System.nanoTime() - begin);
    return process.waitFor() == 0 ? Optional.of(new Executed(count, time)) : Optional.empty();
  }

  private List<String> command(String target, Duration duration) throws IOException {
    Path grown = Files.createDirectories(out.resolve(target));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-cp", System.getProperty("java.class.path")));
    command.add("-Dtarget=" + target);
    command.add("-Dcorpus=" + corpus.resolve(target));
    command.add(
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=off"); // suppresses log entries about bad input
    command.add("com.code_intelligence.jazzer.Jazzer");
    command.add("--target_class=" + FuzzMain.class.getName());
    command.add("--instrumentation_includes=org.dharch.**");
    // classes that XMLBeans generates from the schemas only hold values and have no interesting
    // paths
    command.add("--instrumentation_excludes=org.dharch.schema.**:org.dharch.ws.types.**");
    // the operator's expressions are evaluated by design; Jazzer would report each as an injection
    command.add("--disabled_hooks=com.code_intelligence.jazzer.sanitizers.XPathInjection");
    command.add("--reproducer_path=" + out);
    command.add("-max_total_time=" + duration.toSeconds());
    command.add("-timeout=10"); // a longer input is a hang
    command.add("-rss_limit_mb=3072");
    command.add("-max_len=20000");
    command.add("-artifact_prefix=" + out.resolve(target) + "-");
    command.add("-print_final_stats=1");
    command.add(grown.toString());
    command.add(corpus.resolve(target).toString());
    return command;
  }
}
