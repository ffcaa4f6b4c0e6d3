package org.dharch.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.execution.Environment.Release;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/**
 * The nodes alive and what each hosts, from their heartbeats, and where a handler is best sent: to
 * the node with the fewest tasks of this manager per worker. Written to only by the thread that has
 * the {@link Conductor}'s turn; {@link #served} and {@link #statuses} may be read by any thread.
 */
final class NodeDirectory {

  private static final class Entry {
    NodeStatus status;
    long heardAt;
    final NodeLoad load;

    Entry(NodeStatus status, long heardAt, NodeLoad load) {
      this.status = status;
      this.heardAt = heardAt;
      this.load = load;
    }
  }

  private final FlowControl flow;
  private final NodeLoad.PerHandler perHandler;

  private final Map<NodeId, Entry> nodes = new LinkedHashMap<>();
  private final Map<String, List<Entry>> byHandler = new LinkedHashMap<>();
  private final Incarnations lives = new Incarnations();

  private volatile Set<String> served = Set.of();
  private volatile List<NodeStatus> statuses = List.of();

  NodeDirectory(FlowControl flow) {
    this.flow = flow;
    this.perHandler = new NodeLoad.PerHandler(flow.handlers());
  }

  /** Whether a node that takes work hosts the handler. */
  boolean serves(String handler) {
    return served.contains(handler);
  }

  Set<String> served() {
    return served;
  }

  List<NodeStatus> statuses() {
    return statuses;
  }

  /** What a heartbeat changed. */
  record MembershipChange(boolean joined, List<NodeId> gone) {}

  /**
   * Takes a heartbeat. A new life of a node ends the old one; an old one that is heard of for the
   * first time when the new one is there comes too late.
   */
  MembershipChange heard(NodeStatus status, long now) {
    List<NodeId> gone = new ArrayList<>(0);
    if (lives.isOver(status.node())) {
      return new MembershipChange(false, gone);
    }
    if (status.state() == NodeStatus.State.STOPPED) {
      lives.end(status.node());
      if (remove(status.node())) {
        gone.add(status.node());
      }
      return new MembershipChange(false, gone);
    }
    Entry entry = nodes.get(status.node());
    if (entry != null) {
      boolean same =
          entry.status.state() == status.state()
              && entry.status.traits().equals(status.traits())
              && entry.status.handlers().equals(status.handlers());
      entry.status = status;
      entry.heardAt = now;
      if (same) {
        publishStatuses();
      } else {
        rebuild();
      }
      return new MembershipChange(false, gone);
    }
    if (nodes.keySet().stream()
        .anyMatch(n -> n.name().equals(status.node().name()) && status.node().beganBefore(n))) {
      return new MembershipChange(false, gone);
    }
    for (NodeId old : List.copyOf(nodes.keySet())) {
      if (old.name().equals(status.node().name())) {
        remove(old);
        gone.add(old);
      }
    }
    lives.begin(status.node());
    nodes.put(status.node(), new Entry(status, now, new NodeLoad(flow.nodes())));
    rebuild();
    return new MembershipChange(true, gone);
  }

  /** False if it was not here. */
  boolean remove(NodeId node) {
    if (nodes.remove(node) == null) {
      return false;
    }
    rebuild();
    return true;
  }

  /** Those not heard of since {@code since}. */
  List<NodeId> silentSince(long since) {
    List<NodeId> silent = List.of();
    for (Map.Entry<NodeId, Entry> each : nodes.entrySet()) {
      if (each.getValue().heardAt <= since) {
        if (silent.isEmpty()) {
          silent = new ArrayList<>();
        }
        silent.add(each.getKey());
      }
    }
    return silent;
  }

  /** When the longest silent node was heard of last. */
  long oldestHeardAt() {
    long oldest = Long.MAX_VALUE;
    for (Entry entry : nodes.values()) {
      oldest = Math.min(oldest, entry.heardAt);
    }
    return oldest;
  }

  /** No node is to count as silent for the time in which none could be heard. */
  void forgiveSilence(long now) {
    nodes.values().forEach(entry -> entry.heardAt = now);
  }

