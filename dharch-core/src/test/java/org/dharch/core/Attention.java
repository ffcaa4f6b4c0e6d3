package org.dharch.core;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.Rules.Broken;
import org.dharch.core.metrics.Counter;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;

/**
 * What one life of a manager was told of its nodes, and what it makes of it. Its own clock goes
 * only while the manager attends: a node of which something was delivered on that clock within the
 * limit is not lost, and one that is silent for twice the limit is.
 */
final class Attention {
  /** A stretch in which it stood still may count as this much of the silence, as a look does. */
  private static final int LOOKS = 4;

  /** Of so many of its heartbeats a node may be silent whatever the limit is. */
  private static final int BEATS = 3;

  /** A sign of life, as it was delivered. */
  private record Sign(long at, int stretches) {}

  /** What each has said last of when it is heard next. */
  private final Map<NodeId, Long> intervals = new HashMap<>();

  private final Simulation world;
  private final DHManager manager;
  private final long silence;
  private final Map<NodeId, Sign> signs = new HashMap<>();
  private final Map<String, Integer> latest = new HashMap<>();
  private final Map<NodeId, Integer> comings = new HashMap<>();

  /** Lives of which nothing was heard before a later one was. */
  private final Set<NodeId> late = new HashSet<>();

  private final Set<NodeId> goneOrStopped = new HashSet<>();

  /** Those of which the transport said that there is no way to them. */
  private final Set<NodeId> cutOff = new HashSet<>();

  private final Set<NodeId> here = new HashSet<>();

  /** Those that were told that they are taken in, since they came last. */
  private final Set<NodeId> registered = new HashSet<>();

  /** What is wrong with that: the manager would survive what is thrown while it tells it. */
  private Optional<String> wrongly = Optional.empty();

  private long attended;
  private long since;
  private int stretches;
  private long joined;
  private long lost;

  Attention(Simulation world, DHManager manager, long silence) {
    this.world = world;
    this.manager = manager;
    this.silence = silence;
    this.since = world.now();
  }

  /** It stands still. */
  void ends() {
    attended = now();
    stretches++;
  }

  void begins() {
    since = world.now();
  }

  private long now() {
    return attended + world.now() - since;
  }

  private static int incarnation(NodeId node) {
    return Integer.parseInt(node.began());
  }

  /** The lives of which a later one ends the earlier: those with the same execution journal. */
  private static String line(NodeId node) {
    return node.journal().map(journal -> node.name() + "-" + journal).orElse(node.toString());
  }

  /** This heartbeat is about to be delivered. */
  void announced(NodeStatus status) {
    NodeId node = status.node();
    int before = latest.getOrDefault(line(node), 0);
    if (!signs.containsKey(node) && before > incarnation(node)) {
      late.add(node); // nobody can know that it is over once the later one is too
    }
    latest.put(line(node), Math.max(before, incarnation(node)));
    if (cutOff.remove(node)) {
      comings.merge(node, 1, Integer::sum);
    }
    signs.put(node, new Sign(now(), stretches));
    intervals.put(node, status.interval().toNanos());
    if (status.state() == NodeStatus.State.STOPPED) {
      goneOrStopped.add(node);
    }
  }

  /** A reply of it is about to be delivered, which is a sign of life if the node is known. */
  void heard(NodeId node) {
    if (here.contains(node)) {
      signs.put(node, new Sign(now(), stretches));
    }
  }

  /**
   * The way to the broker comes or goes: silence counts from now on, and whoever was out of reach
   * is asked once more.
   */
  void forgives(boolean up) {
    if (up) {
      here.forEach(node -> comings.merge(node, 1, Integer::sum));
    }
    signs.replaceAll((node, sign) -> new Sign(now(), stretches));
  }

  /** The transport is about to say so. */
  void gone(NodeId node) {
    goneOrStopped.add(node);
  }

