package org.dharch.core.placement;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.wire.NodeId;

/**
 * Which lives of which nodes have been heard of, so that a heartbeat that was long under way does
 * not bring back a life that is over. Bounded: the names heard of longest ago are forgotten first.
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

  /** By the node's name and its memory: of two memories neither tells anything of the other. */
  private final Map<String, Known> incarnations = new LatestUsed<>(MAX_NAMES);

  private static String key(NodeId node) {
    return node.name() + "~" + node.journal().orElse("");
  }

  boolean isOver(NodeId node) {
    Known known = incarnations.get(key(node));
    return known != null && known.over.contains(node.incarnation());
  }

  /** This life is heard; an earlier one with its memory is over, wherever its heartbeats are. */
  void begin(NodeId node) {
    Known known = incarnations.computeIfAbsent(key(node), n -> new Known());
    NodeId latest = new NodeId(node.name(), known.latest);
    if (node.beganBefore(latest)) {
      return; // its heartbeat was long under way, or the clock was set back
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

  /** Nothing more is to be believed of this life, nor of one before it with its memory. */
  void end(NodeId node) {
    Known known = incarnations.computeIfAbsent(key(node), n -> new Known());
    known.end(node.incarnation());
    begin(node);
  }
}
