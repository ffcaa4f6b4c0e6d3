package org.dharch.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.node.PacedNode;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Gateway;
import org.dharch.core.spi.NodeWays;
import org.dharch.core.spi.RequestedInterval;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.dharch.core.wire.Reply;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;

/**
 * Many production managers and thousands of nodes at several brokers, on a virtual clock. A broker
 * is a delay and a queue: it gives out one thing after another. A node has four workers, all of
 * which take as long for each task; when it announces itself follows the production's rule, and so
 * does by which broker it is reached. The whole run follows from its seed.
 */
final class CrowdSimulation {
  private static final long MS = 1_000_000;

  /** What a broker needs to give out one thing, and how long each way takes besides. */
  private static final long GIVING_OUT = MS / 50;

  private static final long WAY = MS / 5;
  private static final long TASK = 25 * MS;
  private static final int WORKERS = 4;
  private static final Duration USUAL = Duration.ofMillis(250);
  private static final TaskBatchFormat FORMAT = new TaskBatchFormat(Limits.DEFAULT);

  private final SplittableRandom random = new SplittableRandom(26);
  private final PriorityQueue<ScheduledEvent> schedule = new PriorityQueue<>();
  private final List<Broker> brokers = new ArrayList<>();
  private final List<Manager> managers = new ArrayList<>();
  private final Map<NodeId, Node> nodes = new HashMap<>();
  private long now = 1_000 * MS;
  private long order;
  private int completed;
  private int failed;

  CrowdSimulation(int managers, int nodes, int brokers) {
    for (int b = 0; b < brokers; b++) {
      this.brokers.add(new Broker(b));
    }
    for (int m = 0; m < managers; m++) {
      this.managers.add(new Manager(m));
    }
    for (int n = 0; n < nodes; n++) {
      Node node = new Node(new NodeId("n" + n, "1"), n % brokers);
      this.nodes.put(node.id, node);
      after(random.nextLong(USUAL.toNanos()), node::tick);
    }
    everySecond();
  }

  private void after(long nanos, Runnable what) {
    schedule.add(new ScheduledEvent(now + nanos, order++, what));
  }

  /** What managers ask of nodes: as by the transport, a little sooner. */
  private void everySecond() {
    for (Broker broker : brokers) {
      for (Manager manager : managers) {
        int count = manager.ways.nodesOf(broker.number);
        RequestedInterval requested = RequestedInterval.of(count, managers.size(), 5_000);
        broker.requestedMillis =
            Math.max(manager.number == 0 ? 0 : broker.requestedMillis, requested.millis());
      }
    }
    nodes.values().stream()
        .filter(node -> node.broker >= 0)
        .forEach(
            n -> n.pace.requestInterval(Duration.ofMillis(brokers.get(n.broker).requestedMillis)));
    after(1_000 * MS, this::everySecond);
  }

  /** A broker dies for good, with all that is on it. */
  void lose(int which) {
    Broker lost = brokers.get(which);
    lost.isThere = false;
    managers.forEach(
        manager -> after(random.nextLong(20 * MS), () -> manager.broker(which, false)));
    nodes.values().stream().filter(node -> node.broker == which).forEach(Node::moves);
  }

  /** Lets this time pass. */
  CrowdSimulation run(Duration time) {
    long end = now + time.toNanos();
    while (now < end) {
      Manager first = managers.get(0);
      for (Manager manager : managers) {
        first =
            ManagerProbe.of(manager.manager).nextWake() < ManagerProbe.of(first.manager).nextWake()
                ? manager
                : first;
      }
      long wake = ManagerProbe.of(first.manager).nextWake();
      long next = schedule.peek().at();
      now = Math.max(now, Math.min(end, Math.min(wake, next)));
      if (now >= end) {
        break;
      } else if (wake <= next) {
        ManagerProbe.of(first.manager).step();
      } else {
        schedule.poll().what().run();
      }
    }
    return this;
  }

  /** Each manager begins so many messages, and another when one has ended, up to so many in all. */
  void load(int atOnce, int inAll) {
    for (Manager manager : managers) {
      manager.left = inAll / managers.size();
      for (int i = 0; i < atOnce; i++) {
        manager.admit();
      }
    }
  }

  int completed() {
    return completed;
  }

  int failed() {
    return failed;
  }

  long lost() {
    return managers.stream()
        .mapToLong(m -> m.manager.status().counters().get(Counter.NODES_LOST))
        .sum();
  }

  /** How many nodes the manager hears that hears fewest. */
  int heardByAll() {
    return managers.stream().mapToInt(m -> m.manager.status().nodes().size()).min().orElseThrow();
  }

  /** How many heartbeats the busiest broker has given out since the last time. */
  int mostHeartbeats() {
    int most = brokers.stream().mapToInt(broker -> broker.heartbeats).max().orElseThrow();
    brokers.forEach(broker -> broker.heartbeats = 0);
    return most;
  }

  /** How many tasks the busiest node had, and all of them. */
  int busiest() {
    return nodes.values().stream().mapToInt(node -> node.had).max().orElseThrow();
  }

