package org.dharch.core.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import org.dharch.core.context.Conductor;
import org.dharch.core.execution.event.Environment.Release;
import org.dharch.core.execution.event.PlacementRequest;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/**
 * The live nodes and their handlers, from heartbeats. Places a task on the node with the fewest
 * tasks per worker, those of other managers included ({@link Candidates}). The cost of a heartbeat
 * and of a placement does not grow with the number of nodes. Modified only on the {@link
 * Conductor}'s event loop; any thread may call {@link #serves}, {@link #served}, {@link #statuses}
 * and {@link #isListed}.
 */
public final class NodeDirectory {
  private final FlowControl flow;
  private final HandlerLimits handlerLimits;
  private final IntUnaryOperator random;

  private final Map<NodeId, KnownNode> nodes = new LinkedHashMap<>();

  /** One incarnation of each node; a later one replaces the earlier. */
  private final Map<String, KnownNode> byName = new HashMap<>();

  private final Map<String, Candidates> byHandler = new ConcurrentHashMap<>();
  private final Incarnations incarnations = new Incarnations();

  /** The number of nodes that report tasks of other managers. */
  private int shared;

  private volatile List<KnownNode> members = List.of();

  /** How often a handler without a node got one. */
  private long news;

  /**
   * Creates an empty directory.
   *
   * @param random returns a number from 0 to below its argument; must differ between managers
   */
  public NodeDirectory(FlowControl flow, IntUnaryOperator random) {
    this.flow = flow;
    this.handlerLimits = new HandlerLimits(flow.handlers());
    this.random = random;
  }

  /** Returns whether a node that accepts work hosts the handler. */
  public boolean serves(String handler) {
    return byHandler.containsKey(handler);
  }

  /** Returns the handlers that nodes which accept work host. */
  Set<String> served() {
    return Set.copyOf(byHandler.keySet());
  }

  /** Returns a number that changes whenever a handler without a node gets one. */
  long news() {
    return news;
  }

  public List<NodeStatus> statuses() {
    return members.stream().map(KnownNode::status).toList();
  }

  /** Returns the latest status of the node with this name. */
  public Optional<NodeStatus> statusOf(String name) {
    return Optional.ofNullable(byName.get(name)).map(KnownNode::status);
  }

  /** Returns the nodes that receive no work because another active node had their name first. */
  public List<NodeStatus> duplicates() {
    return members.stream().flatMap(node -> node.duplicates().now().stream()).toList();
  }

  /**
   * The changes that a heartbeat caused.
   *
   * @param joined whether the node is new
   * @param servesMore whether it hosts handlers that it did not host before
   * @param servesLess whether it, or a removed node, no longer hosts handlers that it hosted before
   * @param duplicate another incarnation of this name to report now, which is rejected while this
   *     one is active
   * @param rejectedFor the incarnation of this name for which this one is rejected, if both are
   *     active
   */
  public record MembershipChange(
      boolean joined,
      boolean servesMore,
      boolean servesLess,
      List<NodeId> gone,
      Optional<NodeStatus> duplicate,
      Optional<NodeStatus> rejectedFor) {
    private static final MembershipChange NONE = of(false, false, false, List.of());

    private static MembershipChange of(
        boolean joined, boolean servesMore, boolean servesLess, List<NodeId> gone) {
      return new MembershipChange(
          joined, servesMore, servesLess, gone, Optional.empty(), Optional.empty());
    }

    private MembershipChange withDuplicate(Optional<NodeStatus> other) {
      return new MembershipChange(joined, servesMore, servesLess, gone, other, rejectedFor);
    }

    private static MembershipChange rejected(NodeStatus here) {
      return new MembershipChange(
          false, false, false, List.of(), Optional.empty(), Optional.of(here));
    }
  }

