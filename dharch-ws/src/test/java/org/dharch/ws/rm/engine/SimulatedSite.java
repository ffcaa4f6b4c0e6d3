package org.dharch.ws.rm.engine;

import java.util.ArrayList;
import java.util.List;
import org.dharch.ws.rm.store.MemoryRmStore;

/** One end of the conversations: nodes that share a store, with a clock of its own. */
final class SimulatedSite {
  final String name;
  final MemoryRmStore store;
  final long clockOffset;
  final List<SimulatedNode> nodes = new ArrayList<>();
  SiteProtocol protocol;

  SimulatedSite(RmSimulation simulation, String name, long clockOffset) {
    this.name = name;
    this.clockOffset = clockOffset;
    store = new MemoryRmStore(() -> java.time.Instant.ofEpochMilli(simulation.now() + clockOffset));
  }

  List<SimulatedNode> up() {
    return nodes.stream().filter(SimulatedNode::isUp).toList();
  }
}
