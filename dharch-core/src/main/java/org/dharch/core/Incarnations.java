package org.dharch.core;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.dharch.core.wire.NodeId;

/**
 * Which lives of which nodes have been heard of, so that a heartbeat that was long under way does
 * not bring back a life that is over. Bounded: the names heard of longest ago are forgotten first.
 */
final class Incarnations {
  private static final int MAX_NAMES = 4096;
  private static final int MAX_LIVES = 64;

  private static final class Lives {
    String latest = "";
    final Set<String> over = new LinkedHashSet<>();

    void end(String incarnation) {
      over.add(incarnation);
      if (over.size() > MAX_LIVES) {
        over.remove(over.iterator().next());
      }
    }
  }

  private final Map<String, Lives> byName = new LatestUsed<>(MAX_NAMES);

  boolean isOver(NodeId node) {
    Lives lives = byName.get(node.name());
    return lives != null && lives.over.contains(node.incarnation());
  }

  /** This life is here; an earlier one with its memory is over, wherever its heartbeats are. */
  void begin(NodeId node) {
    Lives lives = byName.computeIfAbsent(node.name(), n -> new Lives());
    NodeId before = new NodeId(node.name(), lives.latest);
    if (!before.equals(node) && node.remembers(before)) {
      lives.end(lives.latest);
    }
    lives.latest = node.incarnation();
  }

  /** Nothing more is to be believed of this life, nor of one before it with its memory. */
  void end(NodeId node) {
    Lives lives = byName.computeIfAbsent(node.name(), n -> new Lives());
    lives.end(node.incarnation());
    NodeId before = new NodeId(node.name(), lives.latest);
    if (node.remembers(before) && before.beganBefore(node)) {
      lives.end(lives.latest);
      lives.latest = node.incarnation();
    }
  }
}