  /**
   * Processes a heartbeat. A new incarnation of a node ends the old one if it has its execution
   * journal. An old one that appears after the new one is too late. Another incarnation of the name
   * without the journal is rejected while the node is active.
   */
  public MembershipChange update(NodeStatus status) {
    NodeId node = status.node();
    if (incarnations.isOver(node)) {
      return MembershipChange.NONE;
    }
    if (status.state() == NodeStatus.State.STOPPED) {
      return stopped(node);
    }
    KnownNode known = nodes.get(node);
    if (known != null) {
      return update(known, status);
    }
    KnownNode other = byName.get(node.name());
    if (other != null && !node.remembers(other.id())) {
      incarnations.begin(node);
      return other.duplicates().update(status)
          ? MembershipChange.rejected(other.status())
          : MembershipChange.NONE;
    }
    if (other != null && node.beganBefore(other.id())) {
      return MembershipChange.NONE;
    }
    incarnations.begin(node);
    add(new KnownNode(status, flow.nodes()));
    List<NodeId> gone = new ArrayList<>(1);
    if (other != null && remove(other.id())) { // last: shared handlers stay hosted
      incarnations.end(other.id());
      gone.add(other.id());
    }
    return MembershipChange.of(true, true, !gone.isEmpty(), gone);
  }

  /** An earlier incarnation with its journal has ended too, even if this one was unknown before. */
  private MembershipChange stopped(NodeId node) {
    KnownNode known = byName.get(node.name());
    incarnations.end(node);
    boolean over = known != null && node.remembers(known.id()) && !node.beganBefore(known.id());
    if (!over) {
      return MembershipChange.NONE;
    }
    incarnations.end(known.id());
    remove(known.id());
    return MembershipChange.of(false, false, true, List.of(known.id()));
  }

  private MembershipChange update(KnownNode node, NodeStatus status) {
    NodeStatus before = node.status();
    shared -= node.others() > 0 ? 1 : 0;
    node.update(status);
    shared += node.others() > 0 ? 1 : 0;
    Optional<NodeStatus> duplicate = node.duplicates().heartbeatReceived();
    boolean same =
        before.state() == status.state()
            && before.traits().equals(status.traits())
            && before.handlers().equals(status.handlers());
    if (same) {
      return duplicate.isEmpty()
          ? MembershipChange.NONE
          : MembershipChange.NONE.withDuplicate(duplicate);
    }
    serve(node);
    stopServing(node, before.handlers());
    return MembershipChange.of(
            false, servesMore(before, status), servesMore(status, before), List.of())
        .withDuplicate(duplicate);
  }

  /** Returns whether {@code now} has a handler that {@code before} does not have. */
  private static boolean servesMore(NodeStatus before, NodeStatus now) {
    boolean took = before.state() == NodeStatus.State.READY;
    return now.state() == NodeStatus.State.READY
        && !(took && before.handlers().containsAll(now.handlers()));
  }

  private void add(KnownNode node) {
    nodes.put(node.id(), node);
    byName.put(node.id().name(), node);
    shared += node.others() > 0 ? 1 : 0;
    serve(node);
    members = List.copyOf(nodes.values());
  }

  /** Removes the node; returns false if it is unknown. */
  public boolean remove(NodeId node) {
    KnownNode known = nodes.remove(node);
    if (known == null) {
      return false;
    }
    byName.remove(node.name(), known);
    shared -= known.others() > 0 ? 1 : 0;
    known.status().handlers().forEach(handler -> stopServing(known, handler));
    members = List.copyOf(nodes.values());
    return true;
  }

  /**
   * Marks the node as unreachable: it is the last choice and has no capacity.
   *
   * @return whether it is known and was reachable
   */
  public boolean unreachable(NodeId node) {
    return reach(node, false);
  }

  /** Marks the node as reachable; returns whether it was unreachable. */
  public boolean reached(NodeId node) {
    return reach(node, true);
  }

  /** Returns whether the node is known and reachable. */
  public boolean reaches(NodeId node) {
    KnownNode known = nodes.get(node);
    return known != null && known.isReached();
  }

