package org.dharch.ws.handlers;

import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;

/** The {@link RmNode} of each store of each node in this process. Thread-safe. */
final class RmNodes {
  private static final SharedByStore<RmNode> ALL =
      new SharedByStore<>("the parameters of store, policy and emissions must be the same");

  private RmNodes() {}

  /**
   * Returns the instance of this node and store, to be released by {@link #close}.
   *
   * @throws DHArchException if another handler of the node uses this store with other parameters
   */
  static RmNode open(RmSettingsReader settings, NodeContext node) {
    return ALL.open(
        settings.store(),
        node,
        () -> new RmNode(settings, node),
        rm -> isSame(rm.settings(), settings));
  }

  private static boolean isSame(RmSettingsReader one, RmSettingsReader other) {
    return one.store().login().equals(other.store().login())
        && one.engine().equals(other.engine())
        && one.emissions().equals(other.emissions());
  }

  static void close(RmNode rm, NodeContext node) {
    ALL.close(rm.settings().store(), node, RmNode::close);
  }
}
