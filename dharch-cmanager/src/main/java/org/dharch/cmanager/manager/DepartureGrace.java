package org.dharch.cmanager.manager;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.dharch.core.wire.NodeId;

/**
 * Nodes that one of several brokers reports as departed. A broker that is stopped reports that of
 * all its nodes before its own link is lost, and they reconnect by another: so the report takes
 * effect only after a while in which neither the link was lost nor a heartbeat received. Safe for
 * any thread.
 */
final class DepartureGrace {
  private final Duration patience;
  private final LongSupplier nanoTime;
  private final Map<NodeId, Long> since = new LinkedHashMap<>();

  /**
   * None yet.
   *
   * @param patience how long it is waited; zero if there is no other broker
   */
  DepartureGrace(Duration patience, LongSupplier nanoTime) {
    this.patience = patience;
    this.nanoTime = nanoTime;
  }

  /** The broker says that it is gone. */
  synchronized void leaves(NodeId node) {
    since.putIfAbsent(node, nanoTime.getAsLong());
  }

  /** This broker delivered a heartbeat of the node. */
  synchronized void stays(NodeId node) {
    since.remove(node);
  }

  /** The link to the broker is lost: what it said of its nodes was of itself. */
  synchronized void brokerLost() {
    since.clear();
  }

  /** Those that are gone indeed, each once. */
  synchronized List<NodeId> gone() {
    long now = nanoTime.getAsLong();
    List<NodeId> gone = new ArrayList<>();
    since.forEach(
        (node, from) -> {
          if (now - from >= patience.toNanos()) {
            gone.add(node);
          }
        });
    gone.forEach(since::remove);
    return gone;
  }
}
