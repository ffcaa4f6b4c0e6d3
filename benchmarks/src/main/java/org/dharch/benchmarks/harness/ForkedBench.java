package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dharch.cli.Benchmarks;
import org.dharch.core.message.DHArchException;

/** Runs {@code dharch bench} in a child JVM with the options of this JVM. */
final class ForkedBench {
  private static final String PINNED = "dharch.bench.pinned";

  private ForkedBench() {}

  /** Returns whether {@link #onOneCore} bound this JVM to one core. */
  static boolean isPinned() {
    return Boolean.getBoolean(PINNED);
  }

  /**
   * Runs the request in a JVM that {@code taskset} binds to one core, with all its child processes.
   *
   * @return the verdict of the child
   */
  static Benchmarks.Verdict onOneCore(Benchmarks.Request request) throws InterruptedException {
    try {
      return run(List.of("taskset", "-c", "0"), List.of("-D" + PINNED + "=true"), request);
    } catch (IOException e) {
      throw new DHArchException(
          "--env single-cpu needs the command 'taskset' (util-linux), which failed to start:  "
              + e.getMessage(),
          e);
    }
  }

  /** Runs the request in a child JVM with the options of this JVM and returns its verdict. */
  static Benchmarks.Verdict run(Benchmarks.Request request)
      throws IOException, InterruptedException {
    return run(List.of(), List.of(), request);
  }

  private static Benchmarks.Verdict run(
      List<String> prefix, List<String> options, Benchmarks.Request request)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-X") || argument.startsWith("-D"))
        .forEach(command::add);
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.dharch.cli.Main"));
    command.addAll(List.of("bench", request.suite(), "--env", request.environment()));
    command.addAll(List.of("--out", request.out().toString(), "--quick=" + request.quick()));
    if (!request.hosts().isEmpty()) {
      command.addAll(List.of("--hosts", String.join(",", request.hosts())));
    }
    Process process = new ProcessBuilder(command).inheritIO().start();
    Thread end = new Thread(process::destroy, "bench-jvm-end");
    Runtime.getRuntime().addShutdownHook(end);
    int code = process.waitFor();
    Runtime.getRuntime().removeShutdownHook(end);
    return Benchmarks.Verdict.of(code)
        .orElseThrow(
            () ->
                new DHArchException(
                    "suite '"
                        + request.suite()
                        + "' failed: exit code "
                        + code
                        + " (see the output above)"));
  }
}
