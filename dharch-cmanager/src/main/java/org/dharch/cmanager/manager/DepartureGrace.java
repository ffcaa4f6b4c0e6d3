package org.dharch.cmanager.manager;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.dharch.core.wire.NodeId;

/**
 * Delays the departures of nodes that one of several brokers reports. A stopped broker reports all
 * its nodes as departed before its own link is lost, and the nodes reconnect by another broker.
 * Therefore a report takes effect only after a while in which neither the link was lost nor a
 * heartbeat received. Safe for any thread.
 */
final class DepartureGrace {
  private final Duration patience;
  private final LongSupplier nanoTime;
  private final Map<NodeId, Long> since = new LinkedHashMap<>();

  /**
   * @param patience the delay; zero if there is no other broker
   */
  DepartureGrace(Duration patience, LongSupplier nanoTime) {
    this.patience = patience;
    this.nanoTime = nanoTime;
  }

  /** The broker reports the node as departed. */
  synchronized void onDeparture(NodeId node) {
    since.putIfAbsent(node, nanoTime.getAsLong());
  }

  /** This broker delivered a heartbeat of the node. */
  synchronized void onHeartbeat(NodeId node) {
    since.remove(node);
  }

  /** The link to the broker is lost, so its pending reports are void. */
  synchronized void onBrokerLost() {
    since.clear();
  }

  /** Removes and returns the nodes whose delay has passed. */
  synchronized List<NodeId> takeDeparted() {
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
