package org.dharch.cli.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.dharch.cli.base.BrokerOptions;
import org.dharch.cli.base.DirectLinks;
import org.dharch.cli.base.EncryptOption;
import org.dharch.cli.base.EnvironmentSettings;
import org.dharch.cli.base.NamespaceOption;
import org.dharch.cli.base.UsageException;
import org.dharch.cmanager.options.KeyFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler node in a separate JVM, with this JVM's class path. It ends when it is closed or when
 * this JVM ends in any way, because its standard input is a pipe from here. Safe for any thread.
 */
final class NodeProcess implements AutoCloseable {
  private static final String MAIN = "org.dharch.cli.Main";
  private static final Logger LOG = LoggerFactory.getLogger(NodeProcess.class);
  private static final long START_SECONDS = 60;
  private static final long STOP_SECONDS = 15;
  private static final String HEAP = "-Xmx256m";
  private static final List<String> OF_JAVA =
      List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");
  private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use[A-Za-z0-9]*GC(\\s|$)");

  private static final String CLASS_DATA = "-XX:SharedArchiveFile=";

  private final String name;
  private final Process process;
  private final CompletableFuture<String> ready = new CompletableFuture<>();

  private volatile boolean closing;

  private NodeProcess(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  /**
   * Starts the node; {@link #awaitReady} waits until it accepts work.
   *
   * @param options the transport's; the password is passed in the environment, not on the command
   *     line
   */
  static NodeProcess start(String name, Path document, String broker, Map<String, String> options)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(memory(System.getenv()));
    command.addAll(inherited(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    command.addAll(List.of("node", "--until-eof", "--name", name));
    command.addAll(List.of("--config", document.toString(), "--broker", broker));
    if (options.containsKey("user")) {
      command.addAll(List.of("--user", options.get("user")));
    }
    if (options.containsKey("encrypt")) {
      command.add(EncryptOption.NAME);
    }
    if (options.containsKey("namespace")) {
      command.add(NamespaceOption.NAME);
      command.add(options.get("namespace"));
    }
    if (options.containsKey("link")) {
      command.addAll(List.of(DirectLinks.NAME, options.get("link")));
    }
    Map<String, String> environment = new HashMap<>();
    command.addAll(BrokerOptions.storeArguments(options, environment));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    EnvironmentSettings.removeFrom(builder.environment());
    builder.environment().putAll(environment);
    if (options.containsKey("password")) {
      builder.environment().put("DHARCH_PASSWORD", options.get("password"));
    }
    Path key = Optional.ofNullable(options.get("keyFile")).map(Path::of).orElseGet(KeyFile::find);
    builder.environment().put("DHARCH_KEY_FILE", key.toAbsolutePath().toString());
    NodeProcess node = new NodeProcess(name, builder.start());
    Thread reader = new Thread(node::read, "dharch-node-output-" + name);
    reader.setDaemon(true);
    reader.start();
    var unused = node.process.onExit().thenAccept(node::ended);
    return node;
  }

  /**
   * Many of these share one machine with the server: they get small heaps and one collector thread.
   * If the environment already names a collector, none is set, because Java does not start with
   * two.
   */
  static List<String> memory(Map<String, String> environment) {
    boolean named =
        OF_JAVA.stream()
            .map(variable -> environment.getOrDefault(variable, ""))
            .anyMatch(said -> COLLECTOR.matcher(said).find());
    return named ? List.of(HEAP) : List.of(HEAP, "-XX:+UseSerialGC");
  }

  /** The option of this JVM with the archive of its classes, with which a node starts faster. */
  static List<String> inherited(List<String> own) {
    return own.stream().filter(each -> each.startsWith(CLASS_DATA)).toList();
  }

  private void ended(Process ended) {
    if (!closing && ready.isDone() && !ready.isCompletedExceptionally()) {
      LOG.warn("Node process ended node={} exitCode={}", name, ended.exitValue());
    }
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("READY ")) {
          ready.complete(line.substring("READY ".length()));
        }
      }
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
    ready.completeExceptionally(new UsageException("node " + name + " ended before it was ready"));
  }

  /** Returns the line that the node prints when it accepts work. */
  String awaitReady() throws InterruptedException {
    try {
      return ready.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new UsageException("failed to start node " + name + "; see above", e);
    } catch (TimeoutException e) {
      throw new UsageException("node " + name + " was not ready within " + START_SECONDS + " s", e);
    }
  }

  /** Stops the node cleanly; by force if it takes too long. Idempotent. */
  @Override
  public void close() {
    closing = true;
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
