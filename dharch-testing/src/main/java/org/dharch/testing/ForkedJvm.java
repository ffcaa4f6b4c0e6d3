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
 * Another JVM of this class path, to be watched and killed. Its standard input is a pipe from here,
 * so a main class that reads it to the end does not outlive this JVM. For one thread.
 */
public final class ForkedJvm implements AutoCloseable {
  private final Process process;
  private final Path log;

  private ForkedJvm(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it.
   *
   * @param log what it prints, on both streams
   * @param options for the JVM; a class path among them takes the place of this one
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

  /** For its main class: it ends as soon as the JVM that started it has, however that ended. */
  public static void endWithParent() {
    Thread watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // nothing is ever said
                }
              } catch (IOException e) {
                // its parent is gone, too
              }
              Runtime.getRuntime().halt(1);
            },
            "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  /** This JVM's class path, also where Surefire has put it into a jar's manifest. */
  public static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /**
   * Waits for a line that it prints.
   *
   * @return the first group of {@code line} in it
   * @throws AssertionError with all that it printed, if it ends before
   */
  public String await(Pattern line) {
    Matcher[] found = {null};
    Awaitility.await(line + " in " + log)
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              boolean alive = process.isAlive();
              String said = said();
              // a line that is not complete yet may lack its end
              found[0] = line.matcher(said.substring(0, said.lastIndexOf('\n') + 1));
              boolean is = found[0].find();
              if (!is && !alive) {
                throw new AssertionError("ended before it said " + line + ": " + said);
              }
              return is;
            });
    return found[0].group(1);
  }

  /** All that it has printed. */
  public String said() throws IOException {
    return Files.readString(log);
  }

  public Process process() {
    return process;
  }

  /** Kills it, if it is alive, and waits for its end. */
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }
}
