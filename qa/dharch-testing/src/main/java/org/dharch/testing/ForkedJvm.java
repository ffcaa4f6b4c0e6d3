package org.dharch.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * A child JVM with this class path that a test observes and kills. Its standard input is a pipe
 * from this JVM, so a main class that reads it to the end does not outlive this JVM. One thread.
 */
public final class ForkedJvm implements AutoCloseable {
  private final Process process;
  private final Path log;

  private ForkedJvm(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts the JVM.
   *
   * @param log the file for both of its output streams
   * @param options JVM options; a class path in them replaces that of this JVM
   */
  public static ForkedJvm start(Path log, List<String> options, Class<?> main, String... args)
      throws IOException {
    List<String> command = ShortLivedJvm.command();
    command.addAll(List.of("-cp", classPath()));
    command.addAll(options);
    command.add(main.getName());
    command.addAll(List.of(args));
    return new ForkedJvm(
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start(),
        log);
  }

  /** For the main class: ends the JVM when its parent ends for any reason. */
  public static void endWithParent() {
    Thread watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // the parent never writes
                }
              } catch (IOException e) {
                // the parent has ended
              }
              Runtime.getRuntime().halt(1);
            },
            "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  /** Returns this JVM's class path, also if Surefire has put it into the manifest of a jar. */
  public static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /**
   * Waits for an output line.
   *
   * @return the first group of {@code line}
   * @throws AssertionError if the JVM ends before; with its output
   */
  public String await(Pattern line) {
    Matcher[] found = {null};
    Awaitility.await(line + " in " + log)
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              boolean alive = process.isAlive();
              String output = output();
              // ignores an incomplete last line
              found[0] = line.matcher(output.substring(0, output.lastIndexOf('\n') + 1));
              boolean is = found[0].find();
              if (!is && !alive) {
                throw new AssertionError("ended before it printed " + line + ": " + output);
              }
              return is;
            });
    return found[0].group(1);
  }

  /** Returns the output so far. */
  public String output() throws IOException {
    return Files.readString(log);
  }

  public Process process() {
    return process;
  }

  /** Kills the JVM if it runs, and waits for its end. */
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }
}
