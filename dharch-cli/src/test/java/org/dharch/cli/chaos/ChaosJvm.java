package org.dharch.cli.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.cli.base.Shell;

/**
 * A JVM of this class path. It ends by itself when this one ends, as its standard input is a pipe
 * from here.
 */
final class ChaosJvm implements AutoCloseable {
  private final Process process;
  private final Path log;

  private ChaosJvm(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it.
   *
   * @param prefix what stands before {@code java}; it must become {@code java}, not start it
   * @param log what it prints, on both streams
   * @param heap its greatest, as {@code -Xmx} has it
   */
  static ChaosJvm start(List<String> prefix, Path log, String heap, Class<?> main, String... args)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // several of these share few cores with the server and the load
    command.addAll(List.of("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new ChaosJvm(process, log);
  }

  /**
   * Waits until it says that it is ready, or as a node waits for a broker that is down just now.
   */
  void awaitReady() {
    Awaitility.await("READY in " + log)
        .atMost(60, TimeUnit.SECONDS)
        .pollInterval(20, TimeUnit.MILLISECONDS)
        .until(
            () ->
                said().contains("READY ")
                    || said().contains("waits for its broker")
                    || !process.isAlive());
    if (!process.isAlive()) {
      throw new AssertionError("ended: " + said());
    }
  }

  String said() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** SIGSTOP. */
  void stop() throws IOException, InterruptedException {
    Shell.run("kill", "-STOP", Long.toString(process.pid()));
  }

  /** SIGCONT. */
  void carryOn() throws IOException, InterruptedException {
    Shell.run("kill", "-CONT", Long.toString(process.pid()));
  }

  /** SIGKILL; does not wait for the end. */
  void kill() {
    process.destroyForcibly();
  }

  /** SIGKILL, which a stopped one obeys too. */
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }
}
