package org.dharch.core.node;

import java.util.ArrayDeque;
import org.dharch.core.spi.DHHandler;

/** One handler of a node and the tasks that wait for it; guarded by the engine's lock. */
final class Hosted {
  /** How many of its threads may hang before the node serves the handler no more. */
  static final int MAX_HUNG = 16;

  final String name;
  final int concurrency;
  final DHHandler handler;
  final ArrayDeque<TaskRun> queue = new ArrayDeque<>();

  /** Calls that have not come back, hung ones too: these keep their places. */
  int active;

  /** Calls that ignored the interrupt and may never come back. */
  int hung;

  Hosted(String name, int concurrency, DHHandler handler) {
    this.name = name;
    this.concurrency = concurrency;
    this.handler = handler;
  }

  boolean isHung() {
    return hung >= Math.min(concurrency, MAX_HUNG);
  }

  boolean hasTurn() {
    return active < concurrency && !queue.isEmpty();
  }
}
