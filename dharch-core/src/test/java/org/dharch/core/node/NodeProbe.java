package org.dharch.core.node;

import java.time.Duration;
import java.util.function.Function;
import org.dharch.core.spi.NodeChannel;

/** Looks into a node under test. */
final class NodeProbe {
  private NodeProbe() {}

  /** Starts a node without threads: the caller steps it. */
  static HandlerNode stepped(
      HandlerNode.Builder builder, NodeChannel channel, Function<NodeEngine, Workers> workers) {
    return builder.start(channel, Runnable::run, Runnable::run, workers, () -> {});
  }

  /** Bounds the results that a node remembers. */
  static void recent(HandlerNode.Builder builder, int count, long bytes) {
    builder.recentCount = count;
    builder.recentBytes = bytes;
  }

  /** Whether every task batch is answered. */
  static boolean isQuiet(HandlerNode node) {
    try {
      return node.engine.awaitQuiet(Duration.ZERO);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
