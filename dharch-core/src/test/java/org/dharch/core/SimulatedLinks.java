package org.dharch.core;

import static org.dharch.core.Simulation.MS;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.dharch.core.Rules.Broken;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.HeartbeatOrder;
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

  /** So many heartbeats by a bridge alone say that the way without one is lost. */
  private static final int MISSED = 5;

  /** So many in a row may mean nothing. */
  private static final int UNHEARD = 20;

  private static final class Link {
    boolean open = true;
    long toNode;
    long toManager;
    long written;
  }

  /**
   * Where a node was heard last.
   *
   * @param number of that heartbeat
   * @param at when
   * @param hasLeft whether that broker was lost since, or said that it has lost the node
   */
  private record Place(HeartbeatOrder.Way way, long number, long at, boolean hasLeft) {
    Place left() {
      return new Place(way, number, at, true);
    }
  }

  private final Simulation world;
  private final Optional<SplittableRandom> random;

  /** Which brokers it has. */
  private final IntPredicate knows;

  /** Brings something to the manager, as long as this is its life. */
  private final Consumer<Consumer<CManager.Receiver>> bring;

  private final NodeWays<DMFormat> ways;
  private final Map<NodeId, Link> links = new HashMap<>();

  /** What went by a link and of which nobody knows yet that its node took it. */
  private final IdentityHashMap<DMFormat, NodeId> due = new IdentityHashMap<>();

  /** By which broker each node was heard last, as long as it is not gone. */
  private final Map<NodeId, Integer> heard = new HashMap<>();

  private final HeartbeatOrder order;
  private final Map<NodeId, Place> places = new HashMap<>();

  /** Which broker is there for this manager, and which it has lost by itself. */
  private final boolean[] brokers;

  private final boolean[] away;
  private boolean isOver;

  SimulatedLinks(
      Simulation world,
      Optional<SplittableRandom> random,
      IntPredicate knows,
      Consumer<Consumer<CManager.Receiver>> bring) {
    this.world = world;
    this.knows = knows;
    this.order = new HeartbeatOrder(world::now, SimulatedManager.SILENCE);
    this.random = random;
    this.bring = bring;
    int count = world.brokers().count();
    ways = new NodeWays<>(MOST, Long.MAX_VALUE, count);
    brokers = new boolean[count];
    away = new boolean[count];
    for (int b = 0; b < count; b++) {
      brokers[b] = knows.test(b) && world.brokers().isThere(b);
      ways.broker(b, brokers[b]);
    }
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

  boolean brokerIsThere(int which) {
    return brokers[which];
  }

  /** Whether what nodes send to it by this broker comes to it, be it by a bridge. */
  boolean hears(int which) {
    for (int b = 0; b < brokers.length; b++) {
      if (brokers[b] && world.bridges().carries(which, b)) {
        return true;
      }
    }
    return false;
  }

  boolean isAnyBrokerThere() {
    for (boolean there : brokers) {
      if (there) {
        return true;
      }
    }
    return false;
  }

  /** Plans when a broker is away, in the next so many nanoseconds. */
  void plan(long span) {
    for (int times = random.map(r -> r.nextInt(3)).orElse(0); times > 0; times--) {
      int which = brokers.length == 1 ? 0 : random.get().nextInt(brokers.length);
      after(random.get().nextLong(span), () -> leave(which));
    }
  }

  private void leave(int which) {
    if (!brokers[which]) {
      return;
    }
    world.log("the broker is away");
    world.fault();
    away[which] = true;
    look(which);
    after(
        random.orElseThrow().nextLong(1_500) * MS,
        () -> {
          world.log("the broker is back");
          away[which] = false;
          look(which);
        });
  }

  /** Whether this broker is there may have changed. */
  void look(int which) {
    boolean there = knows.test(which) && world.brokers().isThere(which) && !away[which];
    if (isOver || there == brokers[which]) {
      return;
    }
    brokers[which] = there;
    if (!there) {
      order.lost(which);
      places.replaceAll((node, at) -> at.way().broker() == which ? at.left() : at);
    }
    NodeWays.RouteChange<DMFormat> change = ways.broker(which, there);
    again(change.again());
    if (change.turned()) {
      bring.accept(receiver -> receiver.connected(there));
    }
    change.cut().forEach(this::unreachable);
  }

  private void unreachable(NodeId node) {
    world.log("no way to %s, but to others", node);
    bring.accept(receiver -> receiver.unreachable(node));
  }

  private void again(List<NodeWays.Parcel<DMFormat>> parcels) {
    for (NodeWays.Parcel<DMFormat> parcel : parcels) {
      due.remove(parcel.item());
      carry(parcel.node(), parcel.item());
    }
  }

  /** Rule 27: it goes to the broker by which its node was heard last. */
  private void carry(NodeId node, DMFormat batch) {
    int by = ways.brokerOf(node);
    Integer last = heard.get(node);
    if (last != null && last != by) {
      throw new Broken(29, node + " is sent to by broker " + by + " and was heard by " + last);
    }
    world.end(node).carry(batch, by);
  }

  /** A heartbeat of it came by this broker; false if its node has left that since. */
  boolean seen(NodeStatus status, HeartbeatOrder.Way way, long number) {
    NodeId node = status.node();
    int broker = way.broker();
    if (brokers.length > 1 && !isFresh(node, way, number)) {
      return false;
    }
    heard.put(node, broker);
    NodeWays.Sight<DMFormat> sight = ways.seen(node, broker);
    again(sight.again());
    if (sight.moved()) {
      checkMoved(node, way, number);
      unreachable(node);
    }
    places.put(node, new Place(way, number, world.now(), false));
    if (random.isEmpty() || status.state() != NodeStatus.State.READY || isOver) {
      return true;
    }
    if (links.containsKey(node)) {
      if (chance(60)) {
        world.log("the broker loses sight of %s", node);
        unseen(node, broker);
      }
    } else if (random.get().nextInt(3) > 0) {
      after(random.get().nextLong(30) * MS, () -> open(node));
    }
    return true;
  }

  /** Rule 51: who is heard, be it by a bridge alone, is believed before long. */
  private boolean isFresh(NodeId node, HeartbeatOrder.Way way, long number) {
    boolean fresh = order.judge(node.toString(), number, true, way) == HeartbeatOrder.Verdict.FRESH;
    Place last = places.get(node);
    if (!fresh && last != null && number > last.number() + UNHEARD) {
      throw new Broken(51, number + " of " + node + " means nothing by " + way + " after " + last);
    }
    return fresh;
  }

  /** Rule 50: who stays where it is heard without a bridge does not move. */
  private void checkMoved(NodeId node, HeartbeatOrder.Way way, long number) {
    Place last = places.get(node);
    if (way.bridged()
        && last != null
        && !last.way().bridged()
        && !last.hasLeft()
        && (number - last.number() <= MISSED
            || world.now() - last.at() <= SimulatedManager.SILENCE.toNanos())) {
      throw new Broken(50, node + " was at " + last + " and is taken to have gone to " + way);
    }
  }

  /** A broker has lost sight of it. */
  void unseen(NodeId node, int broker) {
    if (isOver || broker < 0 || !brokers[broker]) {
      return;
    }
    order.left(node, broker);
    places.computeIfPresent(node, (n, at) -> at.way().broker() == broker ? at.left() : at);
    if (ways.unseen(node, broker)) {
      Integer last = heard.get(node);
      if (last != null && last != broker) {
        throw new Broken(
            30, node + " is taken for gone by broker " + broker + ", heard by " + last);
      }
      gone(node);
    }
  }

  private void gone(NodeId node) {
    heard.remove(node);
    if (links.containsKey(node)) {
      throw new Broken(26, node + " is taken for gone while its link is there");
    }
    due.values().removeIf(node::equals); // what it did not take is sent to others
    bring.accept(receiver -> receiver.gone(node));
  }

  // ---- links

  private void open(NodeId node) {
    if (links.containsKey(node) || !world.end(node).answers()) {
      return;
    }
    world.log("a link to %s", node);
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
    world.log("the link to %s %s", node, how);
    world.fault();
    link.open = false;
    links.remove(node);
    int held = ways.held();
    NodeWays.Broken<DMFormat> broken = ways.broken(node);
    again(broken.again());
    if (ways.held() < held && broken.again().isEmpty()) { // too much would wait for a way
      due.values().removeIf(other -> !links.containsKey(other));
    }
    if (broken.gone()) {
      gone(node);
    } else if (broken.cut()) {
      unreachable(node);
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
        carry(node, batch);
        return true;
      }
      case NONE -> {
        world.log("no way to %s", node);
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
