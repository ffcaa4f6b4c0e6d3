package org.dharch.ws.handlers;

import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;

/** One {@link EventingNode} for each store of each node of this process. Any thread. */
final class EventingNodes {
  private static final SharedByStore<EventingNode> ALL =
      new SharedByStore<>("those that both eventing handlers have must be the same");

  private EventingNodes() {}

  /**
   * That of this node and store; to be let go of by {@link #close}.
   *
   * @throws DHArchException if another handler of the node has this store on other terms
   */
  static EventingNode open(EventingSettingsReader settings, NodeContext node) {
    return ALL.open(
        settings.store(),
        node,
        () -> new EventingNode(settings, node),
        it -> it.settings().equals(settings));
  }

  static void close(EventingNode eventing, NodeContext node) {
    ALL.close(eventing.settings().store(), node, EventingNode::close);
  }
}
