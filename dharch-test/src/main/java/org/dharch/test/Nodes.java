package org.dharch.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.core.wire.NodeId;
import org.dharch.hemanager.HEManager;

/** The nodes of a {@link Site} by name, each configured by its document. Thread-safe. */
final class Nodes implements AutoCloseable {
  private final String broker;
  private final Path folder;
  private final Map<String, Path> documents =
      new LinkedHashMap<>(); // unmodified after the constructor
  private final Map<String, HEManager> running = new LinkedHashMap<>(); // guarded by this

  Nodes(String broker, List<NodeSource> sources) {
    this.broker = broker;
    try {
      folder = Files.createTempDirectory("dharch-test");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (NodeSource source : sources) {
      if (documents.put(source.name(), source.write(folder)) != null) {
        throw new IllegalArgumentException("node '" + source.name() + "' must occur only once");
      }
    }
  }

  /**
   * Starts all nodes.
   *
   * @throws org.dharch.core.message.DHArchException with the errors of a node or its handlers, as
   *     the node reports them at its start
   */
  void start() {
    documents.keySet().forEach(this::start);
  }

  /** Starts this node in a new incarnation. */
  synchronized NodeId start(String name) {
    check(name);
    if (running.containsKey(name)) {
      throw new IllegalStateException("node '" + name + "' must not be running");
    }
    HEManager node = HEManager.start(documents.get(name), Map.of("broker", broker));
    running.put(name, node);
    return node.id();
  }

  /** Stops this node as SIGTERM does. */
  synchronized NodeId stop(String name) {
    check(name);
    HEManager node = running.remove(name);
    if (node == null) {
      throw new IllegalStateException("node '" + name + "' must be running");
    }
    node.close();
    return node.id();
  }

  private void check(String name) {
    if (!documents.containsKey(name)) {
      throw new IllegalArgumentException(
          "unknown node '" + name + "'; it must be one of " + documents.keySet());
    }
  }

  /** Stops all running nodes, the latest first. */
  @Override
  public synchronized void close() {
    List<String> names = new ArrayList<>(running.keySet());
    RuntimeException failure = null;
    for (int i = names.size() - 1; i >= 0; i--) {
      try {
        stop(names.get(i));
      } catch (RuntimeException e) {
        failure = failure == null ? e : with(failure, e);
      }
    }
    delete();
    if (failure != null) {
      throw failure;
    }
  }

  private static RuntimeException with(RuntimeException first, RuntimeException next) {
    first.addSuppressed(next);
    return first;
  }

  private void delete() {
    try {
      for (Path document : documents.values()) {
        Files.deleteIfExists(document);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
