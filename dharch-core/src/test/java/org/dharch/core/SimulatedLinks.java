package org.dharch.core;

import static org.dharch.core.Simulation.MS;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.dharch.core.Rules.Broken;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.NodeWays;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/**
 * The two ways of one life of a manager to its nodes: the production's choice between them, links
 * that keep their order and break at any moment with all that is on them, in either direction, a
 * broker that is away now and then, and one that loses sight of a node which is there. Without
 * links there is the broker alone, and it stays.
 */
final class SimulatedLinks {
  /** Less than a manager may have in flight now and then, so that links are full. */
  private static final int MOST = 12;

  private static final class Link {
    boolean open = true;
    long toNode;
    long toManager;
    long written;
  }

  private final Simulation world;
  private final Optional<SplittableRandom> random;

  /** Brings something to the manager, as long as this is its life. */
  private final Consumer<Consumer<CManager.Receiver>> bring;

  private final NodeWays<DMFormat> ways = new NodeWays<>(MOST, Long.MAX_VALUE);
  private final Map<NodeId, Link> links = new HashMap<>();

  /** What went by a link and of which nobody knows yet that its node took it. */
  private final IdentityHashMap<DMFormat, NodeId> due = new IdentityHashMap<>();

  private boolean broker = true;
  private boolean isOver;

  SimulatedLinks(
      Simulation world,
      Optional<SplittableRandom> random,
      Consumer<Consumer<CManager.Receiver>> bring) {
    this.world = world;
    this.random = random;
    this.bring = bring;
    ways.broker(true);
  }

  /** The manager's process is gone, and all of its connections. */
  void end() {
    isOver = true;
    links.values().forEach(link -> link.open = false);
    links.clear();
  }

  private void after(long nanos, Runnable what) {
    world.after(
        nanos,
        () -> {
          if (!isOver) {
            what.run();
          }
        });
  }

  private boolean chance(int oneIn) {
    boolean happens = random.orElseThrow().nextInt(oneIn) == 0;
    if (happens) {
      world.fault();
    }
    return happens;
  }

  // ---- the broker

  boolean brokerIsThere() {
    return broker;
  }

  /** Plans when the broker is away, in the next so many nanoseconds. */
  void plan(long span) {
    for (int away = random.map(r -> r.nextInt(3)).orElse(0); away > 0; away--) {
      after(random.get().nextLong(span), this::leave);
    }
  }

  private void leave() {
    if (!broker) {
      return;
    }
    world.tell("the broker is away");
    world.fault();
    broker = false;
    ways.broker(false);
    bring.accept(receiver -> receiver.connected(false));
    after(
        random.orElseThrow().nextLong(1_500) * MS,
        () -> {
          world.tell("the broker is back");
          broker = true;
          again(ways.broker(true));
          bring.accept(receiver -> receiver.connected(true));
        });
  }

  private void again(List<NodeWays.Parcel<DMFormat>> parcels) {
    for (NodeWays.Parcel<DMFormat> parcel : parcels) {
      due.remove(parcel.item());
      world.end(parcel.node()).carry(parcel.item());
    }
  }

  /** A heartbeat of it came by the broker. */
  void seen(NodeStatus status) {
    NodeId node = status.node();
    ways.seen(node);
    if (random.isEmpty() || status.state() != NodeStatus.State.READY || isOver) {
      return;
    }
    if (links.containsKey(node)) {
      if (chance(60)) {
        world.tell("the broker loses sight of %s", node);
        unseen(node);
      }
    } else if (random.get().nextInt(3) > 0) {
      after(random.get().nextLong(30) * MS, () -> open(node));
    }
  }

  /** The broker has lost sight of it. */
  void unseen(NodeId node) {
    if (isOver || !broker) {
      return;
    }
    if (ways.unseen(node)) {
      gone(node);
    }
  }

  private void gone(NodeId node) {
    if (links.containsKey(node)) {
      throw new Broken(26, node + " is taken for gone while its link is there");
    }
    bring.accept(receiver -> receiver.gone(node));
  }

  // ---- links

  private void open(NodeId node) {
    if (links.containsKey(node) || !world.end(node).answers()) {
      return;
    }
    world.tell("a link to %s", node);
    links.put(node, new Link());
    ways.linked(node);
    write(node);
    Link link = links.get(node);
    if (random.orElseThrow().nextBoolean()) {
      after(random.get().nextLong(800) * MS, () -> breaks(node, link, "breaks"));
    }
  }

  /** It is stopped or dead, or says nothing for too long: its links end. */
  void ends(NodeId node, long nanos) {
    Optional.ofNullable(links.get(node))
        .ifPresent(
            link -> {
              long last = Math.max(0, link.toManager + 1 - world.now());
              after(Math.max(nanos, last), () -> breaks(node, link, "ends"));
            });
  }

  private void breaks(NodeId node, Link link, String how) {
    if (!link.open) {
      return;
    }
    world.tell("the link to %s %s", node, how);
    world.fault();
    link.open = false;
    links.remove(node);
    NodeWays.Broken<DMFormat> broken = ways.broken(node);
    again(broken.again());
    if (broken.gone()) {
      due.values().removeIf(node::equals);
      gone(node);
    }
  }

  /** Sends it by whichever way; false if it is not taken. */
  boolean send(NodeId node, DMFormat batch) {
    switch (ways.send(node, batch, 1)) {
      case LINK -> {
        due.put(batch, node);
        write(node);
        return true;
      }
      case BROKER -> {
        world.end(node).carry(batch);
        return true;
      }
      case NONE -> {
        world.tell("no way to %s", node);
        return false;
      }
    }
    throw new AssertionError();
  }

  private void write(NodeId node) {
    Link link = links.get(node);
    for (DMFormat item : ways.next(node, Integer.MAX_VALUE, Long.MAX_VALUE)) {
      long number = ++link.written;
      link.toNode = Math.max(link.toNode + 1, world.now() + delay());
      world
          .end(node)
          .comes(
              item,
              link.toNode - world.now(),
              () -> link.open,
              () -> due.remove(item),
              () -> back(link, () -> ways.done(node, number)));
    }
  }

  private long delay() {
    return random.orElseThrow().nextLong(5 * MS);
  }

  private void back(Link link, Runnable what) {
    link.toManager = Math.max(link.toManager + 1, world.now() + delay());
    after(
        link.toManager - world.now(),
        () -> {
          if (link.open) {
            what.run();
          }
        });
  }

  /** A node's reply or heartbeat goes by its link, if it has one. */
  boolean back(NodeId node, Consumer<CManager.Receiver> what) {
    Link link = links.get(node);
    if (link == null || !link.open) {
      return false;
    }
    back(link, () -> bring.accept(what));
    return true;
  }

  /** Rule 25: what went by a link has come to its node, or goes again, or its node is gone. */
  void checkEnd() {
    due.forEach(
        (batch, node) -> {
          if (world.end(node).answers() && ways.held() == 0) {
            throw new Broken(25, batch.id() + " was lost with the link to " + node);
          }
        });
  }
}
