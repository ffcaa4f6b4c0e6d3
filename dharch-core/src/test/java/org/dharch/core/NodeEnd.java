package org.dharch.core;

import static org.dharch.core.Simulation.MS;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.Rules.Broken;
import org.dharch.core.node.SimulatedNode;
import org.dharch.core.spi.HeartbeatOrder;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.FrameKind;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Reply;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;

/** A node's end of the simulated network: its queue at the broker, which outlives it. */
final class NodeEnd implements NodeChannel {
  private static final TaskBatchFormat FORMAT = new TaskBatchFormat(Limits.DEFAULT);

  /** One attempt, as its node sees it. */
  private record Attempt(MessageId message, long incarnation, int index, int number) {}

  private final Simulation world;
  private Listener listener;
  private SimulatedNode node;
  private NodeId id;
  private Runnable dies;

  /** How many task batches are on their way to it. */
  private int onTheWay;

  private boolean leaving;

  /** By which broker it is reached; less than 0 while it looks for one. */
  private int broker;

  private long heartbeats;

  /** What came while it was leaving, and is not answered. */
  private final Map<Attempt, Long> owed = new HashMap<>();

  NodeEnd(Simulation world) {
    this.world = world;
    this.broker = world.brokers().first();
    if (!world.brokers().isThere(broker)) {
      lost(broker);
    }
  }

  int broker() {
    return broker;
  }

  /** Managers wish to hear of it so often. */
  void requestInterval(Duration interval) {
    if (answers()) {
      listener.announceEvery(interval);
    }
  }

  /** This broker is lost: another is looked for. */
  void lost(int which) {
    if (broker == which) {
      broker = -1;
      world.brokers().seek(this);
    }
  }

  /** A broker is found, which is told that it is there. */
  void found(int which) {
    world.log("node %s comes by broker %s", id, which);
    broker = which;
    node.tick();
  }

  void is(SimulatedNode value, Runnable death) {
    node = value;
    dies = death;
  }

  /** From now on nothing that comes may stay unanswered. */
  void leaves() {
    leaving = true;
  }

  /** Whether nothing is on its way to it. */
  boolean isDry() {
    return onTheWay == 0;
  }

  void hasLeft() {
    if (!owed.isEmpty()) {
      throw new Broken(11, "node " + id + " left, and never answered " + owed);
    }
  }

  /** Whether its node is there, and not stopped. */
  boolean answers() {
    return node != null && node.answers();
  }

  /** A manager has sent this, or a node; it may be carried twice, or not at all. */
  void carry(DMFormat batch, int by) {
    int deaths = world.brokers().deaths(by);
    BooleanSupplier isThere =
        () -> world.bridges().carries(by, broker) && world.brokers().deaths(by) == deaths;
    Way way = new Way(isThere, () -> {}, () -> {});
    int patience = world.bridges().areAny() ? SimulatedBridges.PATIENCE : 0;
    onTheWay += world.carry("task batch for", id, () -> lies(batch, way, patience));
  }

  /** At its broker, until a bridge takes it, or its node does, or it is of no use any more. */
  private void lies(DMFormat batch, Way way, int patience) {
    if (patience == 0 || way.isThere.getAsBoolean()) {
      arrive(batch, way);
    } else {
      world.after(10 * MS, () -> lies(batch, way, patience - 1));
    }
  }

  /** A manager has sent this by a link, where it is once, as long as that is there. */
  void comes(DMFormat batch, long nanos, BooleanSupplier isThere, Runnable taken, Runnable done) {
    onTheWay++;
    world.after(nanos, () -> arrive(batch, new Way(isThere, taken, done)));
  }

  /** How something comes: whether that is still so, and who hears that it was taken, or done. */
  private record Way(BooleanSupplier isThere, Runnable taken, Runnable done) {}

  private void arrive(DMFormat batch, Way way) {
    if (node == null || !node.alive() || !way.isThere.getAsBoolean()) {
      onTheWay--;
    } else if (!node.answers()) {
      world.after(10 * MS, () -> arrive(batch, way));
    } else {
      Map<Attempt, Long> before = new HashMap<>(owed);
      owe(batch);
      if (listener.offer(OverTheWire.carry(batch), way.done)) {
        onTheWay--;
        way.taken.run();
      } else {
        owed.clear();
        owed.putAll(before);
        world.after(5 * MS, () -> arrive(batch, way));
      }
    }
  }

  private void owe(DMFormat batch) {
    if (leaving && batch.kind() != FrameKind.EMITTED && batch.kind() != FrameKind.BRANCH) {
      TaskBatch read = FORMAT.taskBatch(batch);
      for (Task task : read.tasks()) {
        if (!task.oneway()) {
          owed.putIfAbsent(
              new Attempt(read.id(), read.incarnation(), task.index(), task.attempt()),
              world.now());
        }
      }
    }
  }

  private void answered(DMFormat reply) {
    if (!owed.isEmpty()) {
      Reply read = FORMAT.reply(reply);
      for (HandlerResult result : read.results()) {
        owed.remove(new Attempt(read.id(), read.incarnation(), result.index(), result.attempt()));
      }
    }
  }

  @Override
  public void start(NodeId value, Listener there) {
    id = value;
    listener = there;
  }

  @Override
  public void reply(String to, DMFormat reply) {
    if (!node.alive()) {
      return; // it has just died
    }
    answered(reply);
    send(to, reply);
  }

  private void send(String to, DMFormat reply) {
    Optional<SimulatedManager> manager =
        world.managers().stream().filter(m -> m.address().equals(to)).findFirst();
    if (!manager.orElseThrow().links().back(id, manager.get().replyByLink(id, reply))) {
      if (broker < 0) {
        world.after(
            10 * MS,
            () -> {
              if (node.alive()) {
                send(to, reply);
              }
            });
        return;
      }
      int by = broker;
      int deaths = world.brokers().deaths(by);
      world.carry("reply of", id, () -> manager.get().replied(id, reply, by, deaths));
    }
  }

  @Override
  public boolean forwards() {
    return world.forwards();
  }

  @Override
  public boolean forward(NodeId to, DMFormat message) {
    return world.forward(id, node, to, message, dies);
  }

  @Override
  public boolean emit(EmissionQueue queue, DMFormat emission) {
    return broker >= 0
        && !world.chance(world.refusal())
        && world.emissions().filter(all -> all.send(queue, emission)).isPresent();
  }

  @Override
  public void announce(NodeStatus status) {
    int by = broker;
    long number = ++heartbeats;
    world
        .managers()
        .forEach(
            manager -> {
              manager.links().back(id, manager.statusByLink(status));
              if (by >= 0) {
                HeartbeatOrder.Way plain = new HeartbeatOrder.Way(by, false);
                world.carry("heartbeat of", id, () -> manager.announced(status, plain, number));
                world.bridges().across(by, at -> announce(manager, status, by, at, number));
              }
            });
  }

  private void announce(SimulatedManager manager, NodeStatus status, int by, int at, long number) {
    HeartbeatOrder.Way way = new HeartbeatOrder.Way(at, true);
    world.carry(
        "heartbeat of",
        id,
        () -> {
          if (world.bridges().carries(by, at)) {
            manager.announced(status, way, number);
          }
        });
  }

  @Override
  public void drain() {}

  @Override
  public void close() {}
}
