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
 * The other lives of a node's name that are heard beside it, without its memory. There is one only
 * when both are heard for a while: the heartbeat of a life that is over may be long under way.
 * Bounded: past {@value #MOST} the one that came first is forgotten. Safe for any thread.
 */
final class DuplicateNodes {
  /** How often the node is heard beside another life of its name before there are two. */
  private static final int BOTH_HEARD = 3;

  /** How often the node is heard without the other before there is but one. */
  private static final int SILENT = 12;

  private static final int MOST = 16;

  private static final class Duplicate {
    NodeStatus status;

    /** How often the node was heard since this was first. */
    int beside;

    /** How often the node was heard since this was. */
    int alone;

    boolean isThere() {
      return beside >= BOTH_HEARD && alone < SILENT;
    }
  }

  private final Map<NodeId, Duplicate> all = new LinkedHashMap<>(); // guarded by this

  /**
   * Another life is heard.
   *
   * @return whether there are two for sure
   */
  synchronized boolean heard(NodeStatus status) {
    if (all.size() == MOST && !all.containsKey(status.node())) {
      all.remove(all.keySet().iterator().next());
    }
    Duplicate duplicate = all.computeIfAbsent(status.node(), n -> new Duplicate());
    duplicate.status = status;
    duplicate.alone = 0;
    return duplicate.isThere();
  }

  /**
   * The node is heard.
   *
   * @return the other life, if it is to be said now that there are two
   */
  synchronized Optional<NodeStatus> nodeHeard() {
    Optional<NodeStatus> say = Optional.empty();
    for (Iterator<Duplicate> each = all.values().iterator(); each.hasNext(); ) {
      Duplicate duplicate = each.next();
      duplicate.beside++;
      if (++duplicate.alone >= SILENT) {
        each.remove();
      } else if (duplicate.beside == BOTH_HEARD) {
        say = Optional.of(duplicate.status);
      }
    }
    return say;
  }

  /** Those that are heard now. */
  synchronized List<NodeStatus> now() {
    List<NodeStatus> now = new ArrayList<>();
    all.values().stream()
        .filter(Duplicate::isThere)
        .forEach(duplicate -> now.add(duplicate.status));
    return now;
  }
}
