package org.dharch.ws.handlers;

import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;

/** The {@link EventingNode} of each store of each node in this process. Thread-safe. */
final class EventingNodes {
  private static final SharedByStore<EventingNode> ALL =
      new SharedByStore<>("both eventing handlers must have the same common parameters");

  private EventingNodes() {}

  /**
   * Returns the instance of this node and store, to be released by {@link #close}.
   *
   * @throws DHArchException if another handler of the node uses this store with other parameters
   */
  static EventingNode open(EventingSettingsReader settings, NodeContext node) {
    return ALL.open(
        settings.store(),
        node,
        () -> new EventingNode(settings, node),
        eventing -> eventing.settings().equals(settings));
  }

  static void close(EventingNode eventing, NodeContext node) {
    ALL.close(eventing.settings().store(), node, EventingNode::close);
  }
}
