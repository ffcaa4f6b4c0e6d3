package org.dharch.ws.handlers;

import java.util.HashMap;
import java.util.Map;
import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;

/**
 * One {@link EventingNode} for each store of each node of this process, whichever of its handlers
 * comes first. Any thread.
 */
final class EventingNodes {
  private static final Map<String, Shared> ALL = new HashMap<>(); // guarded by the class

  private EventingNodes() {}

  private static final class Shared {
    final EventingNode node;
    int users;

    Shared(EventingNode node) {
      this.node = node;
    }
  }

  /**
   * That of this node and store; to be let go of by {@link #close}.
   *
   * @throws DHArchException if another handler of the node has this store on other terms
   */
  static synchronized EventingNode open(EventingSettingsReader settings, NodeContext node) {
    String key = key(settings, node);
    Shared shared = ALL.get(key);
    if (shared == null) {
      shared = new Shared(new EventingNode(settings, node));
      ALL.put(key, shared);
    } else if (!shared.node.settings().equals(settings)) {
      throw new DHArchException(
          "store='"
              + settings.store().url()
              + "': another handler of this node has it with other parameters; those that both"
              + " eventing handlers have must be the same");
    }
    shared.users++;
    return shared.node;
  }

  static synchronized void close(EventingNode node, NodeContext context) {
    String key = key(node.settings(), context);
    Shared shared = ALL.get(key);
    if (shared != null && --shared.users == 0) {
      ALL.remove(key);
      shared.node.close();
    }
  }

  private static String key(EventingSettingsReader settings, NodeContext node) {
    return node.node() + ' ' + settings.store().url();
  }
}
