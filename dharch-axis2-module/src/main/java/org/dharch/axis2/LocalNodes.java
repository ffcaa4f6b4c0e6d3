package org.dharch.axis2;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.dharch.core.DHArchException;
import org.dharch.core.spi.NodeProvider;

/** The handler nodes that run in the container's own JVM. */
final class LocalNodes implements AutoCloseable {
  private static final Log LOG = LogFactory.getLog(LocalNodes.class);

  private final Deque<AutoCloseable> nodes = new ArrayDeque<>();

  /**
   * Starts what {@code settings} name.
   *
   * @param broker where they reach the manager
   * @throws DHArchException if one cannot start; those before it are stopped again
   */
  static LocalNodes start(ModuleSettings settings, URI broker, AxisConfiguration configuration) {
    LocalNodes started = new LocalNodes();
    if (settings.nodes().isEmpty()) {
      return started;
    }
    NodeProvider provider =
        ServiceLoader.load(NodeProvider.class, LocalNodes.class.getClassLoader())
            .findFirst()
            .orElseThrow(
                () ->
                    new DHArchException(
                        "dharch.node needs dharch-hemanager in the module's lib folder"));
    Map<String, String> overrides = new LinkedHashMap<>();
    overrides.put("broker", broker.toString());
    for (String name : new String[] {"user", "password"}) {
      if (settings.transportOptions().containsKey(name)) {
        overrides.put(name, settings.transportOptions().get(name));
      }
    }
    try {
      for (String document : settings.nodes()) {
        started.nodes.push(
            provider.start(ModuleParameters.resolve(document, configuration), overrides));
      }
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /** Stops them; each finishes what it has begun. Idempotent. */
  @Override
  public void close() {
    while (!nodes.isEmpty()) {
      try {
        nodes.pop().close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        LOG.warn("a node did not stop cleanly", e);
      }
    }
  }
}
