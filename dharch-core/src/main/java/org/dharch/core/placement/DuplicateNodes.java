package org.dharch.core.placement;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/**
 * Detects other incarnations of a node's name that send heartbeats at the same time and lack its
 * execution journal. A duplicate is reported only when both have sent heartbeats for a while,
 * because a heartbeat of an ended incarnation may arrive late. Keeps at most {@value #MOST}; the
 * oldest is removed first. Safe for any thread.
 */
final class DuplicateNodes {
  /** The number of heartbeats of each incarnation after which a duplicate is reported. */
  private static final int BOTH_SEEN = 3;

  /**
   * The number of heartbeats of the node without one of the duplicate after which the duplicate is
   * removed.
   */
  private static final int SILENT = 12;

  private static final int MOST = 16;

  private static final class Duplicate {
    NodeStatus status;

    /** The node's heartbeats since the first one of the duplicate. */
    int overlaps;

    /** The node's heartbeats since the latest one of the duplicate. */
    int alone;

    boolean isThere() {
      return overlaps >= BOTH_SEEN && alone < SILENT;
    }
  }

  private final Map<NodeId, Duplicate> all = new LinkedHashMap<>(); // guarded by this

  /**
   * Records a heartbeat of another incarnation.
   *
   * @return whether the duplicate is confirmed
   */
  synchronized boolean update(NodeStatus status) {
    if (all.size() == MOST && !all.containsKey(status.node())) {
      all.remove(all.keySet().iterator().next());
    }
    Duplicate duplicate = all.computeIfAbsent(status.node(), n -> new Duplicate());
    duplicate.status = status;
    duplicate.alone = 0;
    return duplicate.isThere();
  }

  /**
   * Records a heartbeat of the node.
   *
   * @return the other incarnation, if the duplicate must be reported now
   */
  synchronized Optional<NodeStatus> heartbeatReceived() {
    Optional<NodeStatus> due = Optional.empty();
    for (Iterator<Duplicate> each = all.values().iterator(); each.hasNext(); ) {
      Duplicate duplicate = each.next();
      duplicate.overlaps++;
      if (++duplicate.alone >= SILENT) {
        each.remove();
      } else if (duplicate.overlaps == BOTH_SEEN) {
        due = Optional.of(duplicate.status);
      }
    }
    return due;
  }

  /** The current duplicates. */
  synchronized List<NodeStatus> now() {
    List<NodeStatus> now = new ArrayList<>();
    all.values().stream()
        .filter(Duplicate::isThere)
        .forEach(duplicate -> now.add(duplicate.status));
    return now;
  }
}
