package org.dharch.core.inprocess;

import java.net.URI;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.dharch.api.Limits;
import org.dharch.core.message.DHArchException;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.CManagerProvider;
import org.dharch.core.spi.NodeChannel;

/**
 * Provides {@code memory:NAME}, which connects the manager and the nodes of one JVM with the same
 * name. A name has one manager at a time.
 */
public final class InMemoryProvider implements CManagerProvider {
  private static final Map<String, InMemoryTransport> TRANSPORTS = new ConcurrentHashMap<>();

  @Override
  public boolean supports(URI broker) {
    return "memory".equals(broker.getScheme());
  }

  @Override
  public CManager manager(URI broker, Map<String, String> options, Limits limits) {
    return transport(broker, options).manager();
  }

  @Override
  public NodeChannel node(URI broker, Map<String, String> options, Limits limits) {
    return transport(broker, options).node();
  }

  private static InMemoryTransport transport(URI broker, Map<String, String> options) {
    if (!options.isEmpty()) {
      throw new DHArchException(
          broker
              + " runs in this process, so broker options must not be set (got "
              + String.join(", ", new TreeSet<>(options.keySet()))
              + ")");
    }
    return TRANSPORTS.computeIfAbsent(
        broker.getSchemeSpecificPart(), name -> new InMemoryTransport());
  }
}
