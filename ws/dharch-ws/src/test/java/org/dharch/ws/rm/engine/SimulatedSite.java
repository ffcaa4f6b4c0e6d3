package org.dharch.ws.rm.engine;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.dharch.ws.rm.store.RmStore;

/** One end of the conversations: nodes that share a store, with a clock of its own. */
final class SimulatedSite {
  final String name;
  final RmStore store;
  final long clockOffset;
  final List<SimulatedNode> nodes = new ArrayList<>();
  SiteProtocol protocol;

  SimulatedSite(
      RmSimulation simulation,
      String name,
      long clockOffset,
      Function<InstantSource, RmStore> stores) {
    this.name = name;
    this.clockOffset = clockOffset;
    store = stores.apply(() -> Instant.ofEpochMilli(simulation.now() + clockOffset));
  }

  List<SimulatedNode> up() {
    return nodes.stream().filter(SimulatedNode::isUp).toList();
  }
}
