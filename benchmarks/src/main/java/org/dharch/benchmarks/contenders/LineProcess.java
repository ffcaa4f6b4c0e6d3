package org.dharch.benchmarks.contenders;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.dharch.benchmarks.harness.Processes;
import org.dharch.core.message.DHArchException;

/**
 * A process that replies to each line on its standard input with a line on its standard output, and
 * ends when its input ends. Its standard error is kept until it ends. One thread.
 */
public final class LineProcess implements AutoCloseable {
  private static final long STOP_SECONDS = 10;
  private static final int LAST_CHARACTERS = 4_000;

  private final String name;
  private final Process process;
  private final Path errors;
  private final BufferedReader answers;

  private LineProcess(String name, Process process, Path errors) {
    this.name = name;
    this.process = process;
    this.errors = errors;
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts the process.
   *
   * @param folder the folder for its files and its standard error
   */
  public static LineProcess start(String name, List<String> command, Path folder)
      throws IOException {
    Path errors = folder.resolve(name + ".err");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(errors.toFile())
            .start();
    return new LineProcess(name, process, errors);
  }

  /**
   * Sends a line and waits for the reply.
   *
   * @throws DHArchException if the process has ended; with the end of its standard error
   */
  public String request(String question) throws IOException {
    try {
      process.getOutputStream().write((question + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw ended(e);
    }
    return answer();
  }

  /** Waits for the next line of output. */
  public String answer() throws IOException {
    String answer = answers.readLine();
    if (answer == null) {
      throw ended(null);
    }
    return answer;
  }

  private DHArchException ended(IOException cause) throws IOException {
    String text = Files.readString(errors, StandardCharsets.UTF_8).strip();
    return new DHArchException(
        "process "
            + name
            + " has ended: "
            + text.substring(Math.max(0, text.length() - LAST_CHARACTERS)),
        cause);
  }

  /** Returns the name of the process. */
  public String name() {
    return name;
  }

  /** Returns the processor time so far; zero where the operating system does not report it. */
  public Duration cpu() {
    return Processes.cpu(process);
  }

  @Override
  public void close() {
    Processes.stop(process, STOP_SECONDS);
  }
}
