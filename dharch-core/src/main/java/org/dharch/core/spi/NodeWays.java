package org.dharch.core.spi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.wire.NodeId;

/**
 * For a transport that has two ways to a node, the broker and a direct link: which one each item
 * takes, and what becomes of it when either breaks. It moves nothing itself, has no clock and no
 * thread, so that the simulation can draw it. Safe for any thread; nothing here blocks.
 *
 * <ul>
 *   <li>As long as a node's link is there everything goes by it, whether or not the broker is there
 *       too; else by the broker. A full link takes nothing, though the broker would: a node that
 *       does not read is to be given no more.
 *   <li>What went by a link is kept until the node says that it is done with it. When the link
 *       breaks what is left goes again, by the next link or by the broker, whichever is there
 *       first. Some of it comes to the node twice; it knows its attempts.
 *   <li>That the broker has lost sight of a node says nothing as long as its link is there; once
 *       that breaks, too, the node is gone.
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
   * @param again what is now the caller's to send by the broker
   * @param gone whether the node is
   */
  public record Broken<T>(List<Parcel<T>> again, boolean gone) {}

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

  private final int most;
  private final long mostBytes;
  private final Map<NodeId, Link<T>> links = new HashMap<>();

  /** Nodes that the broker has lost sight of while their links were there. */
  private final Set<NodeId> unseen = new LinkedHashSet<>();

  /** What has no way. */
  private final ArrayDeque<Parcel<T>> stranded = new ArrayDeque<>();

  private long strandedBytes;
  private boolean broker;

  /**
   * Without any way.
   *
   * @param most how many items may be on one link, or left without a way
   * @param mostBytes how many bytes, likewise; one item alone may be larger
   */
  public NodeWays(int most, long mostBytes) {
    this.most = most;
    this.mostBytes = mostBytes;
  }

  /**
   * The way by the broker is there or lost.
   *
   * @return what is now the caller's to send by it
   */
  public synchronized List<Parcel<T>> broker(boolean up) {
    broker = up;
    List<Parcel<T>> again = up ? List.copyOf(stranded) : List.of();
    if (up) {
      stranded.clear();
      strandedBytes = 0;
    }
    return again;
  }

  /** A link to {@code node} is there, with nothing on it but what had no other way. */
  public synchronized void linked(NodeId node) {
    if (links.containsKey(node)) {
      throw new IllegalStateException("a second link to " + node + "; break the first");
    }
    Link<T> link = new Link<>();
    links.put(node, link);
    stranded.removeIf(
        parcel -> {
          boolean own = parcel.node().equals(node);
          if (own) {
            link.unwritten.add(parcel);
            link.bytes += parcel.bytes();
            strandedBytes -= parcel.bytes();
          }
          return own;
        });
  }

  /** Whether {@code node} has a link. */
  public synchronized boolean isLinked(NodeId node) {
    return links.containsKey(node);
  }

  /** Which way {@code item} takes. */
  public synchronized Way send(NodeId node, T item, long bytes) {
    Link<T> link = links.get(node);
    if (link == null) {
      return broker ? Way.BROKER : Way.NONE;
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
      return new Broken<>(List.of(), false);
    }
    boolean gone = unseen.remove(node);
    if (gone) {
      return new Broken<>(List.of(), true);
    }
    if (broker) {
      return new Broken<>(link.rest(), false);
    }
    for (Parcel<T> parcel : link.rest()) {
      stranded.add(parcel);
      strandedBytes += parcel.bytes();
      while (stranded.size() > most || (stranded.size() > 1 && strandedBytes > mostBytes)) {
        strandedBytes -= stranded.remove().bytes();
      }
    }
    return new Broken<>(List.of(), false);
  }

  /**
   * The broker has lost sight of {@code node}.
   *
   * @return whether it is gone
   */
  public synchronized boolean unseen(NodeId node) {
    if (links.containsKey(node)) {
      unseen.add(node);
      return false;
    }
    return true;
  }

  /** The node was heard by the broker, which sees it again. */
  public synchronized void seen(NodeId node) {
    unseen.remove(node);
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
