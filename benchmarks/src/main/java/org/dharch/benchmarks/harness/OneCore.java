package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dharch.cli.Benchmarks;
import org.dharch.core.DHArchException;

/**
 * Runs the whole of {@code dharch bench} again, bound to one core with {@code taskset}; what it
 * starts is bound with it.
 */
final class OneCore {
  private static final String PINNED = "dharch.bench.pinned";

  private OneCore() {}

  /** Whether this JVM is the one that was bound. */
  static boolean here() {
    return Boolean.getBoolean(PINNED);
  }

  /** Runs it; whether every check holds. */
  static boolean run(Benchmarks.Request request) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("taskset", "-c", "0"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-X") || argument.startsWith("-D"))
        .forEach(command::add);
    command.add("-D" + PINNED + "=true");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.dharch.cli.Main"));
    command.addAll(List.of("bench", request.suite(), "--env", request.environment()));
    command.addAll(List.of("--out", request.out().toString(), "--quick=" + request.quick()));
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "bench-pinned-end"));
      int code = process.waitFor();
      if (code > 1) {
        throw new DHArchException("the run on one core ended with exit code " + code);
      }
      return code == 0;
    } catch (IOException e) {
      throw new DHArchException(
          "--env single-cpu binds everything to one core with the command 'taskset' (util-linux),"
              + " which cannot be started here: "
              + e.getMessage(),
          e);
    }
  }
}
