package org.dharch.ws.handlers;

import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;

/** One {@link RmNode} for each store of each node of this process. Any thread. */
final class RmNodes {
  private static final SharedByStore<RmNode> ALL =
      new SharedByStore<>("those of the store, of the policy and of what is sent must be the same");

  private RmNodes() {}

  /**
   * That of this node and store; to be let go of by {@link #close}.
   *
   * @throws DHArchException if another handler of the node has this store on other terms
   */
  static RmNode open(RmSettingsReader settings, NodeContext node) {
    return ALL.open(
        settings.store(),
        node,
        () -> new RmNode(settings, node),
        it -> isSame(it.settings(), settings));
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
