package org.dharch.core;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.Rules.Broken;
import org.dharch.core.SimulationLedger.Deed;
import org.dharch.core.SimulationLedger.Fact;
import org.dharch.core.execution.Progress;
import org.dharch.core.execution.ProgressFormat;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.Selection;
import org.dharch.core.message.Admission;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.node.NodeMemory;
import org.dharch.core.node.SimulatedNode;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.OrchestrationWriter;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.orchestration.Recovery;
import org.dharch.core.orchestration.Rule;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.spi.Revival;
import org.dharch.core.store.MemoryStore;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.SimulatedStore;
import org.dharch.core.store.StoreState;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Task;

/**
 * One random run: the production manager and the production nodes on a virtual clock, joined by a
 * network that loses, doubles, delays and reorders, with nodes that crash, hang and come back, with
 * and without a memory. The whole run follows from its seed. The bounds are checked at every step,
 * the other rules when it is over ({@link Rules}).
 */
final class Simulation {
  private static final long MS = 1_000_000;
  private static final Duration DEADLINE = Duration.ofSeconds(4);
  private static final int MAX_STEPS = 80_000;

  private static final class Sent {
    final long admittedAt;
    final Orchestration orchestration;
    final String operation;
    final Duration deadline;

    /** Whether it is the answer to another, in whose slot it is executed. */
    final boolean isAnswer;

    final List<Sequence> revisions = new ArrayList<>();
    final boolean oneWay;
    MessageId id;
    Outcome outcome;

    /** Since when it is executed in this life of the manager, if that is not its first. */
    long againSince = Long.MIN_VALUE;

    /** Its manager died, and with it whoever waited for its answer. */
    boolean orphan;

    /** Whether its service took it. */
    boolean delivered;

    Sent(long admittedAt, Orchestration orchestration, Submission submission) {
      this.admittedAt = admittedAt;
      this.orchestration = orchestration;
      this.operation = submission.operation();
      this.deadline = submission.deadline().or(orchestration::deadline).orElse(DEADLINE);
      this.isAnswer = submission.flow() == Direction.OUT;
      this.oneWay = submission.oneWay();
    }

    long selectedAt() {
      return admittedAt + outcome.timeline().selectedNanos();
    }

    /** Whether it waited for its turn before and after this moment. */
    boolean waitedAt(long moment) {
      return admittedAt < moment && moment < selectedAt();
    }
  }

  private final SplittableRandom random;
  private final List<String> trace;
  private final PriorityQueue<Later> schedule = new PriorityQueue<>();
  private final List<Orchestration> orchestrations = new ArrayList<>();
  private final Map<NodeId, NodeEnd> ends = new HashMap<>();
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final Map<String, MessageId> ids = new LinkedHashMap<>();
  private final Map<String, NodeMemory> memories = new HashMap<>();
  private final Set<String> remembering = new java.util.HashSet<>();
  private final Map<String, Integer> livesHeard = new HashMap<>();
  private final Set<NodeId> heard = new java.util.HashSet<>();

  /** Lives of which nothing was heard before a later one was. */
  private final Set<NodeId> heardLate = new java.util.HashSet<>();

  private final Set<String> lost = new java.util.HashSet<>();
  private final SimulationLedger ledger = new SimulationLedger();
  private final Map<String, Sent> admittedByName = new LinkedHashMap<>();

  /** What has come after the first simulations, so that their seeds still tell the same story. */
  private final SplittableRandom lives;

  /** Null if messages are kept in memory. */
  private final SimulatedStore store;

  private final DHManagerConfig config;
  private DHManager manager;

  /** Null while there is no manager. */
  private CManager.Receiver receiver;

  private int deaths;
  private final FlowControl flow;
  private final double loss;
  private final double doubled;
  private final double refusal;
  private final long delay;
  private long now = 1_000 * MS;
  private long order;
  private int faults;
  private int messages;
  private Sent admitting;
  private int lastExecuting;
  private int lastWindow = Integer.MAX_VALUE;

