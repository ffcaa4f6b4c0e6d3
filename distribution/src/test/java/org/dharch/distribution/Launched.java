package org.dharch.distribution;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A process that runs on, and what it says. */
final class Launched implements AutoCloseable {
  private static final long SECONDS = 60;

  private final Process process;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  Launched(Path folder, Map<String, String> environment, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("DHARCH_"));
    builder.environment().putAll(environment);
    process = builder.directory(folder.toFile()).redirectErrorStream(true).start();
    Thread reader = new Thread(this::read, "dharch-test-output");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      output.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      lines.add(e.toString());
    }
  }

  private Optional<String> after(String start) {
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .findFirst();
  }

  /** What follows {@code start} in the first line that begins so, once there is one. */
  String await(String start) {
    Awaitility.await(start)
        .atMost(SECONDS, TimeUnit.SECONDS)
        .until(() -> after(start).isPresent() || !process.isAlive());
    return after(start)
        .orElseThrow(() -> new AssertionError("no line begins with '" + start + "': " + lines));
  }

  /** SIGTERM; its exit code. */
  int end() throws InterruptedException {
    process.toHandle().destroy();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("still runs: " + lines);
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
