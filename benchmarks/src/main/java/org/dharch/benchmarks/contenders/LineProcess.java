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
 * A process that answers each line on its standard input by a line on its standard output, and ends
 * when its input does. What it complains of is kept until it ends. One thread.
 */
public final class LineProcess implements AutoCloseable {
  private static final long STOP_SECONDS = 10;
  private static final int LAST_WORDS = 4_000;

  private final String name;
  private final Process process;
  private final Path complaints;
  private final BufferedReader answers;

  private LineProcess(String name, Process process, Path complaints) {
    this.name = name;
    this.process = process;
    this.complaints = complaints;
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts it.
   *
   * @param folder where it may write, and what it complains of is kept
   */
  public static LineProcess start(String name, List<String> command, Path folder) throws IOException {
    Path complaints = folder.resolve(name + ".err");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(complaints.toFile())
            .start();
    return new LineProcess(name, process, complaints);
  }

  /**
   * Asks it, and waits for the answer.
   *
   * @throws DHArchException if it has ended; with what it said at last
   */
  public String ask(String question) throws IOException {
    try {
      process.getOutputStream().write((question + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw ended(e);
    }
    return answer();
  }

  /** Waits for a line that comes by itself. */
  public String answer() throws IOException {
    String answer = answers.readLine();
    if (answer == null) {
      throw ended(null);
    }
    return answer;
  }

  private DHArchException ended(IOException cause) throws IOException {
    String said = Files.readString(complaints, StandardCharsets.UTF_8).strip();
    return new DHArchException(
        "the process "
            + name
            + " has ended: "
            + said.substring(Math.max(0, said.length() - LAST_WORDS)),
        cause);
  }

  /** What it is called. */
  public String name() {
    return name;
  }

  /** The processor time that it has used so far; zero where the system does not tell. */
  public Duration cpu() {
    return Processes.cpu(process);
  }

  @Override
  public void close() {
    Processes.stop(process, STOP_SECONDS);
  }
}