  /** {@code trace} takes the run's story; null if nobody wants to read it. */
  Simulation(long seed, List<String> trace) {
    this.random = new SplittableRandom(seed);
    this.trace = trace;
    lives = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 1);
    store = lives.nextInt(3) == 0 ? null : new SimulatedStore();
    flow = new RandomFlow(random).next();
    loss = random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.08;
    doubled = random.nextDouble() * 0.08;
    refusal = random.nextDouble() * 0.04;
    delay = (1 + random.nextInt(20)) * MS;
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      orchestrations.add(recoverable(new RandomOrchestration(random).named("o" + i)));
    }
    config =
        DHManagerConfig.DEFAULT
            .flow(flow)
            .deadline(DEADLINE)
            .timeToStart(Duration.ofMillis(400))
            .timeToFinish(Duration.ofMillis(400))
            .transferAllowance(Duration.ofMillis(200))
            .timeToUnwind(Duration.ofSeconds(3))
            .nodeSilence(Duration.ofMillis(350))
            .ticker(() -> now);
    startManager(random.split());
  }

  private Orchestration recoverable(Orchestration orchestration) {
    if (store == null) {
      return orchestration;
    }
    return orchestration
        .durable(lives.nextBoolean())
        .recovery(lives.nextBoolean() ? Recovery.COMPENSATE : Recovery.NONE);
  }

  private void startManager(SplittableRandom own) {
    MessageStore kept = store == null ? new MemoryStore(config.storeLimits()) : store;
    manager =
        new DHManager(
            config,
            Orchestrations.of(
                orchestrations, List.of(Rule.all(Direction.IN, orchestrations.get(0).name()))),
            new ManagerEnd(),
            own,
            kept,
            () -> Instant.ofEpochMilli(now / MS),
            elsewhere());
    receiver = manager.receiver();
    receiver.connected(true);
    if (store != null) {
      manager.revival(gateway);
    }
  }

  /** What takes long is done some time, in any order; nothing of it outlives the manager. */
  private LargeWork elsewhere() {
    HandWork work =
        new HandWork(
            task -> {
              int life = deaths;
              after(
                  lives.nextInt(lives.nextInt(50) == 0 ? 5_000 : 20) * MS,
                  () -> {
                    if (life == deaths) {
                      task.run();
                    }
                  });
            });
    work.takesFrom = lives.nextInt(3) == 0 ? 0 : lives.nextInt(2000);
    return work;
  }

  /** The manager is killed; after a while there is another, which has what was on disk. */
  private void killManager() {
    if (receiver == null) {
      return;
    }
    tell("the manager is killed");
    faults++;
    deaths++;
    receiver = null;
    store.crash(lives);
    for (Sent message : admittedByName.values()) {
      boolean goesOn = message.oneWay && message.orchestration.durable();
      if (message.outcome == null && !goesOn) {
        message.orphan = true;
      }
    }
    after(
        lives.nextInt(400) * MS,
        () -> {
          tell("a manager starts");
          lastExecuting = 0;
          lastWindow = Integer.MAX_VALUE;
          startManager(lives.split());
        });
  }

  private void tickStore() {
    after(
        100 * MS,
        () -> {
          if (receiver != null) {
            manager.stepStore();
          }
          tickStore();
        });
  }

  /** The disk is slow now and then. */
  private void tickDisk() {
    if (receiver != null && manager.recordsWait() && !diskBusy) {
      diskBusy = true;
      DHManager of = manager;
      after(
          lives.nextInt(8) * MS,
          () -> {
            diskBusy = false;
            if (of == manager && receiver != null) {
              of.stepProgress();
            }
          });
    }
  }

  private boolean diskBusy;

  int faults() {
    return faults;
  }

  int messages() {
    return messages;
  }

  /** Runs to the end; throws {@link Broken} at the first rule that does not hold. */
  void run() {
    int nodeCount = 1 + random.nextInt(3);
    for (int n = 0; n < nodeCount; n++) {
      startNode("n" + n, 1);
    }
    tickNodes();
    messages = 1 + random.nextInt(12);
    long at = 150 * MS;
    for (int m = 0; m < messages; m++) {
      at += random.nextInt(60) * MS;
      String name = "m" + m;
      after(at, () -> admit(name));
      if (random.nextInt(12) == 0) {
        after(at + random.nextInt(200) * MS, () -> cancel(name));
      }
      if (random.nextInt(6) == 0) {
        Sequence rest = RandomOrchestration.rest(m);
        after(at + random.nextInt(200) * MS, () -> revise(name, rest));
      }
    }
    if (store != null) {
      for (int death = lives.nextInt(4); death > 0; death--) {
        after(150 * MS + lives.nextLong(at + 400 * MS), this::killManager);
      }
    }
    tickStore();
    long lastEnd = now + at + 3 * 4_000 * MS + 2 * 3_000 * MS + MS;
    if (store != null) {
      lastEnd += 20_000 * MS;
    }
    long enough = Long.MAX_VALUE;
    int steps = 0;
    while (now <= lastEnd && (now <= enough || !allEnded())) {
      if (now <= 1_000 * MS + at || !allEnded()) {
        enough = Long.MAX_VALUE;
      } else if (enough == Long.MAX_VALUE) {
        enough = now + 600 * MS; // what comes late may do harm yet
      }
      if (++steps > MAX_STEPS) {
        throw new Broken(1, "it turns round and round at " + now);
      }
      Later next = schedule.poll();
      long wake = receiver == null ? Long.MAX_VALUE : manager.nextWake();
      if (wake <= next.at()) {
        schedule.add(next);
        now = Math.max(now, wake);
        manager.step();
      } else {
        now = next.at();
        next.what().run();
      }
      tickDisk();
      checkBounds();
    }
    checkEnd();
  }

  private boolean allEnded() {
    return receiver != null
        && manager.executing() + manager.slotsHeld() == 0
        && admittedByName.values().stream().allMatch(this::hasEnded)
        && !manager.hasUnresolved();
  }

  private boolean hasEnded(Sent message) {
    boolean kept = message.oneWay && message.orchestration.durable();
    return kept
        ? message.delivered || message.outcome instanceof Outcome.Halted
        : message.orphan || message.outcome != null;
  }

  // what happens

  private void after(long nanos, Runnable what) {
    schedule.add(new Later(now + nanos, order++, what));
  }

  private void tell(String line) {
    if (trace != null) {
      trace.add(String.format("%8.1f ms  %s", (now - 1_000 * MS) / 1e6, line));
    }
  }

  private boolean chance(double probability) {
    boolean happens = random.nextDouble() < probability;
    if (happens) {
      faults++;
    }
    return happens;
  }

  private void tickNodes() {
    after(
        25 * MS,
        () -> {
          nodes.forEach(SimulatedNode::tick);
          tickNodes();
        });
  }

  private void startNode(String name, int life) {
    NodeId id = new NodeId(name, Integer.toString(life));
    Set<String> handlers = new LinkedHashSet<>();
    for (int h = 0; h < RandomOrchestration.HANDLERS + 3; h++) {
      if (name.equals("n0") || random.nextBoolean()) {
        handlers.add("H" + h);
        handlers.add("U" + h);
      }
    }
    for (int z = 0; z < 12; z++) {
      handlers.add("Z" + z);
    }
    NodeMemory memory = memories.get(name);
    if (memory == null) {
      boolean survives = random.nextBoolean();
      if (survives) {
        remembering.add(name);
      }
      memory = SimulatedNode.memory(() -> now, survives);
      memories.put(name, memory);
    } else if (!remembering.contains(name)) {
      memory = SimulatedNode.memory(() -> now, false);
    }
    tell("node " + id + " starts with " + handlers);
    SimulatedNode node =
        new SimulatedNode(
            id,
            handlers,
            new NodeEnd(),
            () -> now,
            this::after,
            memory,
            (task, message) -> begin(id, task, message),
            this::runTime);
    ends.get(id).node = node;
    nodes.add(node);
    if (random.nextInt(3) == 0) {
      after(random.nextInt(1500) * MS, () -> crash(id, node, life));
    } else if (random.nextInt(3) == 0) {
      after(random.nextInt(1500) * MS, () -> hang(id, node));
    }
  }

  private void crash(NodeId id, SimulatedNode node, int life) {
    lost.add(id.name());
    tell("node " + id + " crashes");
    faults++;
    node.crash();
    if (random.nextBoolean()) {
      after(random.nextInt(50) * MS, () -> told(r -> r.gone(id)));
    }
    if (life < 3) {
      after(random.nextInt(800) * MS, () -> startNode(id.name(), life + 1));
    }
  }

  private void hang(NodeId id, SimulatedNode node) {
    lost.add(id.name());
    tell("node " + id + " hangs");
    faults++;
    node.hang(random.nextInt(1500) * MS);
  }

  private long runTime(Task task) {
    return task.attempt() == 1 && random.nextInt(40) == 0
        ? random.nextInt(1500) * MS // a handler that hangs
        : random.nextInt(30) * MS;
  }

  /** A handler begins: what it does is done, what it will answer is decided. */
  private SimulatedNode.Deed begin(NodeId node, Task task, HandlerMessage message) {
    boolean told = !task.purpose().works();
    boolean throwing = random.nextInt(10) == 0;
    Deed deed;
    if (told) {
      deed =
          task.purpose() == Task.Purpose.TELL_COMPLETED ? Deed.HEARD_COMPLETED : Deed.HEARD_HALTED;
    } else if (throwing) {
      faults++;
      deed = Deed.THREW;
    } else {
      deed = task.handler().startsWith("U") ? Deed.UNDID : Deed.PERFORMED;
    }
    tell(node + ": " + task.handler() + " " + deed + " on " + message.id());
    ledger.add(
        message.id(),
        new Fact(
            now,
            deed,
            task.handler(),
            task.index(),
            task.attempt(),
            node.toString(),
            Marks.names(message.envelope())));
    return () -> {
      if (deed == Deed.THREW) {
        throw new IllegalStateException("it just fails");
      }
      return deed == Deed.PERFORMED ? result(task, message.id()) : Changes.NONE;
    };
  }

  /** Its mark, and now and then what the message is to go on with. */
  private Changes result(Task task, MessageId id) {
    Changes mark = Marks.mark(task.handler(), task.attempt());
    if (random.nextInt(50) > 0) {
      return mark;
    }
    Sequence rest = RandomOrchestration.rest((int) (id.low() & 7));
    tell(task.handler() + " wants " + id + " to go on with " + Constructs.notation(rest));
    admittedByName.values().stream()
        .filter(sent -> id.equals(sent.id))
        .forEach(sent -> sent.revisions.add(rest));
    return Changes.builder()
        .addAll(mark)
        .property(MessageProperties.REST, OrchestrationWriter.rest(rest))
        .build();
  }

  private void told(Consumer<CManager.Receiver> what) {
    if (receiver != null) {
      what.accept(receiver);
    }
  }

  private void admit(String name) {
    boolean oneWay = store != null && lives.nextBoolean();
    Orchestration orchestration = orchestrations.get(random.nextInt(orchestrations.size()));
    Submission submission =
        new Submission(
                Direction.IN,
                "S",
                "o" + random.nextInt(RandomFlow.OPERATIONS),
                name,
                Bench.ENVELOPE,
                MessageProperties.empty(),
                Set.of(),
                Optional.of(orchestration.name()),
                random.nextInt(5) == 0
                    ? Optional.of(Duration.ofMillis(1 + random.nextInt(300)))
                    : Optional.empty())
            .client("c" + random.nextInt(3))
            .oneWay(oneWay);
    if (receiver == null) {
      return;
    }
    // with fair share, the places that are left may be other clients'
    int leastWaiting = flow.selection() instanceof Selection.Fair ? 1 : flow.queueBound();
    boolean full = manager.waiting() >= leastWaiting;
    admitting = new Sent(now, orchestration, submission);
    Admission admission = manager.admit(gateway, name, submission);
    tell("message " + name + " " + orchestration.notation() + ": " + admission);
    if (admission instanceof Admission.Accepted accepted) {
      ids.put(name, accepted.id());
      admitting.id = accepted.id();
      admittedByName.put(name, admitting);
    } else if (admission instanceof Admission.Stored stored) {
      admitting.id = stored.id();
      admittedByName.put(name, admitting);
    } else if (admission instanceof Admission.Busy busy
        && !full
        && !busy.reason().contains("too late")) {
      throw new Broken(3, "busy with " + manager.waiting() + " waiting of " + flow.queueBound());
    }
  }

  private void cancel(String name) {
    if (receiver != null && ids.containsKey(name)) {
      tell("message " + name + " is withdrawn");
      faults++;
      manager.cancel(ids.get(name));
    }
  }

  private void revise(String name, Sequence rest) {
    if (receiver != null && ids.containsKey(name)) {
      boolean taken = manager.revise(ids.get(name), rest);
      tell("message " + name + " is to go on with " + Constructs.notation(rest) + ": " + taken);
      admittedByName.get(name).revisions.add(rest);
    }
  }

  private final Revival<String> gateway =
      new Revival<>() {
        @Override
        public Optional<String> revive(Submission submission) {
          String name = submission.action();
          Sent message = admittedByName.get(name);
          if (message == null) { // its sender was told "busy", and the power went
            throw new DHArchException("nobody has accepted it");
          }
          tell("message " + name + " comes out of the store");
          message.outcome = null;
          message.againSince = now;
          return Optional.of(name);
        }

        @Override
        public void discard(String name) {}

        @Override
        public void completed(String name, Outcome.Completed outcome) {
          ended(name, outcome);
          Sent message = admittedByName.getOrDefault(name, admitting);
          if (message.isAnswer) {
            manager.answered(ids.get(name));
          } else if (message.oneWay) {
            deliver(name, message, outcome);
          } else {
            serve(name, outcome.id());
          }
        }

        @Override
        public void halted(String name, Outcome.Halted outcome) {
          tell("message " + name + " halts: " + outcome.fault());
          ended(name, outcome);
          if (admittedByName.getOrDefault(name, admitting).isAnswer) {
            manager.answered(ids.get(name));
          }
        }
      };

  /** A service takes what no one waits for; now and then it cannot. */
  private void deliver(String name, Sent message, Outcome.Completed outcome) {
    DHManager of = manager;
    boolean taken = lives.nextInt(12) > 0 || !message.orchestration.durable();
    after(
        lives.nextInt(60) * MS,
        () -> {
          message.delivered |= taken;
          tell("message " + name + (taken ? " is delivered" : " cannot be delivered"));
          if (of != manager || receiver == null) {
            return;
          }
          of.answered(outcome.id());
          if (taken) {
            of.delivered(outcome.id());
          } else {
            of.undelivered(outcome, "the service is gone");
            message.outcome =
                new Outcome.Halted(
                    outcome.id(),
                    new Fault(Fault.Code.NOT_DELIVERED, "", "the service is gone"),
                    outcome.timeline());
          }
        });
  }

  /** The service works on the request; now and then it never answers, or says so twice. */
  private void serve(String name, MessageId id) {
    if (random.nextInt(15) == 0) {
      tell("the service never answers " + name);
      faults++;
      return;
    }
    long time = random.nextInt(60) * MS;
    if (random.nextInt(4) == 0) {
      after(time, () -> answer(name, id));
      return;
    }
    after(time, () -> manager.answered(id));
    if (chance(doubled)) {
      after(time + random.nextInt(100) * MS, () -> manager.answered(id));
    }
  }

  /** The answer has handlers of its own. */
  private void answer(String name, MessageId request) {
    Orchestration orchestration = orchestrations.get(random.nextInt(orchestrations.size()));
    Submission submission =
        new Submission(
                Direction.OUT,
                "S",
                "o0",
                "",
                Bench.ENVELOPE,
                MessageProperties.empty(),
                Set.of(),
                Optional.of(orchestration.name()),
                Optional.empty())
            .within(request);
    if (receiver == null) {
      return;
    }
    admitting = new Sent(now, orchestration, submission);
    String answer = name + "-answer";
    ids.put(answer, request);
    Admission admission = manager.admit(gateway, answer, submission);
    tell(answer + " " + orchestration.notation() + ": " + admission);
    if (admission instanceof Admission.Accepted accepted) {
      admitting.id = accepted.id();
      admittedByName.put(answer, admitting);
    } else {
      manager.answered(request);
    }
  }

  private void ended(String name, Outcome outcome) {
    Sent message = admittedByName.getOrDefault(name, admitting);
    tell("message " + name + " ends");
    if (message.outcome != null) {
      throw new Broken(1, name + " ended twice");
    }
    message.outcome = outcome;
  }

  // the network

  private final class ManagerEnd extends HandTransport {
    ManagerEnd() {
      super("sim");
    }

    @Override
    public boolean send(NodeId to, DMFormat batch) {
      int life = life(to);
      boolean later =
          manager.nodes().stream()
              .anyMatch(n -> n.node().name().equals(to.name()) && to.beganBefore(n.node()));
      if (livesHeard.getOrDefault(to.name(), 0) > life && (later || !heardLate.contains(to))) {
        throw new Broken(9, "task batch for " + to + ", whose life is known to be over");
      }
      if (chance(refusal)) {
        tell("the transport refuses " + batch.id() + " for " + to);
        return false;
      }
      carry("task batch for " + to, () -> ends.get(to).arrive(OverTheWire.carry(batch)));
      return true;
    }
  }

  private static int life(NodeId node) {
    return Integer.parseInt(node.incarnation());
  }

  private void carry(String what, Runnable arrive) {
    if (chance(loss)) {
      tell("lost: " + what);
      return;
    }
    after(random.nextLong(delay), arrive);
    if (chance(doubled)) {
      tell("doubled: " + what);
      after(random.nextLong(delay * 20), arrive);
    }
  }

  private final class NodeEnd implements NodeChannel {
    private Listener listener;
    private SimulatedNode node;
    private NodeId id;

    void arrive(DMFormat batch) {
      if (node == null || !node.alive()) {
        return;
      }
      if (!node.answers()) {
        after(10 * MS, () -> arrive(batch));
      } else if (!listener.offer(batch, () -> {})) {
        after(5 * MS, () -> arrive(batch));
      }
    }

    @Override
    public void start(NodeId value, Listener there) {
      id = value;
      listener = there;
      ends.put(value, this);
    }

    @Override
    public void reply(String to, DMFormat reply) {
      carry("reply of " + id, () -> arrive(reply, 100));
    }

    /** A reply waits at the broker for its manager, or the next life of that. */
    private void arrive(DMFormat reply, int patience) {
      if (receiver != null) {
        receiver.reply(OverTheWire.carry(reply));
      } else if (patience > 0) {
        after(10 * MS, () -> arrive(reply, patience - 1));
      }
    }

    @Override
    public void announce(NodeStatus status) {
      carry(
          "heartbeat of " + id,
          () -> {
            boolean first = heard.add(id);
            if (first && livesHeard.getOrDefault(id.name(), 0) > life(id)) {
              heardLate.add(id); // nobody can know that it is over once the later one is too
            }
            livesHeard.merge(id.name(), Integer.parseInt(id.incarnation()), Math::max);
            told(r -> r.status(status));
          });
    }

    @Override
    public void drain() {}

    @Override
    public void close() {}
  }

  // the rules

  /** A window that has become smaller takes nobody's slot away, but gives none either. */
  private void checkBounds() {
    if (receiver == null) {
      return;
    }
    int executing = manager.slotsHeld();
    int window = Math.max(lastWindow, manager.window());
    if (executing > flow.window().max() || (executing > lastExecuting && executing > window)) {
      throw new Broken(3, executing + " in execution > window=" + window);
    }
    lastExecuting = executing;
    lastWindow = manager.window();
    if (manager.waiting() > flow.queueBound()) {
      throw new Broken(3, manager.waiting() + " waiting > bound=" + flow.queueBound());
    }
    // with fair share, room may be other clients'; but somebody has it
    int leastUsed = flow.selection() instanceof Selection.Fair ? 1 : manager.window();
    if (manager.waiting() > 0 && executing < leastUsed) {
      throw new Broken(7, manager.waiting() + " wait beside a window with room");
    }
    if (manager.errors() > 0) {
      throw new Broken(0, "an internal error was counted");
    }
  }

  private void checkEnd() {
    admittedByName.forEach(
        (name, message) -> {
          if (message.outcome != null) {
            check(name, message);
          } else if (message.orphan || isStored(message)) {
            checkOrphan(name, message);
          } else {
            throw new Broken(1, name + " never ended");
          }
        });
    checkUnresolved();
    Map<Counter, Long> counters = manager.counters();
    long ends = counters.get(Counter.COMPLETED) + counters.get(Counter.HALTED);
    if (store == null && (counters.get(Counter.ADMITTED) != ends || ends < admittedByName.size())) {
      throw new Broken(1, "counted: " + counters);
    }
    if (manager.inFlight()
            + manager.executing()
            + manager.slotsHeld()
            + manager.waiting()
            + manager.burden()
        != 0) {
      throw new Broken(
          3,
          "left behind: "
              + manager.inFlight()
              + " contexts, "
              + manager.executing()
              + " executing, "
              + manager.slotsHeld()
              + " slots held, "
              + manager.waiting()
              + " waiting, "
              + manager.burden()
              + " tasks on nodes");
    }
    if (store == null) {
      checkOrder();
    }
  }

  private boolean isStored(Sent message) {
    return message.oneWay
        && store != null
        && store.keys(StoreState.ACCEPTED).stream().anyMatch(key -> key.id().equals(message.id));
  }

  /** What is listed to be undone cannot be undone yet. */
  private void checkUnresolved() {
    for (Unresolved one : manager.unresolved()) {
      Progress progress =
          new ProgressFormat(Limits.DEFAULT).decode(one.message().progress().orElseThrow());
      boolean possible =
          progress.mayUndo(
              handler -> manager.nodes().stream().anyMatch(n -> n.handlers().contains(handler)),
              node -> manager.nodes().stream().anyMatch(n -> n.node().name().equals(node)));
      if (possible) {
        throw new Broken(9, "could be undone, and is not: " + one.waiting() + " of " + progress);
      }
    }
  }

  /** What is listed as not undone, or not known to be, of this message. */
  private Set<String> listed(Sent message) {
    Set<String> handlers = new java.util.HashSet<>();
    for (Unresolved one : manager.unresolved()) {
      if (one.message().progress().isPresent()
          && new ProgressFormat(Limits.DEFAULT)
              .decode(one.message().progress().get())
              .id()
              .equals(message.id)) {
        java.util.stream.Stream.concat(one.waiting().stream(), one.doubtful().stream())
            .forEach(
                line ->
                    java.util.stream.IntStream.range(0, 20)
                        .mapToObj(h -> "H" + h)
                        .filter(h -> line.contains("'" + h + "'"))
                        .forEach(handlers::add));
      }
    }
    return handlers;
  }

  /** The rules for a message of which nobody has heard the end. */
  private void checkOrphan(String name, Sent message) {
    Rules rules =
        new Rules(
            name,
            message.orchestration.body(),
            new Outcome.Halted(
                message.id,
                new Fault(Fault.Code.SHUT_DOWN, "", "its manager died"),
                Timeline.empty(message.id, message.orchestration.name())),
            ledger.of(message.id),
            Map.of(),
            lost,
            message.againSince,
            listed(message));
    boolean undone =
        message.orphan && message.orchestration.recovery() == Recovery.COMPENSATE && deaths > 0;
    rules.checkOrphan(undone);
  }

  private void check(String name, Sent message) {
    Map<Integer, Sequence> revisions = new HashMap<>();
    for (String note : message.outcome.timeline().notes()) {
      for (Sequence rest : message.revisions) {
        String after = "after stage ";
        if (note.startsWith(after) && note.endsWith(" with " + Constructs.notation(rest))) {
          int end = note.indexOf(' ', after.length());
          revisions.put(Integer.parseInt(note.substring(after.length(), end)), rest);
        }
      }
    }
    new Rules(
            name,
            message.orchestration.body(),
            message.outcome,
            ledger.of(message.id),
            revisions,
            lost,
            message.againSince,
            listed(message))
        .check();
  }

  /** Who was selected while another waited was before him, and came in time to be. */
  private void checkOrder() {
    for (Sent next : admittedByName.values()) {
      boolean selected = !next.outcome.timeline().attempts().isEmpty();
      if (selected && !next.isAnswer) {
        admittedByName.values().stream()
            .filter(other -> !other.isAnswer && other.waitedAt(next.selectedAt()))
            .forEach(other -> checkOrder(next, other));
      }
    }
  }

  private void checkOrder(Sent next, Sent waiting) {
    if (next.admittedAt > waiting.admittedAt + RandomFlow.ageing(flow)) {
      throw new Broken(
          7, next.id + " overtook " + waiting.id + ", which came more than the ageing before it");
    }
    if (turn(next).isPresent() && turn(next).getAsLong() > turn(waiting).getAsLong()) {
      throw new Broken(7, next.id + " was selected before " + waiting.id + ", against the policy");
    }
  }

  private OptionalLong turn(Sent message) {
    OptionalLong handicap =
        RandomFlow.handicap(flow, message.operation, message.deadline.toNanos());
    return handicap.isEmpty()
        ? handicap
        : OptionalLong.of(message.admittedAt + handicap.getAsLong());
  }
}
