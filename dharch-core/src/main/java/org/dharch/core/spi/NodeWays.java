package org.dharch.core.spi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.dharch.core.wire.NodeId;

/**
 * Chooses the route of each item to a node, over several brokers and a direct link, and tracks the
 * items when a route breaks. It sends nothing itself and has no clock and no thread, so that the
 * simulation can drive it. Safe for any thread; never blocks.
 *
 * <ul>
 *   <li>Of several independent brokers, a node uses one at a time: the one that delivered its
 *       latest heartbeat. Reports of other brokers about the node are ignored, and no item is sent
 *       there.
 *   <li>While a node's link is connected, all items use it, whether or not its broker is connected.
 *       Otherwise they use the broker. A full link accepts nothing, even if the broker would: a
 *       node that does not read must not receive more.
 *   <li>Items sent over a link are kept until the node acknowledges them. When the link breaks, the
 *       remaining items are sent again, over the next link or the broker, whichever connects first.
 *       The node may receive some of them twice and recognizes their attempts.
 *   <li>A broker's report that a node has left is ignored while the node's link is connected. When
 *       the link breaks too, the node is lost.
 *   <li>A node whose broker is lost and that has no link is cut off if another broker is connected:
 *       other nodes can do its work. It returns over another broker, or over this one when it is
 *       back. If no broker is left, all nodes wait for the first that returns, as with one broker.
 * </ul>
 *
 * <p>Items are kept in sending order, with a bound on number and bytes for each node. Items without
 * any route share one such bound for all nodes. The oldest is dropped; the manager's timeouts
 * detect the loss.
 *
 * @param <T> the type of an item
 */
public final class NodeWays<T> {

  /** The route that an item took. */
  public enum Way {
    /** By its link: it is queued for {@link #next}. */
    LINK,
    /** By the broker: the caller must send it. */
    BROKER,
    /** No route: nothing was queued. */
    NONE
  }

  /**
   * An item and its node.
   *
   * @param bytes its size
   */
  public record Parcel<T>(NodeId node, T item, long bytes) {}

  /**
   * The consequences of a broken link.
   *
   * @param again items that the caller must now send over the node's broker
   * @param gone whether the node is lost
   * @param cut whether the node is cut off
   */
  public record Broken<T>(List<Parcel<T>> again, boolean gone, boolean cut) {}

  /**
   * The consequences of a broker's connect or disconnect.
   *
   * @param again items that the caller must now send over it
   * @param cut the nodes that are cut off since
   * @param turned whether the first broker has connected or the last one has disconnected
   */
  public record RouteChange<T>(List<Parcel<T>> again, List<NodeId> cut, boolean turned) {}

  /**
   * The consequences of a heartbeat by a broker.
   *
   * @param again items that the caller must now send over that broker
   * @param moved whether the node was at another broker before, where the latest items may be lost
   *     without a report
   */
  public record Sight<T>(List<Parcel<T>> again, boolean moved) {}

  private static final class Link<T> {
    final ArrayDeque<Parcel<T>> unwritten = new ArrayDeque<>();
    final Map<Long, Parcel<T>> written = new LinkedHashMap<>();
    long number;
    long bytes;

    int size() {
      return unwritten.size() + written.size();
    }

    List<Parcel<T>> rest() {
      List<Parcel<T>> rest = new ArrayList<>(written.values());
      rest.addAll(unwritten);
      return rest;
    }
  }

  /** The number of nodes whose latest broker is remembered. */
  private static final int MOST_NODES = 20_000;

  private final int most;
  private final long mostBytes;
  private final Map<NodeId, Link<T>> links = new HashMap<>();

  /** The broker of each node's latest heartbeat, least recent first. */
  private final Map<NodeId, Integer> at = new LinkedHashMap<>();

  /** The nodes that were reported as cut off. */
  private final Set<NodeId> cut = new HashSet<>();

  /** Linked nodes that the broker has lost sight of. */
  private final Set<NodeId> unseen = new LinkedHashSet<>();

  /** Items without a route. */
  private final ArrayDeque<Parcel<T>> stranded = new ArrayDeque<>();

  private long strandedBytes;

  private final boolean[] brokers;

  /**
   * Creates the state for one broker.
   *
   * @param most the bound on items for one link, and for items without a route
   * @param mostBytes the bound on bytes, likewise; a single item may be larger
   */
  public NodeWays(int most, long mostBytes) {
    this(most, mostBytes, 1);
  }

  /**
   * Creates the state for several brokers, numbered from 0.
   *
   * @param most the bound on items for one link, and for items without a route
   * @param mostBytes the bound on bytes, likewise; a single item may be larger
   */
  public NodeWays(int most, long mostBytes, int brokers) {
    this.most = most;
    this.mostBytes = mostBytes;
    this.brokers = new boolean[brokers];
  }

  /** This broker is connected or lost. */
  public synchronized RouteChange<T> broker(int broker, boolean up) {
    boolean before = isAnyThere();
    brokers[broker] = up;
    List<Parcel<T>> again =
        up ? takeStranded(parcel -> brokerOf(parcel.node()) == broker) : List.of();
    List<NodeId> fresh = new ArrayList<>();
    if (isAnyThere()) {
      at.forEach(
          (node, where) -> {
            if (!brokers[where] && !links.containsKey(node) && cut.add(node)) {
              fresh.add(node);
            }
          });
    }
    return new RouteChange<>(again, fresh, before != isAnyThere());
  }

  private boolean isAnyThere() {
    for (boolean there : brokers) {
      if (there) {
        return true;
      }
    }
    return false;
  }