  private boolean reach(NodeId node, boolean isReached) {
    KnownNode known = nodes.get(node);
    if (known == null || known.isReached() == isReached) {
      return false;
    }
    int before = known.rank();
    known.reached(isReached);
    ranked(known, before);
    return true;
  }

  private void serve(KnownNode node) {
    if (node.takesWork()) {
      for (String handler : node.status().handlers()) {
        byHandler
            .computeIfAbsent(
                handler,
                h -> {
                  news++;
                  return new Candidates();
                })
            .put(node);
      }
    }
  }

  private void stopServing(KnownNode node, List<String> before) {
    Set<String> now = node.takesWork() ? Set.copyOf(node.status().handlers()) : Set.of();
    before.stream().filter(h -> !now.contains(h)).forEach(handler -> stopServing(node, handler));
  }

  private void stopServing(KnownNode node, String handler) {
    Candidates candidates = byHandler.get(handler);
    if (candidates != null) {
      candidates.remove(node);
      if (candidates.isEmpty()) {
        byHandler.remove(handler);
      }
    }
  }

  /** Returns the live incarnation of the node with this name. */
  public Optional<NodeId> named(String name) {
    return statusOf(name).map(NodeStatus::node);
  }

  public boolean alive(NodeId node) {
    return nodes.containsKey(node);
  }

  /** Returns the same as {@link #alive}, on any thread, by a scan of all nodes. */
  public boolean isListed(NodeId node) {
    return members.stream().anyMatch(known -> known.status().node().equals(node));
  }

  /** Returns the node's own clock in its latest heartbeat. */
  public long announcedNanos(NodeId node) {
    KnownNode known = nodes.get(node);
    return known == null ? 0 : known.status().announcedNanos();
  }

  /**
   * Returns how many attempts the node's execution journal had recorded by its latest heartbeat.
   */
  public long taken(NodeId node) {
    KnownNode known = nodes.get(node);
    return known == null ? 0 : known.status().taken();
  }

  /** Returns the best node for the handler. */
  public Optional<NodeId> place(PlacementRequest request) {
    String handler = request.handler();
    if (request.only().isPresent()) {
      return Optional.ofNullable(byName.get(request.only().get()))
          .filter(node -> node.takesWork() && node.status().handlers().contains(handler))
          .filter(node -> node.takes(request.bytes()))
          .map(KnownNode::id);
    }
    Candidates candidates = byHandler.get(handler);
    return candidates == null
        ? Optional.empty()
        : candidates.best(request.avoid(), request.bytes(), shared > 0, random).map(KnownNode::id);
  }

  /**
   * Returns the largest message that a node with the handler accepts; empty if there is no bound.
   */
  public OptionalLong largest(PlacementRequest request) {
    Optional<String> only = request.only();
    List<KnownNode> serving =
        members.stream()
            .filter(node -> node.takesWork())
            .filter(node -> node.status().handlers().contains(request.handler()))
            .filter(node -> only.isEmpty() || only.get().equals(node.id().name()))
            .toList();
    boolean any = serving.stream().anyMatch(node -> node.takes(Long.MAX_VALUE));
    return any
        ? OptionalLong.empty()
        : serving.stream().mapToLong(node -> node.status().largest()).max();
  }

  /**
   * Returns a node as {@link #place} does, but by affinity; considers all nodes that host the
   * handler.
   *
   * @param affinity the hash of the value that related messages share
   */
  public Optional<NodeId> placeBy(long affinity, PlacementRequest request) {
    Candidates candidates = byHandler.get(request.handler());
    return candidates == null
        ? Optional.empty()
        : candidates.heaviest(affinity, request.avoid(), request.bytes()).map(KnownNode::id);
  }

  /**
   * Returns whether the node can receive one more task of this handler, for a message of this size.
   */
  public boolean hasCapacity(NodeId node, String handler, long bytes) {
    return hasCapacityForCall(node, handler, bytes) && nodes.get(node).hasCapacity();
  }

