package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.core.message.DHArchException;

/**
 * Starts handler nodes where the environment wants them, each in a JVM of its own: on this machine,
 * in network namespaces, or on other hosts. The network is made when the first node or address is
 * asked for. Closed by the harness. One thread.
 */
public final class Nodes implements AutoCloseable {
  /** How long nodes that are not started by hand may take. */
  public static final Duration SOON = Duration.ofSeconds(30);

  private static final Duration BY_HAND = Duration.ofMinutes(10);

  private final Options options;
  private final PrintWriter out;
  private final List<ChildJvm> started = new ArrayList<>();
  private final List<Path> documents = new ArrayList<>();
  private Optional<NodeHosts> places = Optional.empty();

  Nodes(Options options, PrintWriter out) {
    this.options = options;
    this.out = out;
  }

  /** Where a broker in this JVM listens so that nodes reach it: any free port of that address. */
  public URI brokerAddress() throws IOException, InterruptedException {
    return URI.create("tcp://" + places().address() + ":0");
  }

  /** The address of this machine that nodes reach it at. */
  public String address() throws IOException, InterruptedException {
    return places().address();
  }

  /**
   * The address at which the next node can be reached; empty if it is not known here, or if it is
   * the one that it finds by itself.
   */
  public Optional<String> nextAddress() throws IOException, InterruptedException {
    return places().nextAddress();
  }

  /**
   * Starts a node; {@link #awaitReady} waits for it. In environment lan, each in another place.
   *
   * @param document the node document (docs/node-document.md); its handlers are on the class path
   * @param broker where its broker is
   */
  public void start(String name, String document, URI broker)
      throws IOException, InterruptedException {
    Path file = Files.writeString(Files.createTempFile(name + "-", ".xml"), document);
    documents.add(file);
    Optional<List<String>> command = places().command(name, file, broker.toString());
    if (command.isPresent()) {
      started.add(ChildJvm.start("node " + name, command.get()));
    }
  }

  /**
   * Starts {@code main} of this class path where a node would run; it says READY and ends with its
   * standard input. The caller waits for it and may close it.
   *
   * @throws DHArchException if the places are on other machines
   */
  public ChildJvm start(String name, String main, List<String> args)
      throws IOException, InterruptedException {
    return start(name, places().prefix(), main, args);
  }

  /**
   * The same with the lowest priority: for what stands for other machines, and has only this one.
   *
   * @throws DHArchException if the places are on other machines
   */
  public ChildJvm startAside(String name, String main, List<String> args)
      throws IOException, InterruptedException {
    List<String> prefix = new ArrayList<>(places().prefix());
    prefix.addAll(List.of("nice", "-n", "19")); // which becomes what follows
    return start(name, prefix, main, args);
  }

  private ChildJvm start(String name, List<String> prefix, String main, List<String> args)
      throws IOException {
    ChildJvm started = ChildJvm.start(name, ChildJvm.java(prefix, main, args));
    this.started.add(started);
    return started;
  }

  /** Whether {@link #start(String, String, List)} can start something: not on other machines. */
  public boolean startsAnything() {
    return options.hosts().isEmpty();
  }

  /** Waits until all that were started take work; those started by hand are not waited for. */
  public void awaitReady() throws InterruptedException {
    for (ChildJvm node : started) {
      node.awaitReady();
    }
  }

  /** How long to wait until a manager has heard of the nodes. */
  public Duration patience() {
    return byHand() ? BY_HAND : SOON;
  }

  /** The processor time that the nodes have used so far, as far as this machine knows. */
  public Duration cpu() {
    return started.stream().map(ChildJvm::cpu).reduce(Duration.ZERO, Duration::plus);
  }

  /** Stops the nodes; others can be started then. */
  public void stop() {
    started.forEach(ChildJvm::close);
    started.clear();
    documents.forEach(document -> document.toFile().delete());
    documents.clear();
  }

  private boolean byHand() {
    return options.hosts().equals(List.of("by-hand"));
  }

  private NodeHosts places() throws IOException, InterruptedException {
    if (places.isEmpty()) {
      places = Optional.of(make());
    }
    return places.get();
  }

  private NodeHosts make() throws IOException, InterruptedException {
    if (options.environment() != BenchmarkEnvironment.LAN) {
      if (!options.hosts().isEmpty()) {
        throw new DHArchException("--hosts stands alone; it is allowed with --env lan");
      }
      return NodeHosts.here();
    }
    if (byHand()) {
      return new ManualHosts(out);
    }
    return options.hosts().isEmpty() ? NetworkNamespaces.create() : new SshHosts(options.hosts());
  }

  @Override
  public void close() {
    stop();
    places.ifPresent(NodeHosts::close);
  }
}
