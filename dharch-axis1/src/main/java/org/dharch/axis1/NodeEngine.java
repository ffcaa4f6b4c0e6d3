package org.dharch.axis1;

import java.util.Map;
import org.apache.axis.AxisEngine;
import org.apache.axis.MessageContext;
import org.apache.axis.client.AxisClient;
import org.apache.axis.configuration.SimpleProvider;
import org.apache.axis.server.AxisServer;

/**
 * Axis' engine as far as a message context needs one: without services, transports or chains, for
 * none runs here. Safe for any thread.
 */
@SuppressWarnings("serial") // it never travels by Java's own means
final class NodeEngine extends AxisServer {
  /** So that a message is written as it is read. */
  private static final Map<String, Object> OPTIONS =
      Map.of(
          PROP_DISABLE_PRETTY_XML, true,
          PROP_XML_DECL, false,
          PROP_XML_ENCODING, "UTF-8");

  private final transient AxisEngine client;

  NodeEngine() {
    super(new SimpleProvider());
    client = new AxisClient(new SimpleProvider());
    OPTIONS.forEach(this::setOption);
    OPTIONS.forEach(client::setOption);
  }

  /** The engine of a message whose container is the exchange's server, or its client. */
  AxisEngine engine(boolean server) {
    return server ? this : client;
  }

  /** Makes {@code context} the thread's; gives the one before, or null. */
  static MessageContext enter(MessageContext context) {
    MessageContext outer = getCurrentMessageContext();
    setCurrentMessageContext(context);
    return outer;
  }
}
