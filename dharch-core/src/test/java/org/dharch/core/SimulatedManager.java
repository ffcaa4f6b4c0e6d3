package org.dharch.core;

import static org.dharch.core.Simulation.MS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.dharch.api.Emitted;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.Rules.Broken;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.LargeWork;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.Selection;
import org.dharch.core.message.Admission;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.ExchangeProperties;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.CrashRecovery;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.recovery.Resumable;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.HeartbeatOrder;
import org.dharch.core.spi.Outbound;
import org.dharch.core.spi.ReplayGateway;
import org.dharch.core.store.MemoryStore;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.SimulatedStore;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.Unresolved;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.EmittedFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;

/**
 * A manager of a {@link Simulation} in all its lives: its clients and its service, its store, its
 * death, and the stretches in which its process stands still while what comes lies before it.
 *
 * <p>A long file, because all that happens to one manager is here, a few lines each; what is
 * checked of it is in {@link SimulationChecks} and {@link Attention}.
 */
final class SimulatedManager {
  static final Duration DEADLINE = Duration.ofSeconds(4);
  static final Duration SILENCE = Duration.ofMillis(350);

  private static final TaskBatchFormat BATCHES = new TaskBatchFormat(Limits.DEFAULT);
  private static final ProgressFormat PROGRESS = new ProgressFormat(Limits.DEFAULT);
  private static final EmittedFormat EMITTED = new EmittedFormat(Limits.DEFAULT);

  private final Simulation world;
  private final int number;
  private final String prefix;
  private final SplittableRandom random;
  private final SplittableRandom incarnations;
  private final SplittableRandom wide;
  private final SplittableRandom over;
  private final boolean isWide;

  /** Tells apart what its messages' handlers say of them; empty if they say nothing. */
  private final Optional<Long> verbSalt;

  /** Whether its gateway says when it takes a completed message to its service. */
  private final boolean handsOver;

  /** Null if messages are kept in memory. */
  private final SimulatedStore store;

  private final FlowControl flow;
  private final List<Orchestration> orchestrations = new ArrayList<>();
  private final Map<String, MessageId> ids = new LinkedHashMap<>();

  /** What was left of these is resolved. */
  private final Set<MessageId> resolved = new HashSet<>();

  private final Map<String, SimulatedMessage> admitted = new LinkedHashMap<>();
  private final Map<MessageId, Set<String>> notes = new HashMap<>();
  private DHManagerConfig config;
  private DHManager manager;

  /** Null while there is no manager. */
  private CManager.Receiver receiver;

  private Attention attention;
  private SimulatedLinks links;
  private SimulationChecks checks;

  /** What was brought to the transport, whether or not that took it. */
  private record Brought(MessageId message, String handler, int attempt) {}

  private final Set<Brought> brought = new HashSet<>();

  private final Holders holders = new Holders();

  /** What is computed outside the turn, and may be to be sent yet. */
  private int workElsewhere;

  private boolean runsElsewhere;

  private SimulatedMessage admitting;
  private int deaths;
  private int calls;
  private boolean diskBusy;

  /** Whether it takes what is for its services, and what is for addresses outside. */
  private boolean takesIn;

  private boolean takesOut;
  private Set<EmissionQueue> taken = Set.of();

  /** Done when all that is here has ended since it was closed; nobody has closed it if null. */
  private CompletableFuture<Void> closing;

  private boolean emissionsBusy;

  /** Whether its process stands still. */
  private boolean still;

  /** What lies before it meanwhile. */
  private final Deque<Runnable> undelivered = new ArrayDeque<>();

  private long stillNanos;

  /** When what was noted was written last. */
  private long written;

  SimulatedManager(
      Simulation world,
      int number,
      SplittableRandom random,
      SplittableRandom incarnations,
      SplittableRandom wide,
      SplittableRandom over,
      boolean isWide) {
    this.world = world;
    this.number = number;
    this.prefix = number == 0 ? "" : "s" + number + ".";
    this.random = random;
    this.incarnations = incarnations;
    this.wide = wide;
    this.isWide = isWide;
    this.over = over;
    verbSalt = world.verbs().map(SplittableRandom::nextLong);
    handsOver = over.nextInt(5) > 0;
    store = incarnations.nextInt(3) == 0 ? null : new SimulatedStore();
    flow = new RandomFlow(random).next();
    world
        .emissions()
        .ifPresent(
            all -> {
              takesIn = number == 0 || all.random().nextBoolean();
              takesOut = number == 0 || all.random().nextBoolean();
            });
  }

  /** How long a handler may wait for its turn. */
  Duration timeToStart() {
    return config.timeouts().toStart();
  }

  /** Whether nodes know what they did as long as they live. */
  boolean nodesRemember() {
    return !world.isForgetful();
  }

  /** Whether this handler of a message leaves a number that no other attempt does. */
  boolean marksOnce(MessageId id, String handler) {
    return message(id).filter(message -> message.marksOnce(handler)).isPresent();
  }

