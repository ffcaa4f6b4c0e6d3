package org.dharch.core.node;

import java.time.Duration;

/** Looks into a node under test. */
final class NodeProbe {
  private NodeProbe() {}

  /** Whether every task batch is answered. */
  static boolean isQuiet(HandlerNode node) {
    try {
      return node.engine().awaitQuiet(Duration.ZERO);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
