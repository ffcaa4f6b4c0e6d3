package org.dharch.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.testing.ShortLivedJvm;

/** A command in a JVM of its own, as a user starts it. */
public final class CommandProcess implements AutoCloseable {
  private final Process process;
  private final List<String> output = new CopyOnWriteArrayList<>();
  private final Thread reader;

  /**
   * Starts it.
   *
   * @param temp its folder for temporary files, which a killed process leaves behind
   */
  public CommandProcess(Path temp, String... args) throws IOException {
    this(temp, List.of(), Map.of(), args);
  }

  /**
   * Starts it.
   *
   * @param before a command that runs it
   * @param environment what is added to that of this JVM
   */
  public CommandProcess(
      Path temp, List<String> before, Map<String, String> environment, String... args)
      throws IOException {
    this(command(temp, before, environment, args));
  }

  /** Starts another program, as what the command line speaks with. */
  public CommandProcess(ProcessBuilder program) throws IOException {
    process = program.redirectErrorStream(true).start();
    reader = new Thread(this::read, "dharch-test-output");
    reader.setDaemon(true);
    reader.start();
  }

  private static ProcessBuilder command(
      Path temp, List<String> before, Map<String, String> environment, String... args)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(ShortLivedJvm.command());
    command.add("-Djava.io.tmpdir=" + temp);
    command.add("-Duser.home=" + temp); // where store and key are if nobody says
    command.addAll(ClassData.options());
    command.add(Main.class.getName());
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeAll(List.of("DHARCH_STORE", "DHARCH_HOME"));
    builder.environment().putAll(environment);
    return builder;
  }

  /** Starts {@code serve} on a free port, with a broker on another. */
  public static CommandProcess serve(Path temp, String... more) throws IOException {
    List<String> args = new ArrayList<>(List.of("serve", "--port", "0"));
    args.addAll(List.of("--broker", "embedded:tcp://127.0.0.1:0"));
    args.addAll(List.of(more));
    return new CommandProcess(temp, args.toArray(new String[0]));
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.add(line);
      }
    } catch (IOException e) {
      output.add(e.toString());
    }
  }

  /** What follows {@code start} in the first line that begins so, once there is one. */
  public String await(String start) {
    Awaitility.await(start + "…, not: " + output)
        .atMost(60, TimeUnit.SECONDS)
        .until(() -> find(start).isPresent() || !process.isAlive());
    return find(start)
        .orElseThrow(() -> new AssertionError("no line begins with '" + start + "': " + output));
  }

  /** Where a server is that nobody serves yet: it says so before it is ready. */
  public String awaitUnserved() {
    return "http://" + await("dharch: http://").replaceFirst(" is not ready: .*", "");
  }

  private Optional<String> find(String start) {
    return output.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .findFirst();
  }

  public int exitCode(long seconds) throws InterruptedException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      throw new AssertionError("still runs after " + seconds + " s: " + output);
    }
    reader.join(5_000);
    return process.exitValue();
  }

  public List<String> output() {
    return output;
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** kill -9. */
  public void kill() {
    process.destroyForcibly();
  }

  /** SIGTERM; what it says then is heard, which {@link Process#destroy} would prevent. */
  public void terminate() {
    process.toHandle().destroy();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
