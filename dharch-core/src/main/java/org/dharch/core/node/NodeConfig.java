package org.dharch.core.node;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.dharch.core.message.Limits;
import org.dharch.core.spi.DHHandler;
import org.dharch.core.spi.Ticker;

/** What a node was built with, valid. */
record NodeConfig(
    NodeId id,
    Map<String, Hosted> handlers,
    int workers,
    int inboxTasks,
    long inboxBytes,
    Duration heartbeat,
    Duration hungAfter,
    int recentCount,
    long recentBytes,
    Limits limits,
    Ticker ticker) {

  List<DHHandler> instances() {
    return handlers.values().stream().map(h -> h.handler).toList();
  }
}