  /** The transport is about to say that there is no way to it. */
  void cutOff(NodeId node) {
    world.lost().add(node.name());
    cutOff.add(node);
  }

  /** How often the node came, as far as this life knows. */
  int comings(NodeId node) {
    return comings.getOrDefault(node, 0);
  }

  /** Rule 9: nothing goes to a life that is known to be over. */
  void sends(NodeId to) {
    if (latest.getOrDefault(line(to), 0) > incarnation(to)
        && (!late.contains(to) || laterIsHere(to))) {
      throw new Broken(9, "task batch for " + to + ", whose life is known to be over");
    }
  }

  /** Rule 48: only a node that is among those of the manager is told that it is taken in. */
  void registrations(NodeId node) {
    if (manager.status().nodes().stream().noneMatch(n -> n.node().equals(node))) {
      wrongly = Optional.of(node + " is told that it is taken in, and is not");
    } else if (!registered.add(node)) {
      wrongly = Optional.of(node + " is told again that it is taken in");
    }
  }

  /** Rule 48: only a node whose name another has is told that it gets no work for that. */
  void rejects(NodeId node) {
    boolean isIn = manager.status().nodes().stream().anyMatch(n -> n.node().equals(node));
    boolean isTaken =
        manager.status().nodes().stream().anyMatch(n -> n.node().name().equals(node.name()));
    if (isIn || !isTaken) {
      wrongly =
          Optional.of(
              node
                  + " is told that another has its name, and "
                  + (isIn ? "it is the one that is in" : "nobody has"));
    }
  }

  private boolean laterIsHere(NodeId node) {
    return manager.status().nodes().stream()
        .anyMatch(n -> n.node().remembers(node) && node.beganBefore(n.node()));
  }

  /** Looks at who has come and who is lost; after every step. */
  void look() {
    if (wrongly.isPresent()) {
      throw new Broken(48, wrongly.get());
    }
    long joinedNow = manager.status().counters().get(Counter.NODES_JOINED);
    long lostNow = manager.status().counters().get(Counter.NODES_LOST);
    if (joinedNow == joined && lostNow == lost) {
      return;
    }
    Set<NodeId> now = new HashSet<>();
    manager.status().nodes().forEach(status -> now.add(status.node()));
    for (NodeId node : now) {
      if (here.add(node)) {
        if (!registered.contains(node)) {
          throw new Broken(48, node + " has been taken in, and was not told so");
        }
        comings.merge(node, 1, Integer::sum);
      }
    }
    here.stream().filter(node -> !now.contains(node)).forEach(this::checkLost);
    here.retainAll(now);
    registered.retainAll(now);
    joined = joinedNow;
    lost = lostNow;
  }

  /** Rule 10: whose sign of life was delivered is not taken for silent, nor driven out. */
  private void checkLost(NodeId node) {
    world.lost().add(node.name());
    boolean otherReason =
        goneOrStopped.contains(node) || latest.getOrDefault(line(node), 0) > incarnation(node);
    Sign last = signs.get(node);
    long silent = now() - last.at() + (stretches - last.stretches()) * (silence / LOOKS);
    if (!otherReason && silent < limit(node)) {
      throw new Broken(
          10, node + " was taken for lost " + (now() - last.at()) + " ns after a sign of life");
    }
  }

  private long limit(NodeId node) {
    return Math.max(silence, BEATS * intervals.getOrDefault(node, 0L));
  }

  /** Rule 10: who is silent is not waited for. */
  void checkGone() {
    for (NodeStatus status : manager.status().nodes()) {
      NodeId node = status.node();
      if (now() - signs.get(node).at() > 2 * limit(node)) {
        throw new Broken(10, node + " has been silent for too long, and is not taken for lost");
      }
      if (!cutOff.contains(node) && !ManagerProbe.of(manager).reaches(node)) {
        throw new Broken(31, node + " was heard, and counts as unreachable");
      }
    }
  }
}
