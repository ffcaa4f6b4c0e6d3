package org.dharch.ws.handlers;

import java.util.HashMap;
import java.util.Map;
import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;

/**
 * One {@link RmNode} for each store of each node of this process, whichever of its handlers comes
 * first. Any thread.
 */
final class RmNodes {
  private static final Map<String, Shared> ALL = new HashMap<>(); // guarded by the class

  private RmNodes() {}

  private static final class Shared {
    final RmNode node;
    int users;

    Shared(RmNode node) {
      this.node = node;
    }
  }

  /**
   * That of this node and store; to be let go of by {@link #close}.
   *
   * @throws DHArchException if another handler of the node has this store on other terms
   */
  static synchronized RmNode open(RmSettingsReader settings, NodeContext node) {
    String key = key(settings, node);
    Shared shared = ALL.get(key);
    if (shared == null) {
      shared = new Shared(new RmNode(settings, node));
      ALL.put(key, shared);
    } else if (!isSame(shared.node.settings(), settings)) {
      throw new DHArchException(
          "store='"
              + settings.store().url()
              + "': another handler of this node has it with other parameters; those of the store,"
              + " of the policy and of what is sent must be the same");
    }
    shared.users++;
    return shared.node;
  }

  private static boolean isSame(RmSettingsReader one, RmSettingsReader other) {
    return one.store().login().equals(other.store().login())
        && one.engine().equals(other.engine())
        && one.emissions().equals(other.emissions());
  }

  static synchronized void close(RmNode node, NodeContext context) {
    String key = key(node.settings(), context);
    Shared shared = ALL.get(key);
    if (shared != null && --shared.users == 0) {
      ALL.remove(key);
      shared.node.close();
    }
  }

  private static String key(RmSettingsReader settings, NodeContext node) {
    return node.node() + ' ' + settings.store().url();
  }
}
