package org.dharch.axis1;

import java.util.Map;
import org.apache.axis.AxisEngine;
import org.apache.axis.MessageContext;
import org.apache.axis.client.AxisClient;
import org.apache.axis.configuration.SimpleProvider;
import org.apache.axis.server.AxisServer;

/**
 * An Axis engine for message contexts, without services, transports or chains. Safe for any thread.
 */
@SuppressWarnings("serial") // never serialized
final class NodeEngine extends AxisServer {
  /** Makes Axis write messages in the encoding in which they are read. */
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

  /** The engine for a server's or a client's messages. */
  AxisEngine engine(boolean server) {
    return server ? this : client;
  }

  /** Sets the thread's context; returns the previous one, or null. */
  static MessageContext enter(MessageContext context) {
    MessageContext outer = getCurrentMessageContext();
    setCurrentMessageContext(context);
    return outer;
  }
}
