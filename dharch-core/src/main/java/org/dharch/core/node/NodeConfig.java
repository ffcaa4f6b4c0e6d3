package org.dharch.core.node;

import java.time.Duration;
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
    CapacityLimits capacity,
    Duration heartbeat,
    ResultMemory results,
    Set<NodeStatus.Trait> traits,
    List<HandlerVersion> versions,
    Supplier<ProcessOrigin> origin,
    Limits limits,
    Ticker ticker) {

  /**
   * The bounds on the work that the node accepts.
   *
   * @param workers the handlers that run in parallel
   * @param inboxTasks the queued tasks
   * @param inboxBytes the bytes of their envelopes
   * @param largest the bytes of one envelope
   */
  record CapacityLimits(int workers, int inboxTasks, long inboxBytes, long largest) {}

  /**
   * The results that the node keeps, so that no attempt runs twice.
   *
   * @param recentCount the number of results in memory
   * @param recentBytes their bytes
   * @param journal the results of stateful handlers
   */
  record ResultMemory(int recentCount, long recentBytes, ExecutionJournal journal) {}

  /** Returns the handlers by name, in order. */
  Map<String, DHHandler> instances() {
    Map<String, DHHandler> instances = new LinkedHashMap<>();
    handlers.forEach((name, hosted) -> instances.put(name, hosted.handler));
    return instances;
  }
}