  /** The broker of the latest heartbeat of {@code node}; otherwise any connected one. */
  public synchronized int brokerOf(NodeId node) {
    Integer known = at.get(node);
    if (known != null) {
      return known;
    }
    int first = 0;
    while (first < brokers.length - 1 && !brokers[first]) {
      first++;
    }
    return first;
  }

  /** The number of nodes whose latest heartbeat arrived by this broker. */
  public synchronized int nodesOf(int broker) {
    return (int) at.values().stream().filter(each -> each == broker).count();
  }

  private List<Parcel<T>> takeStranded(Predicate<Parcel<T>> which) {
    List<Parcel<T>> taken = new ArrayList<>();
    stranded.removeIf(
        parcel -> {
          boolean take = which.test(parcel);
          if (take) {
            taken.add(parcel);
            strandedBytes -= parcel.bytes();
          }
          return take;
        });
    return taken;
  }

  /** A link to {@code node} is established. Its queue contains only items without another route. */
  public synchronized void linked(NodeId node) {
    if (links.containsKey(node)) {
      throw new IllegalStateException("node " + node + " must have only one link; break the first");
    }
    Link<T> link = new Link<>();
    links.put(node, link);
    cut.remove(node);
    for (Parcel<T> parcel : takeStranded(parcel -> parcel.node().equals(node))) {
      link.unwritten.add(parcel);
      link.bytes += parcel.bytes();
    }
  }

  public synchronized boolean isLinked(NodeId node) {
    return links.containsKey(node);
  }

  /** Chooses the route of {@code item}. */
  public synchronized Way send(NodeId node, T item, long bytes) {
    Link<T> link = links.get(node);
    if (link == null) {
      return brokers[brokerOf(node)] ? Way.BROKER : Way.NONE;
    }
    if (link.size() >= most || (link.bytes > 0 && link.bytes + bytes > mostBytes)) {
      return Way.NONE;
    }
    link.unwritten.add(new Parcel<>(node, item, bytes));
    link.bytes += bytes;
    return Way.LINK;
  }

  /**
   * The items to write to the node's link now, in order: the caller writes them all. Their numbers
   * on this link follow those written before, from 1.
   *
   * @param items the bound on items
   * @param size the bound on bytes, if there is more than one item
   */
  public synchronized List<T> next(NodeId node, int items, long size) {
    Link<T> link = links.get(node);
    List<T> next = new ArrayList<>();
    long bytes = 0;
    while (link != null && next.size() < items && !link.unwritten.isEmpty()) {
      bytes += link.unwritten.peek().bytes();
      if (!next.isEmpty() && bytes > size) {
        break;
      }
      Parcel<T> parcel = link.unwritten.remove();
      link.written.put(++link.number, parcel);
      next.add(parcel.item());
    }
    return next;
  }

  /** The node has acknowledged the item of this number on its link; unknown numbers are ignored. */
  public synchronized void done(NodeId node, long number) {
    Link<T> link = links.get(node);
    Parcel<T> parcel = link == null ? null : link.written.remove(number);
    if (parcel != null) {
      link.bytes -= parcel.bytes();
    }
  }

  /** The link to {@code node} is lost; ignored if it had none. */
  public synchronized Broken<T> broken(NodeId node) {
    Link<T> link = links.remove(node);
    if (link == null) {
      return new Broken<>(List.of(), false, false);
    }
    if (unseen.remove(node)) {
      at.remove(node);
      return new Broken<>(List.of(), true, false);
    }
    if (brokers[brokerOf(node)]) {
      return new Broken<>(link.rest(), false, false);
    }
    for (Parcel<T> parcel : link.rest()) {
      stranded.add(parcel);
      strandedBytes += parcel.bytes();
      while (stranded.size() > most || (stranded.size() > 1 && strandedBytes > mostBytes)) {
        strandedBytes -= stranded.remove().bytes();
      }
    }
    return new Broken<>(List.of(), false, isAnyThere() && at.containsKey(node) && cut.add(node));
  }

  /**
   * This broker has lost sight of {@code node}.
   *
   * @return whether the node is lost
   */
  public synchronized boolean unseen(NodeId node, int broker) {
    Integer known = at.get(node);
    if (known != null && known != broker) {
      return false;
    }
    if (links.containsKey(node)) {
      unseen.add(node);
      return false;
    }
    at.remove(node);
    cut.remove(node);
    return true;
  }

  /** A heartbeat of the node arrived by this broker. */
  public synchronized Sight<T> seen(NodeId node, int broker) {
    unseen.remove(node);
    Integer before = at.remove(node);
    at.put(node, broker);
    if (at.size() > MOST_NODES) {
      NodeId oldest = at.keySet().iterator().next();
      at.remove(oldest);
      cut.remove(oldest);
    }
    boolean wasCut = cut.remove(node);
    boolean isElsewhere = before != null && before != broker && !links.containsKey(node);
    List<Parcel<T>> again =
        stranded.isEmpty() || links.containsKey(node) || !brokers[broker]
            ? List.of()
            : takeStranded(parcel -> parcel.node().equals(node));
    return new Sight<>(again, isElsewhere && !wasCut);
  }

  /** The number of items on all links, and without a route. */
  public synchronized int held() {
    return stranded.size() + links.values().stream().mapToInt(Link::size).sum();
  }

  public synchronized Set<NodeId> linked() {
    return Set.copyOf(links.keySet());
  }

  /** The number of unacknowledged items of {@code node}; empty without a link. */
  public synchronized Optional<Integer> on(NodeId node) {
    return Optional.ofNullable(links.get(node)).map(Link::size);
  }
}