  /** Makes what it follows, and starts. */
  void begin() {
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      orchestrations.add(
          world.directed(
              recoverable(
                  new RandomOrchestration(
                          random,
                          world.verbs(),
                          world.affine(),
                          world.forwarding(),
                          world.constructs())
                      .named("o" + i))));
    }
    boolean quick = isWide && wide.nextBoolean();
    config =
        DHManagerConfig.DEFAULT
            .flow(flow)
            .deadline(DEADLINE)
            .timeToStart(Duration.ofMillis(quick ? 200 : 400))
            .timeToFinish(Duration.ofMillis(quick ? 150 : 400))
            .transferAllowance(Duration.ofMillis(quick ? 100 : 200))
            .timeToCompensate(world.timeToCompensate())
            .nodeSilence(SILENCE)
            .startGrace(isWide ? world.startGrace() : Duration.ZERO)
            .ticker(world::now);
    startManager(random.split());
  }

  private Orchestration recoverable(Orchestration orchestration) {
    if (store == null) {
      return orchestration;
    }
    return orchestration
        .durable(incarnations.nextBoolean())
        .recovery(incarnations.nextBoolean() ? CrashRecovery.COMPENSATE : CrashRecovery.NONE);
  }

  private void startManager(SplittableRandom own) {
    MessageStore kept = store == null ? new MemoryStore(config.storeLimits()) : store;
    List<Orchestration> all = new ArrayList<>(orchestrations);
    all.add(
        Orchestration.of(
            SimulatedEmissions.PLAIN, Stage.of(HandlerEntry.of("H0").mustPerform(false))));
    manager =
        ManagerProbe.create(
            config,
            Orchestrations.of(all, List.of(Rule.all(Direction.IN, orchestrations.get(0).name()))),
            new ManagerEnd(),
            own,
            kept,
            () -> Instant.ofEpochMilli(world.now() / MS),
            elsewhere());
    attention = new Attention(world, manager, SILENCE.toNanos());
    checks = new SimulationChecks(this, flow, Optional.ofNullable(store));
    receiver = ManagerProbe.of(manager).receiver();
    links =
        new SimulatedLinks(
            world,
            world.links().map(SplittableRandom::split),
            broker -> world.bridges().knows(number, broker),
            toThisIncarnation());
    if (links.isAnyBrokerThere()) {
      receiver.connected(true);
    }
    links.plan(2_000 * MS);
    if (store != null || takesIn) {
      manager.replayGateway(gateway);
    }
    if (takesIn) {
      manager.emissionsFor(Set.of(SimulatedEmissions.SERVICE));
    }
    if (takesOut) {
      manager.outbound(new Outside());
    }
  }

  // what handlers emit

  /** Whether it takes emissions for this queue. */
  boolean takes(EmissionQueue queue) {
    return queue.equals(EmissionQueue.OUT) ? takesOut : takesIn;
  }

  /** Whether it can be brought something now. */
  boolean isThere() {
    return attends() && (taken.contains(EmissionQueue.OUT) || takesIn);
  }

  boolean emission(DMFormat emission, Runnable done) {
    return receiver.emission(emission, done);
  }

  /** What waits is done some time, as by a thread of its own, and the clock is looked at. */
  private void tickEmissions() {
    if (!emissionsBusy && ManagerProbe.of(manager).emissionsWait()) {
      emissionsBusy = true;
      DHManager of = manager;
      client(
          world.emissions().map(all -> all.random().nextInt(4) * MS).orElse(0L),
          () -> {
            emissionsBusy = false;
            if (of == manager && receiver != null) {
              ManagerProbe.of(of).stepEmissions();
            }
          });
    }
  }

  private void tickClockOfEmissions() {
    after(
        50 * MS,
        () -> {
          if (attends()) {
            ManagerProbe.of(manager).stepEmissions();
          }
          tickClockOfEmissions();
        });
  }

  /** Addresses outside, each of its own mood. */
  private final class Outside implements Outbound {
    @Override
    public CompletionStage<Result> send(Request request) {
      SimulatedEmissions all = world.emissions().orElseThrow();
      CompletableFuture<Result> result = new CompletableFuture<>();
      DHManager of = manager;
      all.went(request.id());
      int mood = all.random().nextInt(12);
      boolean arrives = mood > 2;
      int address = Integer.parseInt(request.address().getHost().substring(1));
      long time = all.random().nextInt(60) * MS;
      all.sends(request.id(), address, number + "." + deaths, mood == 0);
      if (arrives) {
        after(time, () -> all.arrived(request.id(), address));
      }
      if (mood != 2) { // else nothing is ever heard of it
        client(
            time,
            () -> {
              if (of == manager && receiver != null) {
                result.complete(result(mood));
              }
            });
      }
      return result;
    }

    private Result result(int mood) {
      return switch (mood) {
        case 0 -> new Result.Failed(Failure.UNREACHED, "nobody listens");
        case 1, 3 -> new Result.Failed(Failure.UNKNOWN, "it broke off");
        case 4 -> new Result.Sent(200, Optional.of(Bench.ENVELOPE));
        default -> new Result.Sent(202, Optional.empty());
      };
    }

    @Override
    public void close() {}
  }

  private static boolean isEmission(String name) {
    return name.startsWith(SimulatedEmissions.ACTION);
  }

  /** An emission goes to the service, which takes it or not. */
  private void deliverEmission(String name, Outcome.Completed outcome) {
    SimulatedEmissions all = world.emissions().orElseThrow();
    DHManager of = manager;
    boolean refuses = all.random().nextInt(12) == 0;
    client(
        all.random().nextInt(60) * MS,
        () -> {
          if (of != manager || receiver == null) {
            return;
          } else if (refuses) {
            of.undelivered(outcome, "the service is gone");
            return;
          }
          var unused =
              ManagerProbe.of(of)
                  .handingOver(outcome)
                  .thenAccept(
                      what -> {
                        if (what instanceof Outcome.Completed) {
                          all.arrived(all.idOf(name), 0);
                          of.delivered(outcome.id());
                        }
                      });
        });
  }

  // what the others see of it

  String address() {
    return "sim" + number;
  }

  DHManager manager() {
    return manager;
  }

  Map<String, SimulatedMessage> admitted() {
    return admitted;
  }

  SimulationLedger ledger() {
    return world.ledger();
  }

  Set<String> lost() {
    return world.lost();
  }

  Simulation world() {
    return world;
  }

  int deaths() {
    return deaths;
  }

  /** What the timelines of all its lives say of this message. */
  Set<String> notes(MessageId id) {
    return notes.getOrDefault(id, Set.of());
  }

  private void keepNotes() {
    for (Timeline timeline : manager.status().timelines()) {
      if (!timeline.notes().isEmpty()) {
        notes.computeIfAbsent(timeline.id(), id -> new HashSet<>()).addAll(timeline.notes());
      }
    }
  }

  /** Whether it can do something now. */
  private boolean attends() {
    return isUp() && (closing == null || !closing.isDone());
  }

  private boolean isUp() {
    return receiver != null && !still;
  }

  /** Whether nodes have room to remember that they undo something. */
  boolean hasCapacityForCompensation() {
    return !world.isNarrow();
  }

  long nextWake() {
    return attends() ? ManagerProbe.of(manager).nextWake() : Long.MAX_VALUE;
  }

  void step() {
    ManagerProbe.of(manager).step();
  }

  /** After anything that happened. */
  void stepped() {
    if (attends()) {
      tickDisk();
      tickEmissions();
      checks.bounds();
      checks.resolved(resolved);
      attention.look();
    }
  }

  boolean allEnded() {
    if (!attends()
        || ManagerProbe.of(manager).executing()
                + ManagerProbe.of(manager).slotsHeld()
                + ManagerProbe.of(manager).emissionsInHand()
            > 0) {
      return false;
    }
    for (SimulatedMessage message : admitted.values()) {
      if (!message.hasEnded()) {
        return false;
      }
    }
    boolean isToReplay = store != null && !store.keys(StoreState.REPLAY).isEmpty();
    return !manager.storedMessages().hasUnresolved() && (!isToReplay || world.isClosing());
  }

  /** What the results of this message's handlers emitted. */
  void checkEmissions(
      String name,
      Outcome outcome,
      Set<Timeline.Attempt> overtaken,
      Set<Timeline.Attempt> replayed) {
    world.emissions().ifPresent(all -> all.check(name, outcome, deaths > 0, overtaken, replayed));
  }

  void checkEnd() {
    keepNotes();
    checks.end();
    links.checkEnd();
  }

  /** A handler wants the message of this id, if it is here, to go on with this. */
  void revised(MessageId id, Sequence rest) {
    for (SimulatedMessage message : admitted.values()) {
      if (id.equals(message.id)) {
        message.revisions.add(rest);
      }
    }
  }

  private void after(long nanos, Runnable what) {
    world.after(nanos, what);
  }

  // its life

  /** Puts into the schedule what its clients and its fate will do; when the last of it happens. */
  long plan() {
    int messages = 1 + random.nextInt(12) + world.stormMessages();
    long at = 150 * MS;
    for (int m = 0; m < messages; m++) {
      at += random.nextInt(60) * MS;
      String name = prefix + "m" + m;
      world.message();
      client(at, () -> admit(name));
      if (random.nextInt(12) == 0) {
        client(at + random.nextInt(200) * MS, () -> cancel(name));
      }
      if (random.nextInt(6) == 0) {
        Sequence rest = RandomOrchestration.rest(m);
        client(at + random.nextInt(200) * MS, () -> revise(name, rest));
      }
    }
    if (store != null) {
      for (int death = incarnations.nextInt(4); death > 0; death--) {
        after(150 * MS + incarnations.nextLong(at + 400 * MS), this::endManager);
      }
    }
    tickStore();
    if (world.emissions().isPresent()) {
      tickClockOfEmissions();
    }
    for (int stretch = isWide ? wide.nextInt(5) : 0; stretch > 0; stretch--) {
      long nanos = wide.nextInt(wide.nextBoolean() ? 120 : 1_500) * MS;
      stillNanos += nanos;
      after(wide.nextLong(at + 1_000 * MS), () -> standStill(nanos));
    }
    return at;
  }

  /** After its last message came, all is over in this time. */
  long longestAfter() {
    long longest = 3 * 4_000 * MS + 2 * 3_000 * MS + MS;
    long replays = world.replays().isPresent() ? 20_000 * MS : 0;
    return longest + stillNanos + (store == null ? 0 : 20_000 * MS + replays);
  }

  /** The process gets no turn for a while: what comes lies before it, undelivered. */
  private void standStill(long nanos) {
    if (!attends()) {
      return;
    }
    world.log("manager %s pauses for %s ms", number, nanos / MS);
    world.fault();
    still = true;
    attention.ends();
    DHManager of = manager;
    after(
        nanos,
        () -> {
          if (of == manager && receiver != null) {
            world.log("manager %s resumes", number);
            still = false;
            attention.begins();
            takeUndelivered();
          }
        });
  }

  /** In the order in which it came, now or soon. */
  private void takeUndelivered() {
    boolean soon = wide.nextBoolean();
    long at = 0;
    for (Runnable next : List.copyOf(undelivered)) {
      at += soon ? wide.nextInt(3) * MS : 0;
      after(at, next);
    }
    undelivered.clear();
  }

  /** What has come for it, now or when it goes on. */
  private void bring(Runnable what) {
    if (still) {
      undelivered.add(() -> bring(what));
    } else {
      what.run();
    }
  }

  /** A client, or the container itself, does something after so long. */
  private void client(long nanos, Runnable what) {
    after(nanos, () -> bring(what));
  }

  /** Whether the manager's background threads run, whose work may be late. */
  boolean runsElsewhere() {
    return runsElsewhere;
  }

  /** What takes long is done some time, in any order; nothing of it outlives the manager. */
  private LargeWork elsewhere() {
    HandWork work =
        new HandWork(
            task -> {
              DHManager of = manager;
              workElsewhere++;
              long most = incarnations.nextInt(50) == 0 ? 5_000 : 20;
              client(
                  incarnations.nextLong(most) * MS,
                  () -> {
                    workElsewhere--;
                    if (of == manager && receiver != null) {
                      runsElsewhere = true;
                      task.run();
                      runsElsewhere = false;
                    }
                  });
            });
    work.takesFrom = incarnations.nextInt(3) == 0 ? 0 : incarnations.nextInt(2000);
    return work;
  }

  /** The manager's process is to end, and it is closed before, or it is killed. */
  private void endManager() {
    if (receiver == null || closing != null || world.stops().nextInt(3) == 0) {
      killManager();
      return;
    }
    DHManager of = manager;
    bring( // a process that stands still is told when it goes on
        () -> {
          if (of == manager && receiver != null && closing == null) {
            closeManager();
          }
        });
  }

  private void closeManager() {
    world.log("manager %s is closed", number);
    world.fault();
    closing = new CompletableFuture<>();
    CompletableFuture<Void> end = closing;
    var unused = ManagerProbe.of(manager).beginClose().thenAccept(end::complete);
    DHManager of = manager;
    after(
        world.stops().nextLong(400) * MS,
        () -> {
          if (of == manager && receiver != null) {
            killManager(); // it has not taken longer than that, or nobody waited for it
          }
        });
  }

  /** The manager is killed; after a while there is another, which has what was on disk. */
  private void killManager() {
    if (receiver == null) {
      return;
    }
    world.log("manager %s is killed", number);
    world.fault();
    deaths++;
    keepNotes();
    links.end();
    receiver = null;
    closing = null;
    still = false;
    emissionsBusy = false;
    world.emissions().ifPresent(all -> all.died(this));
    store.crash(incarnations);
    for (SimulatedMessage message : admitted.values()) {
      if (message.outcome == null && !message.isKept()) {
        message.orphan = true;
        message.over();
      }
      message.outlivedManager |= message.outcome != null;
      message.comesAgain |=
          message.outcome instanceof Outcome.Responded && message.endedAt > written;
      message.isForgotten |= message.endedAt > written && !message.isRecorded();
    }
    takeUndelivered(); // what waits at the broker or is a client's; nobody hears the rest
    after(
        incarnations.nextInt(400) * MS,
        () -> {
          world.log("manager %s starts", number);
          startManager(incarnations.split());
        });
  }

  private void tickStore() {
    after(
        100 * MS,
        () -> {
          if (isUp()) {
            ManagerProbe.of(manager).stepStore();
            written = world.now();
            attention.checkGone();
          }
          tickStore();
        });
  }

  /** The disk is slow now and then. */
  private void tickDisk() {
    if (!diskBusy && ManagerProbe.of(manager).recordsWait()) {
      diskBusy = true;
      DHManager of = manager;
      client(
          incarnations.nextInt(8) * MS,
          () -> {
            diskBusy = false;
            if (of == manager && receiver != null) {
              ManagerProbe.of(of).stepProgress();
            }
          });
    }
  }

  // the network

  private final class ManagerEnd extends HandTransport {
    ManagerEnd() {
      super("sim" + number);
    }

    @Override
    public boolean nodesMeet() {
      return world.brokers().count() == 1;
    }

    @Override
    public void welcome(NodeId node) {
      attention.registrations(node);
    }

    @Override
    public void sendWarning(NodeId node, String notice) {
      attention.rejects(node);
    }

    @Override
    public void takeEmissions(Set<EmissionQueue> queues) {
      taken = queues;
    }

    @Override
    public boolean forward(EmissionQueue queue, NodeId node, DMFormat emission) {
      SimulatedEmissions all = world.emissions().orElseThrow();
      all.went(emission.id());
      return !world.chance(world.refusal()) && all.send(queue, emission);
    }

    @Override
    public void answer(String asker, DMFormat answer) {
      world.answers(SimulatedManager.this, asker, answer);
    }

    private boolean tell(NodeId to, DMFormat message, List<Emitted> outcomes) {
      outcomes.forEach(o -> world.emissions().orElseThrow().told(to, message.id(), o));
      if (world.chance(world.refusal())) {
        return false;
      }
      return links.send(to, message);
    }

    @Override
    public boolean send(NodeId to, DMFormat batch) {
      List<Emitted> outcomes = EMITTED.emitted(batch);
      if (!outcomes.isEmpty()) {
        return tell(to, batch, outcomes);
      }
      attention.sends(to);
      TaskBatch read = BATCHES.taskBatch(batch);
      read.tasks().forEach(t -> brought.add(new Brought(read.id(), t.handler(), t.attempt())));
      holders.sent(to, read);
      if (world.chance(world.refusal())) {
        world.log("the transport refuses %s for %s", batch.id(), to);
        return false;
      }
      world.log("%s is sent to %s: %s", read.id(), to, new EmissionNotice(read));
      checks.sent(to, read, attention.comings(to), world.now());
      message(read.id()).ifPresent(message -> checks.replayed(message, read));
      read.tasks().stream()
          .filter(task -> !task.purpose().works())
          .forEach(t -> tells(to, read, t));
      return links.send(to, batch);
    }
  }

  /**
   * Whether this attempt was brought to the transport, or may be yet, or a killed manager may have
   * been about to.
   */
  boolean wasBrought(MessageId message, String handler, int attempt) {
    return deaths > 0
        || workElsewhere > 0
        || brought.contains(new Brought(message, handler, attempt));
  }

  private void tells(NodeId to, TaskBatch read, Task task) {
    admitted.values().stream()
        .filter(message -> read.id().equals(message.id))
        .forEach(
            message ->
                message.told.putIfAbsent(
                    new SimulationLedger.Telling(
                        to.toString(),
                        task.index(),
                        task.attempt(),
                        SimulationLedger.Deed.hearing(task.purpose())),
                    world.now()));
  }

  /** The tasks of a batch as the story has them: handler, index and attempt. */
  private record EmissionNotice(TaskBatch batch) {
    @Override
    public String toString() {
      return batch.tasks().stream()
          .map(task -> task.handler() + "." + task.index() + "#" + task.attempt())
          .toList()
          .toString();
    }
  }

  /** A reply waits at the broker for its manager, or the next life of that. */
  void replied(NodeId from, DMFormat reply, int broker, int deaths) {
    replied(from, reply, broker, deaths, 100);
  }

  private void replied(NodeId from, DMFormat reply, int broker, int deaths, int patience) {
    if (world.brokers().deaths(broker) > deaths) {
      world.log("a reply of %s is lost with broker %s", from, broker);
    } else if (still) {
      undelivered.add(() -> replied(from, reply, broker, deaths, patience));
    } else if (receiver != null && !links.hears(broker)) {
      int left = world.bridges().knows(number, broker) ? patience : patience - 1;
      if (left > 0) {
        after(10 * MS, () -> replied(from, reply, broker, deaths, left));
      }
    } else if (receiver != null) {
      attention.heard(from);
      receiver.reply(OverTheWire.carry(reply));
    } else if (patience > 0) {
      after(10 * MS, () -> replied(from, reply, broker, deaths, patience - 1));
    }
  }

  void announced(NodeStatus status, HeartbeatOrder.Way way, long number) {
    if (links.brokerIsThere(way.broker())) {
      told(
          r -> {
            if (links.seen(status, way, number)) {
              statusByLink(status).accept(r);
            }
          });
    }
  }

  /** A broker has died, or is back. */
  void broker(int which) {
    if (receiver != null) {
      links.look(which);
    }
  }

  /** What becomes of a heartbeat that comes by a link, and of others. */
  Consumer<CManager.Receiver> statusByLink(NodeStatus status) {
    return r -> {
      attention.announced(status);
      r.status(status);
    };
  }

  /** What becomes of a reply that comes by a link. */
  Consumer<CManager.Receiver> replyByLink(NodeId from, DMFormat reply) {
    return r -> {
      attention.heard(from);
      r.reply(OverTheWire.carry(reply));
    };
  }

  /** Its ways to nodes in this life. */
  SimulatedLinks links() {
    return links;
  }

  /** To this life of it, which hears nothing else once it is over. */
  private Consumer<Consumer<CManager.Receiver>> toThisIncarnation() {
    DHManager of = manager;
    return what ->
        told(
            r -> {
              if (of == manager) {
                what.accept(hearing(r));
              }
            });
  }

  /** Sees what is about to be delivered. */
  private CManager.Receiver hearing(CManager.Receiver real) {
    return new CManager.Receiver() {
      @Override
      public void reply(DMFormat reply) {
        real.reply(reply);
      }

      @Override
      public void status(NodeStatus status) {
        real.status(status);
      }

      @Override
      public void gone(NodeId node) {
        attention.gone(node);
        real.gone(node);
      }

      @Override
      public void unreachable(NodeId node) {
        attention.cutOff(node);
        real.unreachable(node);
      }

      @Override
      public void connected(boolean up) {
        attention.forgives(up);
        real.connected(up);
      }
    };
  }

  /** A question comes, from whoever asks all managers. */
  void asked(String asker, DMFormat question) {
    told(r -> r.asked(asker, OverTheWire.carry(question)));
  }

  /** Rule 40: what it says of one of its messages, now. */
  void checkTold(MessageProgress told) {
    Optional<SimulatedMessage> message = message(told.id());
    boolean allSent = workElsewhere == 0 && !diskBusy && !ManagerProbe.of(manager).recordsWait();
    holders.check(told, message, ledger().of(told.id()), allSent, world::answers);
  }

  void gone(NodeId node, int broker) {
    bring(() -> links.unseen(node, broker));
  }

  private void told(Consumer<CManager.Receiver> what) {
    bring(
        () -> {
          if (receiver != null) {
            what.accept(receiver);
          }
        });
  }

  // its clients

  private Submission submission(Direction direction, String operation, String action, String how) {
    return Submission.of(direction, "S", operation, action, MessageContent.of(Bench.ENVELOPE))
        .orchestration(how);
  }

  private void admit(String name) {
    boolean oneWay = store != null && incarnations.nextBoolean();
    Orchestration orchestration = orchestrations.get(random.nextInt(orchestrations.size()));
    String operation = "o" + random.nextInt(RandomFlow.OPERATIONS);
    Optional<Duration> deadline =
        random.nextInt(5) == 0
            ? Optional.of(Duration.ofMillis(1 + random.nextInt(300)))
            : Optional.empty();
    Submission submission =
        new Submission(
                Direction.IN,
                "S",
                operation,
                name,
                new MessageContent(Bench.ENVELOPE, world.came(), Set.of()),
                Optional.of(orchestration.name()),
                deadline,
                false,
                "",
                Optional.empty())
            .client("c" + random.nextInt(3))
            .oneWay(oneWay);
    if (receiver == null || closing != null) {
      return;
    }
    // with fair share, the places that are left may be other clients'
    int leastWaiting = flow.selection() instanceof Selection.Fair ? 1 : flow.queueBound();
    boolean full = manager.status().waiting() >= leastWaiting;
    Admission admission = admit(name, orchestration, submission);
    if (admission instanceof Admission.Busy busy
        && !full
        && !busy.reason().contains("too late")
        && !busy.reason().contains("take longer")) {
      throw new Broken(
          3, "busy with " + manager.status().waiting() + " waiting of " + flow.queueBound());
    }
  }

  private Admission admit(String name, Orchestration orchestration, Submission submission) {
    SimulatedMessage message =
        new SimulatedMessage(world.now(), orchestration, submission, verbSalt);
    admitting = message;
    Admission admission = manager.admit(gateway, name, submission);
    if (world.telling()) {
      world.log("message %s %s: %s", name, orchestration.notation(), admission);
    }
    if (admission instanceof Admission.Accepted accepted) {
      ids.put(name, accepted.id());
      message.id = accepted.id();
      message.early = ManagerProbe.of(manager).waitsForNodes(accepted.id());
      admitted.put(name, message);
    } else if (admission instanceof Admission.Stored stored) {
      message.id = stored.id();
      admitted.put(name, message);
    }
    if (message.id != null && message.isKept() && !store.isForced(message.id) && !isOver(message)) {
      throw new Broken(12, name + " was acknowledged, and is not on disk");
    }
    return admission;
  }

  private static boolean isOver(SimulatedMessage message) {
    return message.outcome != null;
  }

  private void cancel(String name) {
    if (receiver != null && ids.containsKey(name)) {
      world.log("message %s is withdrawn", name);
      world.fault();
      manager.cancel(ids.get(name));
    }
  }

  private void revise(String name, Sequence rest) {
    if (receiver != null && ids.containsKey(name)) {
      boolean taken = manager.revise(ids.get(name), rest);
      world.log("message %s is to go on with %s: %s", name, Constructs.notation(rest), taken);
      admitted.get(name).revisions.add(rest);
    }
  }

  /** The message that it executes under this id. */
  Optional<SimulatedMessage> message(MessageId id) {
    return admitted.values().stream().filter(message -> id.equals(message.id)).findFirst();
  }

  private SimulatedMessage message(String name) {
    return admitted.getOrDefault(name, admitting);
  }

  private final ReplayGateway<String> gateway =
      new ReplayGateway<>() {
        @Override
        public Optional<String> newContext(Submission submission) {
          if (world.isClosing()) {
            return Optional.empty();
          }
          String name = submission.action();
          if (isEmission(name)) {
            SimulatedEmissions all = world.emissions().orElseThrow();
            all.went(all.idOf(name));
            return all.random().nextInt(12) == 0 ? Optional.empty() : Optional.of(name);
          }
          SimulatedMessage message = admitted.get(name);
          if (message == null) { // its sender was told "busy", and the power went
            throw new DHArchException("nobody has accepted it");
          }
          world.log("message %s comes out of the store", name);
          if (message.outcome != null
              && (message.replays.isAsked() || !(message.outcome instanceof Outcome.Failed))) {
            keepNotes();
            checks.checkOnce(name, message); // it ends once more, in another life
          }
          message.outcome = null;
          message.comesAgain = false;
          message.handedOverAt = Long.MAX_VALUE;
          message.againSince = world.now();
          message.replays.begins(world.now());
          message.told.clear();
          return Optional.of(name);
        }

        @Override
        public void discard(String name) {}

        @Override
        public boolean handsOver() {
          return handsOver;
        }

        @Override
        public void completed(String name, Outcome.Completed outcome) {
          if (isEmission(name)) {
            deliverEmission(name, outcome);
            return;
          }
          SimulatedMessage message = message(name);
          if (handsOver && message.isRecorded() && !message.isKept()) {
            handOver(name, message, outcome);
          } else {
            ended(name, outcome);
            goOn(name, outcome);
          }
        }

        @Override
        public void failed(String name, Outcome.Failed outcome) {
          if (isEmission(name)) {
            return;
          }
          world.log("message %s halts: %s", name, outcome.fault());
          if (outcome.stays() && closing != null) { // its end is another life's
            message(name).over();
            return;
          }
          ended(name, outcome);
          if (message(name).isAnswer) {
            serviceAnswered(ids.get(name));
          }
        }

        @Override
        public void responded(String name, Outcome.Responded outcome) {
          if (isEmission(name)) {
            throw new Broken(18, name + " was answered, and nobody did so");
          }
          SimulatedMessage message = message(name);
          world.log("message %s is answered", name);
          ended(name, outcome);
          message.handedOverAt = world.now();
          if (outcome.envelope().isPresent() && !message.isAnswer && !message.oneWay) {
            client(0, () -> answer(name, outcome.id()));
          } else {
            serviceAnswered(message.isAnswer ? ids.get(name) : outcome.id());
          }
        }
      };

  private void ended(String name, Outcome outcome) {
    SimulatedMessage message = message(name);
    world.log("message %s ends", name);
    if (message.outcome != null) {
      throw new Broken(1, name + " ended twice");
    }
    message.outcome = outcome;
    message.endedAt = world.now();
    message.over();
    if (outcome instanceof Outcome.Failed) {
      planReplay(name, message);
    }
  }

  /** Somebody looks at what has failed, and may have it replayed. */
  private void planReplay(String name, SimulatedMessage message) {
    Optional<SplittableRandom> replays = world.replays();
    boolean possible = store != null && !message.isAnswer && message.replays.count() < 3;
    if (possible && replays.isPresent() && replays.get().nextInt(3) > 0) {
      client(replays.get().nextInt(1_500) * MS, () -> replay(name, message));
    }
  }

  /** Somebody compensates by hand what is listed of one message, and says so. */
  void resolve(SplittableRandom random) {
    if (receiver == null || closing != null || store == null || still) {
      return;
    }
    List<Unresolved> listed = manager.storedMessages().unresolved();
    if (listed.isEmpty()) {
      return;
    }
    Unresolved one = listed.get(random.nextInt(listed.size()));
    MessageId id = one.message().key().id();
    SimulatedMessage message = message(id).orElse(null);
    if (message == null || checks.isToGoOn(message)) {
      return; // an emission, or one that goes on yet: its next end says what is left then
    }
    message.resolved.addAll(SimulationChecks.handlers(one));
    if (!manager.storedMessages().resolve(id)) {
      throw new Broken(49, id + " is listed, and cannot be resolved");
    }
    world.log("what is left of %s is resolved: %s", id, message.resolved);
    world.fault();
    resolved.add(id);
  }

  private void replay(String name, SimulatedMessage message) {
    if (receiver == null
        || closing != null
        || !message.resolved.isEmpty()
        || !(message.outcome instanceof Outcome.Failed failed)) {
      return;
    }
    Optional<Progress> far =
        manager
            .storedMessages()
            .failed(message.id)
            .flatMap(StoredMessage::progress)
            .filter(Resumable::is)
            .map(bytes -> Resumable.decode(bytes, PROGRESS).progress());
    if (far.isPresent()) { // else under an id that nobody here knows
      world.log("message %s is replayed from stage %s", name, far.get().position().stage() + 1);
      world.fault();
      message.replays.replayed(far.get(), failed, world.now()); // it may begin at once
      if (!manager.storedMessages().replay(message.id)) {
        throw new Broken(1, name + " has failed, and is not replayed");
      }
    }
  }

  // its service

  /** What stands between DHArch and the service takes a while, and may refuse the message. */
  private void handOver(String name, SimulatedMessage message, Outcome.Completed outcome) {
    DHManager of = manager;
    boolean refuses = over.nextInt(10) == 0;
    message.isAwaited = of.awaitsHandOver(outcome.id());
    world.log("message %s has completed", name);
    client(
        over.nextInt(80) * MS,
        () -> {
          if (of != manager || receiver == null) {
            return;
          } else if (refuses) {
            of.undelivered(outcome, "refused on its way");
            Fault why = new Fault(Fault.Code.NOT_DELIVERED, "", "refused on its way");
            handedOver(
                name, message, outcome, Outcome.Failed.of(outcome.id(), why, outcome.timeline()));
          } else {
            var unused =
                ManagerProbe.of(of)
                    .handingOver(outcome)
                    .thenAccept(what -> handedOver(name, message, outcome, what));
          }
        });
  }

  private void handedOver(
      String name, SimulatedMessage message, Outcome.Completed outcome, Outcome what) {
    world.log("message %s is handed over: %s", name, what instanceof Outcome.Completed);
    ended(name, what);
    if (what instanceof Outcome.Completed) {
      message.handedOverAt = world.now();
      goOn(name, outcome);
    } else {
      serviceAnswered(message.isAnswer ? ids.get(name) : outcome.id());
    }
  }

  private void goOn(String name, Outcome.Completed outcome) {
    SimulatedMessage message = message(name);
    if (message.isAnswer) {
      serviceAnswered(ids.get(name));
    } else if (message.oneWay || message.replays.count() > 0) {
      deliver(name, message, outcome);
    } else {
      serve(name, outcome.id());
    }
  }

  /** A service takes what no one waits for; now and then it cannot. */
  private void deliver(String name, SimulatedMessage message, Outcome.Completed outcome) {
    DHManager of = manager;
    boolean taken = incarnations.nextInt(12) > 0 || !message.orchestration.durable();
    client(
        incarnations.nextInt(60) * MS,
        () -> {
          message.delivered |= taken;
          world.log("message %s %s", name, taken ? "is delivered" : "cannot be delivered");
          if (of != manager || receiver == null) {
            return;
          }
          of.answered(outcome.id());
          if (taken) {
            of.delivered(outcome.id());
          } else {
            of.undelivered(outcome, "the service is gone");
            message.outcome =
                Outcome.Failed.of(
                    outcome.id(),
                    new Fault(Fault.Code.NOT_DELIVERED, "", "the service is gone"),
                    outcome.timeline());
          }
        });
  }

  /** The service works on the request; now and then it never answers, or says so twice. */
  private void serve(String name, MessageId id) {
    if (random.nextInt(15) == 0) {
      world.log("the service never answers %s", name);
      world.fault();
      return;
    }
    long time = random.nextInt(60) * MS;
    if (random.nextInt(4) == 0) {
      client(time, () -> answer(name, id));
      return;
    }
    if (isWide && calls < 20 && wide.nextInt(4) == 0) {
      calls++;
      SimulatedManager callee = world.managers().get(wide.nextInt(world.managers().size()));
      client(time, () -> call(callee, name, id));
      return;
    }
    client(time, () -> serviceAnswered(id));
    if (world.chance(world.doubled())) {
      client(time + random.nextInt(100) * MS, () -> serviceAnswered(id));
    }
  }

  /** Who calls a manager that is dead calls nobody. */
  private void serviceAnswered(MessageId request) {
    if (receiver != null) {
      manager.answered(request);
    }
  }

  /** The service calls another, behind this manager or another; its answer waits for that. */
  private void call(SimulatedManager callee, String name, MessageId request) {
    boolean[] answered = {false};
    Runnable answer =
        () -> {
          if (!answered[0]) {
            answered[0] = true;
            client(0, () -> serviceAnswered(request));
          }
        };
    after(2_500 * MS, answer); // it gives up
    Optional<MessageId> within = callee == this ? Optional.of(request) : Optional.empty();
    callee.bring(() -> callee.takeCall(name + "-call" + calls, within, answer));
  }

  private void takeCall(String name, Optional<MessageId> within, Runnable whenOver) {
    if (receiver == null) {
      whenOver.run();
      return;
    }
    Orchestration orchestration = orchestrations.get(wide.nextInt(orchestrations.size()));
    Submission bare = submission(Direction.IN, "o0", name, orchestration.name()).client("c0");
    Submission call = within.map(bare::within).orElse(bare);
    Admission admission = admit(name, orchestration, call);
    SimulatedMessage message = admitted.get(name);
    if (!(admission instanceof Admission.Accepted) || message.outcome != null) {
      whenOver.run();
    } else {
      message.whenOver(whenOver);
    }
  }

  private static MessageProperties properties(Outcome outcome) {
    if (outcome instanceof Outcome.Completed completed) {
      return completed.properties();
    }
    return outcome instanceof Outcome.Responded answered
        ? answered.properties()
        : ((Outcome.Failed) outcome).properties();
  }

  /** The answer has handlers of its own, which see what those of its request left for them. */
  private void answer(String name, MessageId request) {
    Orchestration orchestration = orchestrations.get(random.nextInt(orchestrations.size()));
    if (receiver == null) {
      return;
    }
    MessageProperties left =
        Optional.ofNullable(admitted.get(name))
            .map(message -> message.outcome)
            .map(SimulatedManager::properties)
            .orElse(MessageProperties.empty());
    Submission bare = submission(Direction.OUT, "o0", "", orchestration.name()).within(request);
    Submission submission =
        new Submission(
            bare.flow(),
            bare.service(),
            bare.operation(),
            bare.action(),
            new MessageContent(
                bare.envelope(),
                ExchangeProperties.with(bare.properties(), left),
                bare.processed()),
            bare.orchestration(),
            bare.deadline(),
            bare.oneWay(),
            bare.client(),
            bare.within());
    String answer = name + "-answer";
    for (int again = 2; admitted.containsKey(answer); again++) {
      answer = name + "-answer" + again; // its manager died, and it was served once more
    }
    ids.put(answer, request);
    SimulatedMessage message =
        new SimulatedMessage(world.now(), orchestration, submission, verbSalt);
    admitting = message;
    Admission admission = manager.admit(gateway, answer, submission);
    if (world.telling()) {
      world.log("%s %s: %s", answer, orchestration.notation(), admission);
    }
    if (admission instanceof Admission.Accepted accepted) {
      message.id = accepted.id();
      admitted.put(answer, message);
    } else {
      serviceAnswered(request);
    }
  }
}
