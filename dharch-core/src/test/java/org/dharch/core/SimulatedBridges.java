package org.dharch.core;

import static org.dharch.core.Simulation.MS;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import org.dharch.core.wire.NodeId;

/**
 * Bridges between the brokers of a {@link Simulation}: one from the first to each other one, and
 * now and then one between two others. Managers have the first broker and some of the others, so
 * that some nodes are met by a bridge alone, and some by a bridge and without. A bridge is away now
 * and then, and with each of its brokers; whom it showed at one of them that one then says is gone.
 * Nothing crosses two.
 */
final class SimulatedBridges {
  /** What waits for a bridge is of use for so long. */
  static final int PATIENCE = 30;

  private final Simulation world;
  private final Optional<SplittableRandom> random;

  /** What a bridge is between; a set of both would be gone through in another order by each JVM. */
  private record Span(int one, int other) {
    static Span of(int a, int b) {
      return new Span(Math.min(a, b), Math.max(a, b));
    }
  }

  /** How many reasons there are for which each is away. */
  private final Map<Span, Integer> away = new LinkedHashMap<>();

  /** By manager and broker. */
  private final Map<Integer, Set<Integer>> unknown = new HashMap<>();

  /**
   * @param random by what there are any; empty if there are none
   */
  SimulatedBridges(Simulation world, Optional<SplittableRandom> random) {
    this.world = world;
    this.random = random;
    random.ifPresent(this::lay);
  }

  private void lay(SplittableRandom r) {
    int brokers = world.brokers().count();
    for (int b = 1; b < brokers; b++) {
      away.put(Span.of(0, b), 0);
    }
    if (brokers > 2 && r.nextBoolean()) {
      away.put(Span.of(1, 2), 0);
    }
    for (int manager = 0; manager < 3; manager++) {
      Set<Integer> without = new HashSet<>();
      for (int b = 1; b < brokers; b++) {
        if (r.nextBoolean()) {
          without.add(b);
        }
      }
      unknown.put(manager, without);
    }
  }

  /** Whether there are any. */
  boolean areAny() {
    return random.isPresent();
  }

  /** Whether a manager has this broker. */
  boolean knows(int manager, int broker) {
    return !unknown.getOrDefault(manager, Set.of()).contains(broker);
  }

  /** Plans when they are away. */
  void plan() {
    random.ifPresent(
        r -> {
          for (Span span : away.keySet()) {
            for (int times = r.nextInt(3); times > 0; times--) {
              long nanos = r.nextLong(1_500) * MS;
              world.after(r.nextLong(2_000) * MS, () -> cut(span, nanos));
            }
          }
        });
  }

  private void cut(Span span, long nanos) {
    world.log("the bridge between %s is away", span);
    world.fault();
    away.merge(span, 1, Integer::sum);
    hides(span.one, span.other);
    hides(span.other, span.one);
    world.after(
        nanos,
        () -> {
          world.log("the bridge between %s is back, if nothing else is wrong", span);
          away.merge(span, -1, Integer::sum);
        });
  }

  /** A broker has died: at no other one is anybody seen any more whom a bridge showed there. */
  void died(int broker) {
    others(broker, at -> hides(broker, at));
  }

  private void hides(int from, int at) {
    world.nodesAt(from).forEach(node -> gone(node, from, at));
  }

  /** A broker says that a node has left; so does, somewhat later, whoever saw it by a bridge. */
  void left(NodeId node, int broker) {
    others(broker, at -> gone(node, broker, at));
  }

  /** Unless it is shown there once more by then. */
  private void gone(NodeId node, int from, int at) {
    SplittableRandom r = random.orElseThrow();
    world.after(
        r.nextLong(30) * MS,
        () -> {
          NodeEnd end = world.end(node);
          if (!world.brokers().isThere(at) || (end.answers() && carries(at, end.broker()))) {
            return;
          }
          world.log("broker %s sees %s no more by the bridge from %s", at, node, from);
          for (SimulatedManager manager : world.managers()) {
            world.after(r.nextLong(20) * MS, () -> manager.gone(node, at));
          }
        });
  }

  /** Each broker to which there is a bridge from this one, be it away or not. */
  private void others(int broker, IntConsumer what) {
    for (int b = 0; b < world.brokers().count(); b++) {
      if (b != broker && away.containsKey(Span.of(broker, b))) {
        what.accept(b);
      }
    }
  }

  /** Each broker that what comes to this one crosses to now. */
  void across(int broker, IntConsumer what) {
    others(
        broker,
        b -> {
          if (carries(broker, b)) {
            what.accept(b);
          }
        });
  }

  /** Whether what is sent by the one comes to who is at the other. */
  boolean carries(int from, int to) {
    if (from == to) {
      return true;
    }
    return to >= 0
        && away.getOrDefault(Span.of(from, to), 1) == 0
        && world.brokers().isThere(from)
        && world.brokers().isThere(to);
  }
}
