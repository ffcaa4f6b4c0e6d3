package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Waits for the just-in-time compilers of JVMs, by their threads in Linux's {@code /proc}. While
 * compilers run, they take cores from the measurement, and the measured code is not compiled.
 */
public final class JitCompilers {
  private static final double QUIET = 0.03;

  private JitCompilers() {}

  /** A short load. */
  @FunctionalInterface
  public interface Load {
    void run() throws InterruptedException;
  }

  /**
   * Repeats {@code load} until the compilers used less than 3 % of a core during one run: at least
   * twice and at most {@code most} times. It cannot observe processes on other machines, nor any
   * process without {@code /proc}.
   *
   * @param jvms process ids
   */
  public static void awaitIdle(List<Long> jvms, int most, Load load) throws InterruptedException {
    for (int i = 0; i < most; i++) {
      long begin = System.nanoTime();
      Duration before = used(jvms);
      load.run();
      long compiled = used(jvms).minus(before).toNanos();
      if (i > 0 && compiled < QUIET * (System.nanoTime() - begin)) {
        return;
      }
    }
  }

  private static Duration used(List<Long> jvms) {
    return jvms.stream().map(JitCompilers::used).reduce(Duration.ZERO, Duration::plus);
  }

  private static Duration used(long jvm) {
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(jvm), "task"))) {
      return threads.map(JitCompilers::usedByThread).reduce(Duration.ZERO, Duration::plus);
    } catch (IOException e) {
      return Duration.ZERO; // on another machine, or not Linux
    }
  }

  private static Duration usedByThread(Path thread) {
    try {
      if (!Files.readString(thread.resolve("comm")).matches("C[12] Compiler.*\\s*")) {
        return Duration.ZERO;
      }
      String nanos = Files.readString(thread.resolve("schedstat")).split(" ", 2)[0];
      return Duration.ofNanos(Long.parseLong(nanos));
    } catch (IOException e) {
      return Duration.ZERO; // it has ended
    }
  }
}