  double mean() {
    return nodes.values().stream().mapToInt(node -> node.had).average().orElseThrow();
  }

  private final class Broker {
    final int number;
    boolean isThere = true;
    int heartbeats;
    int requestedMillis;
    private long freeAt;

    Broker(int number) {
      this.number = number;
    }

    /** Gives something out, if it lives until then. */
    void carry(Runnable what) {
      freeAt = Math.max(now, freeAt) + GIVING_OUT;
      after(
          freeAt - now + WAY,
          () -> {
            if (isThere) {
              what.run();
            }
          });
    }
  }

  private final class Node {
    final NodeId id;
    final PacedNode pace = new PacedNode(USUAL, now);
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    int broker;
    int had;
    private int busy;

    Node(NodeId id, int broker) {
      this.id = id;
      this.broker = broker;
    }

    private void tick() {
      if (broker >= 0 && pace.isDue(now)) {
        announce();
      }
      after(10 * MS, this::tick);
    }

    private void announce() {
      NodeStatus status =
          NodeStatus.of(
                  id,
                  NodeStatus.State.READY,
                  List.of("H"),
                  new NodeStatus.Load(WORKERS, busy, waiting.size()),
                  ProcessOrigin.here("host"))
              .announced(now, pace.interval());
      int by = broker;
      for (Manager manager : managers) {
        brokers.get(by).heartbeats++;
        brokers.get(by).carry(() -> manager.heard(status, by));
      }
    }

    void moves() {
      broker = -1;
      after(
          (20 + random.nextLong(180)) * MS,
          () -> {
            do {
              broker = random.nextInt(brokers.size());
            } while (!brokers.get(broker).isThere);
            announce();
          });
    }

    void take(Manager of, TaskBatch batch) {
      for (Task task : batch.tasks()) {
        had++;
        waiting.add(() -> end(of, batch, task));
      }
      work();
    }

    private void work() {
      while (busy < WORKERS && !waiting.isEmpty()) {
        busy++;
        after(TASK, waiting.remove());
      }
    }

    private void end(Manager of, TaskBatch batch, Task task) {
      busy--;
      HandlerResult result =
          HandlerResult.of(
              task.index(),
              task.attempt(),
              HandlerResult.Status.PERFORMED,
              "",
              0,
              TASK,
              Changes.NONE);
      DMFormat reply =
          FORMAT.encode(new Reply(batch.id(), batch.incarnation(), id, List.of(result)));
      reply(of, reply);
      work();
    }

    /** What is to be told waits until there is a broker. */
    private void reply(Manager of, DMFormat reply) {
      if (broker < 0) {
        after(10 * MS, () -> reply(of, reply));
      } else {
        brokers.get(broker).carry(() -> of.receiver.reply(reply));
      }
    }
  }

  private final class Manager extends HandTransport {
    final int number;
    final NodeWays<DMFormat> ways = new NodeWays<>(1_000, Long.MAX_VALUE, brokers.size());
    final DHManager manager;
    final CManager.Receiver receiver;
    int left;

    Manager(int number) {
      super("m" + number);
      this.number = number;
      Orchestration one = Orchestration.of("one", Stage.of("H"));
      manager =
          ManagerProbe.create(
              DHManagerConfig.DEFAULT.keptTimelines(0).ticker(() -> now),
              Orchestrations.of(List.of(one), List.of(Rule.all(Direction.IN, "one"))),
              this,
              random.split());
      receiver = ManagerProbe.of(manager).receiver();
      receiver.connected(true);
      for (int b = 0; b < brokers.size(); b++) {
        ways.broker(b, true);
      }
    }

    void broker(int which, boolean up) {
      ways.broker(which, up).cut().forEach(receiver::unreachable);
    }

    void heard(NodeStatus status, int by) {
      if (ways.seen(status.node(), by).moved()) {
        receiver.unreachable(status.node());
      }
      receiver.status(status);
    }

    @Override
    public boolean send(NodeId node, DMFormat batch) {
      if (ways.send(node, batch, 1) != NodeWays.Way.BROKER) {
        return false;
      }
      int by = ways.brokerOf(node);
      TaskBatch read = FORMAT.taskBatch(batch);
      brokers
          .get(by)
          .carry(
              () -> {
                Node to = nodes.get(node);
                if (to.broker == by) {
                  to.take(this, read);
                }
              });
      return true;
    }

    void admit() {
      if (left-- > 0) {
        Submission message = Submission.of(Direction.IN, "S", Bench.ENVELOPE);
        if (!(manager.admit(gateway, this, message) instanceof Admission.Accepted)) {
          failed++;
        }
      }
    }
  }

  private final Gateway<Manager> gateway =
      new Gateway<>() {
        @Override
        public void completed(Manager of, Outcome.Completed outcome) {
          completed++;
          after(0, of::admit);
        }

        @Override
        public void failed(Manager of, Outcome.Failed outcome) {
          failed++;
        }

        @Override
        public void responded(Manager of, Outcome.Responded outcome) {
          failed++;
        }
      };
}
