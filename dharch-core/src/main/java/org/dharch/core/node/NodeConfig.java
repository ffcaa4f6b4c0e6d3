package org.dharch.core.node;

import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.dharch.api.DHHandler;
import org.dharch.api.Limits;
import org.dharch.core.node.journal.ExecutionJournal;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.HandlerVersion;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;

/** The validated configuration of a node. */
record NodeConfig(
    NodeId id,
    Map<String, HostedHandler> handlers,
    int workers,
    int inboxTasks,
    long inboxBytes,
    Duration heartbeat,
    int recentCount,
    long recentBytes,
    ExecutionJournal journal,
    boolean standby,
    boolean speculative,
    boolean forwards,
    long largest,
    List<HandlerVersion> versions,
    Supplier<ProcessOrigin> origin,
    Limits limits,
    Ticker ticker) {

  Set<NodeStatus.Trait> traits() {
    Set<NodeStatus.Trait> traits = EnumSet.of(NodeStatus.Trait.WELCOME);
    if (standby) {
      traits.add(NodeStatus.Trait.STANDBY);
    }
    if (speculative) {
      traits.add(NodeStatus.Trait.SPECULATIVE);
    }
    if (forwards) {
      traits.add(NodeStatus.Trait.FORWARDS);
    }
    return traits;
  }

  /** Returns the handlers by name, in order. */
  Map<String, DHHandler> instances() {
    Map<String, DHHandler> instances = new LinkedHashMap<>();
    handlers.forEach((name, hosted) -> instances.put(name, hosted.handler));
    return instances;
  }
}
