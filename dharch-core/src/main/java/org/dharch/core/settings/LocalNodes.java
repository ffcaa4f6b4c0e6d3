package org.dharch.core.settings;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.dharch.core.message.DHArchException;
import org.dharch.core.spi.NodeProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The handler nodes that run in the container's own JVM. Started and closed by one thread. */
public final class LocalNodes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalNodes.class);

  private final Deque<AutoCloseable> nodes = new ArrayDeque<>();

  private LocalNodes() {}

  /**
   * Starts the nodes of {@code settings}.
   *
   * @param broker where they reach the manager
   * @param files resolves a file name
   * @param loader finds the host of nodes
   * @throws DHArchException if one cannot start; the started ones are stopped
   */
  public static LocalNodes start(
      GatewaySettings settings, URI broker, Function<String, Path> files, ClassLoader loader) {
    LocalNodes started = new LocalNodes();
    if (settings.nodes().isEmpty()) {
      return started;
    }
    NodeProvider provider =
        ServiceLoader.load(NodeProvider.class, loader)
            .findFirst()
            .orElseThrow(
                () ->
                    new DHArchException("dharch.node requires dharch-hemanager in the lib folder"));
    Map<String, String> overrides = new LinkedHashMap<>();
    overrides.put("broker", broker.toString());
    overrides.put("maxPayloadBytes", String.valueOf(settings.manager().limits().maxPayloadBytes()));
    for (String name :
        new String[] {"user", "password", "keyFile", "encrypt", "namespace", "link"}) {
      if (settings.transport().options().containsKey(name)) {
        overrides.put(name, settings.transport().options().get(name));
      }
    }
    try {
      for (String document : settings.nodes()) {
        started.nodes.push(provider.start(files.apply(document), overrides));
      }
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /** Stops the nodes, each after its running tasks. Idempotent. */
  @Override
  public void close() {
    while (!nodes.isEmpty()) {
      try {
        nodes.pop().close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        LOG.warn("Failed to stop a node", e);
      }
    }
  }
}
