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
 * For a transport that has several ways to a node, brokers and a direct link: which one each item
 * takes, and what becomes of it when either breaks. It moves nothing itself, has no clock and no
 * thread, so that the simulation can draw it. Safe for any thread; nothing here blocks.
 *
 * <ul>
 *   <li>Of several brokers, which do not know each other, a node uses one at a time: that by which
 *       it was heard last. What another says of it means nothing, and nothing is sent there.
 *   <li>As long as a node's link is there everything goes by it, whether or not its broker is there
 *       too; else by its broker. A full link takes nothing, though the broker would: a node that
 *       does not read is to be given no more.
 *   <li>What went by a link is kept until the node says that it is done with it. When the link
 *       breaks what is left goes again, by the next link or by the broker, whichever is there
 *       first. Some of it comes to the node twice; it knows its attempts.
 *   <li>That its broker has lost sight of a node says nothing as long as its link is there; once
 *       that breaks, too, the node is gone.
 *   <li>A node whose broker is lost, and that has no link, is cut off if another broker is there:
 *       others can do its work meanwhile. It will come by another, or by this one when that is
 *       back. Where no broker is left all wait for the first that is back, as with a single one.
 * </ul>
 *
 * <p>Items are kept in the order in which they were sent, at most so many and so many bytes for
 * each node. Of what is left when neither way is there as much is kept for all nodes together; the
 * oldest is dropped, and found missing by the manager's time-outs.
 *
 * @param <T> what is sent
 */
public final class NodeWays<T> {

  /** Where an item went. */
  public enum Way {
    /** It is kept for {@link #next}. */
    LINK,
    /** It is the caller's to send. */
    BROKER,
    /** Nowhere: nothing was kept. */
    NONE
  }

  /**
   * An item and its node.
   *
   * @param node where it goes
   * @param item what
   * @param bytes how large it is
   */
  public record Parcel<T>(NodeId node, T item, long bytes) {}

  /**
   * What follows from a broken link.
   *
   * @param again what is now the caller's to send by the node's broker
   * @param gone whether the node is
   * @param cut whether it is cut off
   */
  public record Broken<T>(List<Parcel<T>> again, boolean gone, boolean cut) {}

  /**
   * What follows from a broker's coming or going.
   *
   * @param again what is now the caller's to send by it
   * @param cut the nodes that are cut off since
   * @param turned whether there is a broker now where there was none, or none where there was one
   */
  public record RouteChange<T>(List<Parcel<T>> again, List<NodeId> cut, boolean turned) {}

  /**
   * What follows from a node's being heard by a broker.
   *
   * @param again what is now the caller's to send by that one
   * @param moved whether it came from another, where what was sent last may be lost with nobody
   *     having said so
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

  /** Of so many nodes it is known by which broker they were heard. */
  private static final int MOST_NODES = 20_000;

  private final int most;
  private final long mostBytes;
  private final Map<NodeId, Link<T>> links = new HashMap<>();

  /** By which broker each was heard last, the one that was not for longest first. */
  private final Map<NodeId, Integer> at = new LinkedHashMap<>();

  /** Those that are cut off, of which that was said. */
  private final Set<NodeId> cut = new HashSet<>();

  /** Nodes that the broker has lost sight of while their links were there. */
  private final Set<NodeId> unseen = new LinkedHashSet<>();

  /** What has no way. */
  private final ArrayDeque<Parcel<T>> stranded = new ArrayDeque<>();

  private long strandedBytes;

  /** Which brokers are there. */
  private final boolean[] brokers;

  /**
   * Without any way, beside one broker.
   *
   * @param most how many items may be on one link, or left without a way
   * @param mostBytes how many bytes, likewise; one item alone may be larger
   */
  public NodeWays(int most, long mostBytes) {
    this(most, mostBytes, 1);
  }

  /**
   * Without any way, beside so many brokers, which are numbered from 0.
   *
   * @param most how many items may be on one link, or left without a way
   * @param mostBytes how many bytes, likewise; one item alone may be larger
   */
  public NodeWays(int most, long mostBytes, int brokers) {
    this.most = most;
    this.mostBytes = mostBytes;
    this.brokers = new boolean[brokers];
  }

  /** The way by this broker is there or lost. */
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

  /** By which broker {@code node} was heard last; if it was not, one that is there. */
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

  /** How many nodes were heard last by this broker. */
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

  /** A link to {@code node} is there, with nothing on it but what had no other way. */
  public synchronized void linked(NodeId node) {
    if (links.containsKey(node)) {
      throw new IllegalStateException("a second link to " + node + "; break the first");
    }
    Link<T> link = new Link<>();
    links.put(node, link);
    cut.remove(node);
    for (Parcel<T> parcel : takeStranded(parcel -> parcel.node().equals(node))) {
      link.unwritten.add(parcel);
      link.bytes += parcel.bytes();
    }
  }

  /** Whether {@code node} has a link. */
  public synchronized boolean isLinked(NodeId node) {
    return links.containsKey(node);
  }

  /** Which way {@code item} takes. */
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
   * What is to be written to the node's link now, in order: the caller writes it all. Its numbers
   * on this link follow those of what was written before, from 1.
   *
   * @param items at most so many
   * @param size and so many bytes, if there is more than one
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

  /** The node is done with the item of this number on its link; unknown ones mean nothing. */
  public synchronized void done(NodeId node, long number) {
    Link<T> link = links.get(node);
    Parcel<T> parcel = link == null ? null : link.written.remove(number);
    if (parcel != null) {
      link.bytes -= parcel.bytes();
    }
  }

  /** The link to {@code node} is lost; nothing follows if it had none. */
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
   * @return whether it is gone
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

  /** The node was heard by this broker, which sees it. */
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

  /** How many items are on all links, and left without a way. */
  public synchronized int held() {
    return stranded.size() + links.values().stream().mapToInt(Link::size).sum();
  }

  /** The nodes that have a link. */
  public synchronized Set<NodeId> linked() {
    return Set.copyOf(links.keySet());
  }

  /** How many items {@code node} has not said that it is done with; empty without a link. */
  public synchronized Optional<Integer> on(NodeId node) {
    return Optional.ofNullable(links.get(node)).map(Link::size);
  }
}
