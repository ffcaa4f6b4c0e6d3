package org.dharch.core;

import static org.dharch.core.Simulation.MS;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.dharch.core.wire.NodeId;

/**
 * The brokers of a {@link Simulation}, which do not know each other but for {@link
 * SimulatedBridges}. They die, some for good, and what is on them dies with them; nodes that used
 * one come by another, and now and then one does so for no reason of its broker's. Where there is
 * one alone it stays.
 */
final class SimulatedBrokers {
  private final Simulation world;
  private final Optional<SplittableRandom> random;
  private final boolean[] there;

  /** How often each has died. */
  private final int[] deaths;

  /**
   * @param random by what there are several; empty if there is one
   */
  SimulatedBrokers(Simulation world, Optional<SplittableRandom> random) {
    this.world = world;
    this.random = random;
    int count = random.map(r -> 2 + r.nextInt(2)).orElse(1);
    this.there = new boolean[count];
    this.deaths = new int[count];
    Arrays.fill(there, true);
  }

  int count() {
    return there.length;
  }

  boolean isThere(int broker) {
    return there[broker];
  }

  /** How often it has died: what was on it then is lost. */
  int deaths(int broker) {
    return deaths[broker];
  }

  /** Plans what becomes of them. */
  void plan() {
    random.ifPresent(
        r -> {
          for (int b = 0; b < there.length; b++) {
            int broker = b;
            boolean permanently = b > 0 && r.nextInt(3) == 0;
            for (int times = r.nextInt(permanently ? 2 : 3); times > 0; times--) {
              world.after(r.nextLong(1_500) * MS, () -> die(broker, permanently));
            }
          }
        });
  }

  private void die(int broker, boolean permanently) {
    if (!there[broker]) {
      return;
    }
    world.log("broker %s is lost%s", broker, permanently ? " permanently" : "");
    world.fault();
    there[broker] = false;
    deaths[broker]++;
    world.bridges().died(broker);
    world.ends().forEach(end -> end.lost(broker));
    SplittableRandom r = random.orElseThrow();
    for (SimulatedManager manager : world.managers()) {
      world.after(r.nextLong(20) * MS, () -> manager.broker(broker));
    }
    if (!permanently) {
      world.after(
          r.nextLong(1_500) * MS,
          () -> {
            world.log("broker %s is back", broker);
            there[broker] = true;
            for (SimulatedManager manager : world.managers()) {
              world.after(r.nextLong(200) * MS, () -> manager.broker(broker));
            }
          });
    }
  }

  /** The broker that a node begins with. */
  int first() {
    return random.map(r -> r.nextInt(there.length)).orElse(0);
  }

  /** Now and then a node leaves its broker by itself. */
  void mayLeave(NodeId node) {
    random
        .filter(r -> r.nextInt(3) == 0)
        .ifPresent(r -> world.after(r.nextLong(1_500) * MS, () -> leave(node)));
  }

  private void leave(NodeId node) {
    NodeEnd end = world.end(node);
    int before = end.broker();
    if (before < 0 || !end.answers()) {
      return;
    }
    world.log("node %s loses its connection to broker %s", node, before);
    world.fault();
    end.lost(before);
    SplittableRandom r = random.orElseThrow();
    if (r.nextBoolean()) {
      long at = r.nextLong(300) * MS; // it may well be elsewhere by then
      saysGone(node, before, at);
    }
  }

  /** In so many nanoseconds a broker says that it has lost sight of a node. */
  void saysGone(NodeId node, int broker, long nanos) {
    world.managers().forEach(m -> world.after(nanos, () -> m.gone(node, broker)));
    if (broker >= 0) {
      world.bridges().left(node, broker);
    }
  }

  /** Looks for a broker until there is one. */
  void seek(NodeEnd end) {
    SplittableRandom r = random.orElseThrow();
    world.after(
        (20 + r.nextLong(180)) * MS,
        () -> {
          int[] up = IntStream.range(0, there.length).filter(b -> there[b]).toArray();
          if (up.length == 0) {
            seek(end);
          } else {
            end.found(up[r.nextInt(up.length)]);
          }
        });
  }
}
