package org.dharch.benchmarks.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.dharch.core.message.DHArchException;

/**
 * A child process that prints READY on its standard output and ends when its standard input ends,
 * such as {@code dharch node --until-eof}. It never outlives this JVM. Any thread.
 */
public final class ChildJvm implements AutoCloseable {
  private static final long READY_SECONDS = 60;
  private static final long STOP_SECONDS = 15;
  private static final long ANSWER_SECONDS = 10;

  private final String name;
  private final Process process;
  private final CompletableFuture<String> ready = new CompletableFuture<>();
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  private ChildJvm(String name, Process process) {
    this.name = name;
    this.process = process;
    Thread reader = new Thread(this::read, "bench-output-" + name);
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts {@code main} from the class path of this JVM, in a small JVM on this machine. */
  public static ChildJvm start(String name, String main, String... args) throws IOException {
    return start(name, java(List.of(), main, List.of(args)));
  }

  /** Starts {@code main} in a JVM with these options. */
  public static ChildJvm start(String name, List<String> options, String main, String... args)
      throws IOException {
    return start(name, java(List.of(), options, main, List.of(args)));
  }

  static ChildJvm start(String name, List<String> command) throws IOException {
    return new ChildJvm(
        name, new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /**
   * Returns the command that starts {@code main}.
   *
   * @param prefix a command before {@code java}; it must replace itself with {@code java} by exec
   */
  static List<String> java(List<String> prefix, String main, List<String> args) {
    // several of these JVMs share a machine: small heaps, one collector thread
    return java(prefix, List.of("-Xmx256m", "-XX:+UseSerialGC"), main, args);
  }

  private static List<String> java(
      List<String> prefix, List<String> options, String main, List<String> args) {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(args);
    return command;
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("READY")) {
          ready.complete(line);
        } else if (line.startsWith(JvmUsage.REQUEST)) {
          answers.add(line);
        }
      }
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
    ready.completeExceptionally(new IOException("process ended before it was ready"));
  }

  /** Waits until the process prints READY and returns that line. */
  public String awaitReady() throws InterruptedException {
    try {
      return ready.get(READY_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new DHArchException(name + " failed to start (see the output above)", e);
    } catch (TimeoutException e) {
      throw new DHArchException(name + " must be ready within " + READY_SECONDS + " s", e);
    }
  }

  /**
   * Returns the processor time of the process so far; zero where the operating system does not
   * report it.
   */
  public Duration cpu() {
    return Processes.cpu(process);
  }

  /**
   * Returns the resource usage of the process, without context switches. The allocated bytes count
   * its live threads only.
   *
   * @throws DHArchException if the process does not answer
   */
  JvmUsage use() {
    try {
      send(JvmUsage.REQUEST);
      String answer = answers.poll(ANSWER_SECONDS, TimeUnit.SECONDS);
      if (answer != null) {
        return JvmUsage.of(answer);
      }
    } catch (IOException e) {
      throw new DHArchException(name + " has ended", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new DHArchException(name + " does not report its resource usage");
  }

  /** Writes a line to the standard input of the process. */
  public void send(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** Returns the process id. */
  public long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    Processes.stop(process, STOP_SECONDS);
  }
}
