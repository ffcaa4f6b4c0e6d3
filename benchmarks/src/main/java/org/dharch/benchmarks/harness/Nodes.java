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
 * Starts handler nodes in the environment of the run, each in its own JVM: on this machine, in
 * network namespaces, or on other hosts. Makes the network with the first node or address. The
 * harness closes it. One thread.
 */
public final class Nodes implements AutoCloseable {
  /** How long nodes that the harness starts may take. */
  public static final Duration AUTOMATIC = Duration.ofSeconds(30);

  private static final Duration MANUAL = Duration.ofMinutes(10);

  private final Options options;
  private final PrintWriter out;
  private final List<ChildJvm> started = new ArrayList<>();
  private final List<Path> documents = new ArrayList<>();
  private Optional<NodeHosts> hosts = Optional.empty();

  Nodes(Options options, PrintWriter out) {
    this.options = options;
    this.out = out;
  }

  /** Returns the address for a broker in this JVM that nodes can reach, with any free port. */
  public URI brokerAddress() throws IOException, InterruptedException {
    return URI.create("tcp://" + hosts().address() + ":0");
  }

  /** Returns the address of this machine that nodes can reach. */
  public String address() throws IOException, InterruptedException {
    return hosts().address();
  }

  /**
   * Returns the address of the next node; empty if it is unknown, or if the node finds it itself.
   */
  public Optional<String> nextAddress() throws IOException, InterruptedException {
    return hosts().nextAddress();
  }

  /**
   * Starts a node; {@link #awaitReady} waits for it. In environment lan each node runs on another
   * host.
   *
   * @param document the node document (docs/node-document.md); its handlers must be on the class
   *     path
   * @param broker the address of the broker
   */
  public void start(String name, String document, URI broker)
      throws IOException, InterruptedException {
    Path file = Files.writeString(Files.createTempFile(name + "-", ".xml"), document);
    documents.add(file);
    Optional<List<String>> command = hosts().command(name, file, broker.toString());
    if (command.isPresent()) {
      started.add(ChildJvm.start("node " + name, command.get()));
    }
  }

  /**
   * Starts {@code main} of this class path on the host of the next node. The program prints READY
   * and ends with its standard input. The caller waits for it and may close it.
   *
   * @throws DHArchException if the hosts are other machines
   */
  public ChildJvm start(String name, String main, List<String> args)
      throws IOException, InterruptedException {
    return start(name, hosts().prefix(), main, args);
  }

  /**
   * Starts {@code main} with the lowest priority, for a program that represents other machines.
   *
   * @throws DHArchException if the hosts are other machines
   */
  public ChildJvm startWithLowPriority(String name, String main, List<String> args)
      throws IOException, InterruptedException {
    List<String> prefix = new ArrayList<>(hosts().prefix());
    prefix.addAll(List.of("nice", "-n", "19")); // nice replaces itself with the command
    return start(name, prefix, main, args);
  }

  private ChildJvm start(String name, List<String> prefix, String main, List<String> args)
      throws IOException {
    ChildJvm started = ChildJvm.start(name, ChildJvm.java(prefix, main, args));
    this.started.add(started);
    return started;
  }

  /** Returns whether {@link #start(String, String, List)} works: not on other machines. */
  public boolean canStartPrograms() {
    return options.hosts().isEmpty();
  }

  /** Waits until all started nodes accept work, except those that a person starts. */
  public void awaitReady() throws InterruptedException {
    for (ChildJvm node : started) {
      node.awaitReady();
    }
  }

  /** Returns how long a manager waits for its nodes. */
  public Duration startTimeout() {
    return isManual() ? MANUAL : AUTOMATIC;
  }

  /** Returns the processor time of the nodes on this machine so far. */
  public Duration cpu() {
    return started.stream().map(ChildJvm::cpu).reduce(Duration.ZERO, Duration::plus);
  }

  /** Stops the nodes; new nodes can start after that. */
  public void stop() {
    started.forEach(ChildJvm::close);
    started.clear();
    documents.forEach(document -> document.toFile().delete());
    documents.clear();
  }

  private boolean isManual() {
    return options.hosts().equals(List.of("by-hand"));
  }

  private NodeHosts hosts() throws IOException, InterruptedException {
    if (hosts.isEmpty()) {
      hosts = Optional.of(make());
    }
    return hosts.get();
  }

  private NodeHosts make() throws IOException, InterruptedException {
    if (options.environment() != BenchmarkEnvironment.LAN) {
      if (!options.hosts().isEmpty()) {
        throw new DHArchException("--hosts needs --env lan");
      }
      return NodeHosts.here();
    }
    if (isManual()) {
      return new ManualHosts(out);
    }
    return options.hosts().isEmpty() ? NetworkNamespaces.create() : new SshHosts(options.hosts());
  }

  @Override
  public void close() {
    stop();
    hosts.ifPresent(NodeHosts::close);
  }
}
