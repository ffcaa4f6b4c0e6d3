package org.dharch.cmanager;

import java.net.URI;
import java.util.Map;
import org.dharch.api.Limits;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.node.JmsNodeChannel;
import org.dharch.cmanager.options.BrokerUris;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.LinkOption;
import org.dharch.core.spi.CManagerProvider;

/**
 * Provides the JMS transport over ActiveMQ Classic. Addresses: {@code tcp://}, {@code ssl://},
 * {@code nio://}, {@code vm://}, {@code failover:(a,b)}. A manager can also run the broker itself
 * at {@code embedded:tcp://127.0.0.1:61616} (port 0 takes any free one); {@link
 * org.dharch.core.spi.CManager#nodeUri()} then returns the address for nodes. With {@code
 * shards:(a,b)} a manager has a link to each broker, and a node uses one at a time. For the options
 * see docs/cmanager.md.
 */
public final class JmsCManagerProvider implements CManagerProvider {

  /** For {@link java.util.ServiceLoader}. */
  public JmsCManagerProvider() {}

  @Override
  public boolean supports(URI broker) {
    return BrokerUris.supports(broker);
  }

  /** Creates a manager's transport without bounds on the frame size from {@link Limits}. */
  @Override
  public JmsCManager manager(URI broker, Map<String, String> options) {
    return new JmsCManager(broker, JmsOptions.of(options));
  }

  @Override
  public JmsCManager manager(URI broker, Map<String, String> options, Limits limits) {
    return new JmsCManager(broker, JmsOptions.ofManager(options, limits));
  }

  @Override
  public JmsNodeChannel node(URI broker, Map<String, String> options) {
    return node(broker, options, Limits.DEFAULT);
  }

  @Override
  public JmsNodeChannel node(URI broker, Map<String, String> options, Limits limits) {
    checkNodesBroker(broker);
    return new JmsNodeChannel(broker, JmsOptions.ofNode(options, limits));
  }

  @Override
  public void checkNode(String option, String value) {
    switch (option) {
      case "link" -> LinkOption.of(value);
      case "broker" -> {
        URI broker = URI.create(value);
        checkNodesBroker(broker);
        BrokerUris.of(broker, JmsOptions.DEFAULT);
      }
      default -> {} // depends on files or other options
    }
  }

  private static void checkNodesBroker(URI broker) {
    if (JmsCManager.brokers(broker).stream().anyMatch(EmbeddedBroker::isEmbedded)) {
      throw new CManagerException(
          "the broker of a node must be tcp:// or ssl:// (got '" + broker + "')");
    }
  }
}