  /**
   * Returns the same as {@link #hasCapacity(NodeId, String, long)} for a message for which a
   * handler waits. The tasks that fill the node's concurrency limit may be the waiting ones.
   */
  public boolean hasCapacityForCall(NodeId node, String handler, long bytes) {
    KnownNode known = nodes.get(node);
    return known != null
        && known.isReached()
        && known.hasCapacityFor(bytes)
        && handlerLimits.hasCapacity(handler);
  }

  /** Returns whether {@code node} is alive and has this trait. */
  public boolean has(NodeId node, NodeStatus.Trait trait) {
    KnownNode known = nodes.get(node);
    return known != null && known.has(trait);
  }

  /**
   * Returns whether {@code node}, which already has a message, should also run {@code handler} on
   * it, although another node may have less to do.
   *
   * @param bytes the size of the message
   * @param usualNanos the usual duration of a call of the handler
   */
  public boolean mayContinue(NodeId node, String handler, long bytes, long usualNanos) {
    KnownNode known = nodes.get(node);
    if (known == null
        || !known.takesWork()
        || !known.takes(bytes)
        || known.load().isHung()
        || !known.isReached()
        || !known.status().handlers().contains(handler)
        || handlerLimits.isBounded(handler)) { // counted only when its stage begins
      return false;
    }
    KnownNode other =
        byHandler.get(handler).best(Optional.of(node), bytes, shared > 0, random).orElse(known);
    return other == known || other.rank() > known.rank() || !known.waitsLonger(other, usualNanos);
  }

  /**
   * Returns whether {@code node} may forward messages and receive forwarded ones, as far as is
   * known.
   */
  public boolean canForward(NodeId node, long now) {
    KnownNode known = nodes.get(node);
    return known != null && known.canForward(now);
  }

  /** Records that a message that {@code node} forwarded did not arrive. */
  public void forwardLost(NodeId node, long now) {
    KnownNode known = nodes.get(node);
    if (known != null) {
      known.forwardLost(now);
    }
  }

  /**
   * Returns the best node for the handler if it accepts forwarded messages and has capacity.
   *
   * @param avoidBusy whether it must have fewer tasks than workers, or be the only one
   */
  public Optional<NodeId> placeSpeculative(PlacementRequest request, boolean avoidBusy, long now) {
    String handler = request.handler();
    if (handlerLimits.isBounded(handler)) { // counted only when its stage begins
      return Optional.empty();
    }
    return place(request)
        .map(nodes::get)
        .filter(node -> node.canForward(now) && !node.load().isHung())
        .filter(node -> node.load().hasCapacity() && node.hasCapacityFor(request.bytes()))
        .filter(node -> !avoidBusy || !node.isBusy() || byHandler.get(handler).isOnly(node))
        .map(KnownNode::id);
  }

  /** Returns whether any node has capacity for the handler. */
  public boolean hasCapacity(String handler) {
    Candidates candidates = byHandler.get(handler);
    return candidates != null && handlerLimits.hasCapacity(handler) && candidates.anyCapacity();
  }

  public void assigned(NodeId node, String handler, long bytes) {
    handlerLimits.add(handler);
    KnownNode known = nodes.get(node);
    if (known != null) {
      int before = known.rank();
      known.load().add(bytes);
      ranked(known, before);
    }
  }

  public void released(
      NodeId node, String handler, long bytes, long sentAt, long now, Release how) {
    handlerLimits.remove(handler);
    KnownNode known = nodes.get(node);
    if (known != null) {
      int before = known.rank();
      known.load().remove(bytes, sentAt, now, how);
      ranked(known, before);
    }
  }

  /** Moves a node whose rank has changed to its new rank. */
  private void ranked(KnownNode node, int before) {
    if (node.rank() != before) {
      serve(node);
    }
  }

  /** Returns the number of tasks of this manager on all nodes. */
  public int burden() {
    return nodes.values().stream().mapToInt(node -> node.load().tasks()).sum();
  }

  /** Returns how many nodes have been compared since the start to choose one for this handler. */
  long looks(String handler) {
    return byHandler.get(handler).looks();
  }
}