  /** The life of the node of this name that is alive, if one is. */
  Optional<NodeId> named(String name) {
    return nodes.keySet().stream().filter(n -> n.name().equals(name)).findFirst();
  }

  boolean alive(NodeId node) {
    return nodes.containsKey(node);
  }

  /** The node's own clock in its latest heartbeat. */
  long announcedNanos(NodeId node) {
    Entry entry = nodes.get(node);
    return entry == null ? 0 : entry.status.announcedNanos();
  }

  boolean has(NodeId node, NodeStatus.Trait trait) {
    Entry entry = nodes.get(node);
    return entry != null && entry.status.traits().contains(trait);
  }

  /**
   * The node where the handler is best sent.
   *
   * @param only the name of the one node that is allowed; any if empty
   * @param avoid taken only if there is no other
   */
  Optional<NodeId> place(String handler, Optional<String> only, Optional<NodeId> avoid) {
    Entry best = null;
    for (Entry entry : byHandler.getOrDefault(handler, List.of())) {
      boolean allowed = only.isEmpty() || only.get().equals(entry.status.node().name());
      if (allowed && (best == null || better(entry, best, avoid))) {
        best = entry;
      }
    }
    return best == null ? Optional.empty() : Optional.of(best.status.node());
  }

  private static boolean better(Entry a, Entry b, Optional<NodeId> avoid) {
    boolean avoidA = avoid.filter(a.status.node()::equals).isPresent();
    boolean avoidB = avoid.filter(b.status.node()::equals).isPresent();
    if (avoidA != avoidB) {
      return avoidB;
    }
    boolean standbyA = a.status.traits().contains(NodeStatus.Trait.STANDBY);
    boolean standbyB = b.status.traits().contains(NodeStatus.Trait.STANDBY);
    if (standbyA != standbyB) {
      return standbyB;
    }
    if (a.load.isHung() != b.load.isHung()) {
      return b.load.isHung();
    }
    if (a.load.hasRoom() != b.load.hasRoom()) {
      return a.load.hasRoom();
    }
    // a.tasks / a.workers < b.tasks / b.workers
    return (long) a.load.tasks() * b.status.workers() < (long) b.load.tasks() * a.status.workers();
  }

  /** Whether the node is to be sent one more task of this handler. */
  boolean hasRoom(NodeId node, String handler) {
    Entry entry = nodes.get(node);
    return entry != null && entry.load.hasRoom() && perHandler.hasRoom(handler);
  }

  /** Whether any node is. */
  boolean hasRoom(String handler) {
    return perHandler.hasRoom(handler)
        && byHandler.getOrDefault(handler, List.of()).stream().anyMatch(e -> e.load.hasRoom());
  }

  /** The handlers that the node hosts. */
  List<String> handlers(NodeId node) {
    Entry entry = nodes.get(node);
    return entry == null ? List.of() : entry.status.handlers();
  }

  void assigned(NodeId node, String handler) {
    perHandler.add(handler);
    Entry entry = nodes.get(node);
    if (entry != null) {
      entry.load.add();
    }
  }

  void released(NodeId node, String handler, long sentAt, long now, Release how) {
    perHandler.remove(handler);
    Entry entry = nodes.get(node);
    if (entry != null) {
      entry.load.remove(sentAt, now, how);
    }
  }

  /** How many tasks of this manager are on all nodes together. */
  int burden() {
    return nodes.values().stream().mapToInt(entry -> entry.load.tasks()).sum();
  }

  private void rebuild() {
    byHandler.clear();
    for (Entry entry : nodes.values()) {
      if (entry.status.state() == NodeStatus.State.READY) {
        for (String handler : entry.status.handlers()) {
          byHandler.computeIfAbsent(handler, h -> new ArrayList<>()).add(entry);
        }
      }
    }
    served = Set.copyOf(new HashSet<>(byHandler.keySet()));
    publishStatuses();
  }

  private void publishStatuses() {
    statuses = nodes.values().stream().map(entry -> entry.status).toList();
  }
}
