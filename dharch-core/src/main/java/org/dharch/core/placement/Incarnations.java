package org.dharch.core.placement;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.wire.NodeId;

/**
 * Remembers the known incarnations of nodes, so that a late heartbeat does not revive an ended
 * incarnation. Bounded: the least recently seen names are forgotten first.
 */
final class Incarnations {
  private static final int MAX_NAMES = 4096;
  private static final int MAX_INCARNATIONS = 64;

  private static final class Known {
    String latest = "";
    final Set<String> over = new LinkedHashSet<>();

    void end(String incarnation) {
      over.add(incarnation);
      if (over.size() > MAX_INCARNATIONS) {
        over.remove(over.iterator().next());
      }
    }
  }

  /**
   * By the node's name and execution journal: incarnations with different journals are unrelated.
   */
  private final Map<String, Known> incarnations = new LatestUsed<>(MAX_NAMES);

  private static String key(NodeId node) {
    return node.name() + "~" + node.journal().orElse("");
  }

  boolean isOver(NodeId node) {
    Known known = incarnations.get(key(node));
    return known != null && known.over.contains(node.incarnation());
  }

  /**
   * Starts this incarnation. An earlier one with its journal has ended, even if its heartbeats
   * still arrive.
   */
  void begin(NodeId node) {
    Known known = incarnations.computeIfAbsent(key(node), n -> new Known());
    NodeId latest = new NodeId(node.name(), known.latest);
    if (node.beganBefore(latest)) {
      return; // the heartbeat was delayed, or the clock was set back
    }
    endBefore(node, known);
    known.latest = node.incarnation();
  }

  private static void endBefore(NodeId node, Known known) {
    NodeId latest = new NodeId(node.name(), known.latest);
    if (node.remembers(latest) && latest.beganBefore(node)) {
      known.end(known.latest);
    }
  }

  /** Rejects later heartbeats of this incarnation and of earlier ones with its journal. */
  void end(NodeId node) {
    Known known = incarnations.computeIfAbsent(key(node), n -> new Known());
    known.end(node.incarnation());
    begin(node);
  }
}
