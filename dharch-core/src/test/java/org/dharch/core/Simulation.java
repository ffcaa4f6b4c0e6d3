package org.dharch.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.Rules.Broken;
import org.dharch.core.SimulationLedger.Deed;
import org.dharch.core.SimulationLedger.Fact;
import org.dharch.core.message.CallDepth;
import org.dharch.core.node.SimulatedNode;
import org.dharch.core.node.journal.ExecutionJournal;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.Direct;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.document.OrchestrationWriter;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * One random run: production managers and production nodes on a virtual clock, joined by a network
 * that loses, doubles, delays and reorders, with nodes that crash, hang, leave and come back, with
 * and without a memory. The whole run follows from its seed. The bounds are checked at every step,
 * the other rules when it is over ({@link Rules}).
 */
final class Simulation {
  static final long MS = 1_000_000;
  static final long START = 1_000 * MS;

  /** How long a stored message that is tried once more may take, at the end of a run. */
  private static final long RETRY = 10_000 * MS;

  /**
   * How much longer a run goes on for what is kept in a store and has not arrived: of tries that
   * are refused because their kind once took longer than their deadline only some are let through.
   */
  private static final long PATIENCE = 60_000 * MS;

  private static final int MAX_STEPS = 160_000;

  /** The life of a second node of the same name; it is not started again. */
  private static final int TWIN = 4;

  private final SplittableRandom random;

  /** What has come last, so that the others' seeds still tell the same story. */
  private final SplittableRandom wide;

  /** What came after that: memories that are lost, and two nodes of one name. */
  private final SplittableRandom alike;

  /** What came after that: handlers that answer, accept and put off their messages. */
  private final SplittableRandom verbs;

  /** And after that: managers that wait for their first nodes. */
  private final SplittableRandom early;

  /** And after that: handlers that emit. Empty if none does. */
  private final Optional<SimulatedEmissions> emissions;

  /** And after that: affinities. Empty if there are none. */
  private final Optional<SplittableRandom> affine;

  /** And after that: the constructs of an orchestration that came last. Empty if there are none. */
  private final Optional<SplittableRandom> constructs;

  /** And after that: nodes that soon forget what they did. Empty if none does. */
  private final Optional<SplittableRandom> forgetful;

  /** And after that: managers that are closed before their process ends. */
  private final SplittableRandom stops;

  /** Bounds of memories that are soon full; empty if there is room for all. */
  private final Optional<SplittableRandom> narrow;

  /** By what there are links to nodes, and the broker is away. Empty if there are none. */
  private final Optional<SplittableRandom> links;

  /** By what failed messages are replayed. Empty if none is. */
  private final Optional<SplittableRandom> replays;

  /** By what nodes pass messages on to each other. Empty if none does. */
  private final Optional<SplittableRandom> forwarding;

  /** Pairs of nodes of which neither reaches the other now, and how often that was said. */
  private final Map<Set<String>, Integer> cut = new HashMap<>();

  private int nodeCount;
  private int once;

  /** Whether each handler is at a few nodes only. */
  private boolean isSpread;

  /** By what nodes announce themselves more rarely than usual; empty if they do not. */
  private final Optional<SplittableRandom> rare;

  /** Which do not know each other; one, if they are not drawn. */
  private final SimulatedBrokers brokers;

  private final SimulatedBridges bridges;

  /** And after that: somebody who asks where messages are. Empty if nobody does. */
  private final Optional<SimulatedMonitor> monitor;

  private final Optional<SimulatedOperator> operator;

  /** How deep messages are in calls; empty if none is. */
  private final Optional<SplittableRandom> deep;

  /** Whether most handlers throw, and more messages come. */
  private final boolean isStormy;

  /** By what there is less time to compensate than attempts take; empty if there is enough. */
  private final Optional<SplittableRandom> hasty;

  /** Whether a node that has ended comes again under another name, as pods do. */
  private final boolean renames;

  /** Whether there is anything that has come last. */
  private final boolean isWide;

  /** Whether handlers answer, accept and put off. */
  private final boolean isVerbal;

  private final List<String> trace;
  private final PriorityQueue<ScheduledEvent> schedule = new PriorityQueue<>();
  private final List<SimulatedManager> managers = new ArrayList<>();
  private final Map<NodeId, NodeEnd> ends = new HashMap<>();
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final Map<String, ExecutionJournal> journals = new HashMap<>();
  private final Set<String> remembering = new HashSet<>();
  private final Set<String> lost = new HashSet<>();
  private final SimulationLedger ledger = new SimulationLedger();
  private final double loss;
  private final double doubled;
  private final double refusal;
  private final long delay;
  private long now = START;
  private long order;
  private int memoriesMade;
  private boolean isClosing;
  private int faults;
  private int messages;

  /** {@code trace} takes the run's story; null if nobody wants to read it. */
  Simulation(long seed, List<String> trace) {
    this.random = new SplittableRandom(seed);
    this.trace = trace;
    SplittableRandom incarnations = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 1);
    wide = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 2);
    isWide = wide.nextInt(3) > 0;
    alike = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 4);
    verbs = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 5);
    isVerbal = verbs.nextInt(3) > 0;
    early = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 6);
    SplittableRandom affinities = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 8);
    affine = affinities.nextBoolean() ? Optional.of(affinities) : Optional.empty();
    SplittableRandom forgets = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 9);
    forgetful = forgets.nextInt(3) == 0 ? Optional.of(forgets) : Optional.empty();
    SplittableRandom capacities = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 10);
    narrow = capacities.nextInt(6) == 0 ? Optional.of(capacities) : Optional.empty();
    stops = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 11);
    SplittableRandom emits = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 7);
    emissions =
        emits.nextBoolean()
            ? Optional.of(new SimulatedEmissions(this, emits.split()))
            : Optional.empty();
    SplittableRandom direct = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 13);
    links = direct.nextBoolean() ? Optional.of(direct) : Optional.empty();
    SplittableRandom again = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 21);
    replays = again.nextBoolean() ? Optional.of(again) : Optional.empty();
    SplittableRandom forwards = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 14);
    forwarding = forwards.nextInt(3) > 0 ? Optional.of(forwards) : Optional.empty();
    SplittableRandom shards = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 16);
    brokers =
        new SimulatedBrokers(this, shards.nextInt(3) == 0 ? Optional.of(shards) : Optional.empty());
    SplittableRandom spans = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 53);
    bridges =
        new SimulatedBridges(
            this,
            brokers.count() > 1 && spans.nextBoolean() ? Optional.of(spans) : Optional.empty());
    SplittableRandom paces = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 15);
    rare = paces.nextInt(3) == 0 ? Optional.of(paces) : Optional.empty();
    SplittableRandom forms = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 17);
    constructs = forms.nextBoolean() ? Optional.of(forms) : Optional.empty();
    SplittableRandom asks = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 40);
    monitor =
        asks.nextInt(3) > 0
            ? Optional.of(new SimulatedMonitor(this, asks.split()))
            : Optional.empty();
    SplittableRandom hands = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 49);
    operator =
        hands.nextInt(4) == 0
            ? Optional.of(new SimulatedOperator(this, hands.split()))
            : Optional.empty();
    SplittableRandom depths = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 47);
    deep = depths.nextBoolean() ? Optional.of(depths) : Optional.empty();
    isStormy = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 67).nextInt(20) == 0;
    SplittableRandom haste = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 60);
    hasty = haste.nextInt(3) == 0 ? Optional.of(haste) : Optional.empty();
    renames = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 61).nextInt(3) == 0;
    SplittableRandom over = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + 3);
    SimulatedManager first =
        new SimulatedManager(this, 0, random, incarnations, wide.split(), over.split(), isWide);
    managers.add(first);
    loss = random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.08;
    doubled = random.nextDouble() * 0.08;
    refusal = random.nextDouble() * 0.04;
    delay = (1 + random.nextInt(20)) * MS;
    first.begin();
    for (int more = isWide && wide.nextInt(3) == 0 ? 1 + wide.nextInt(2) : 0; more > 0; more--) {
      SplittableRandom own = wide.split();
      managers.add(
          new SimulatedManager(
              this, managers.size(), own, own.split(), wide.split(), over.split(), true));
      managers.get(managers.size() - 1).begin();
    }
  }

  /** By what handlers answer, accept and put off; empty if none does. */
  Optional<SplittableRandom> verbs() {
    return isVerbal ? Optional.of(verbs) : Optional.empty();
  }

  /** The properties with which a client's message comes: how deep it is in calls, if it is. */
  MessageProperties came() {
    return deep.filter(dice -> dice.nextInt(3) == 0)
        .map(dice -> MessageProperties.empty().with(CallDepth.PROPERTY, 1 + dice.nextInt(2)))
        .orElse(MessageProperties.empty());
  }

  /** What handlers emit; empty if none does. */
  Optional<SimulatedEmissions> emissions() {
    return emissions;
  }

  /** Whether this life of a node is there, and not stopped. */
  boolean answers(NodeId node) {
    return ends.containsKey(node) && ends.get(node).answers();
  }

  /** A manager answers who asked where messages are. */
  void answers(SimulatedManager manager, String asker, DMFormat answer) {
    monitor.orElseThrow().answers(manager, asker, answer);
  }

  /** The nodes on which this handler can emit something now. */
  List<SimulatedNode> emitting(String handler) {
    return nodes.stream().filter(node -> node.mayEmit(handler)).toList();
  }

  /** By what handlers have affinities; empty if none has. */
  Optional<SplittableRandom> affine() {
    return affine;
  }

  /** By what nodes pass messages on to each other; empty if none does. */
  Optional<SplittableRandom> forwarding() {
    return forwarding;
  }

  /** Whether nodes pass messages on to each other. */
  boolean forwards() {
    return forwarding.isPresent();
  }

  /** Says of it whether its messages go from node to node. */
  Orchestration directed(Orchestration orchestration) {
    return forwarding
        .map(
            dice ->
                switch (dice.nextInt(8)) {
                  case 0 -> orchestration.direct(Direct.NEVER);
                  case 1 -> orchestration;
                  default -> orchestration.direct(Direct.ALWAYS);
                })
        .orElse(orchestration);
  }

  /**
   * A node passes something on to another: it may die just before, or not reach that one.
   *
   * @param dies what its death is
   */
  boolean forward(NodeId from, SimulatedNode node, NodeId to, DMFormat what, Runnable dies) {
    SplittableRandom dice = forwarding.orElseThrow();
    log("%s passes %s on to %s", from, what.id(), to);
    if (dice.nextInt(60) == 0) {
      dies.run();
    }
    if (!node.alive() || dice.nextInt(40) == 0) {
      faults++;
      return false;
    }
    if (cut.containsKey(Set.of(from.name(), to.name()))) {
      log("%s does not reach %s", from, to);
      return dice.nextBoolean();
    }
    int by = ends.get(from).broker();
    if (by < 0) {
      return false;
    }
    ends.get(to).carry(what, by);
    return true;
  }

  private void planCuts() {
    SplittableRandom dice = forwarding.orElseThrow();
    for (int cuts = nodeCount < 2 ? 0 : dice.nextInt(4); cuts > 0; cuts--) {
      int one = dice.nextInt(nodeCount);
      int other = (one + 1) % nodeCount;
      Set<String> pair = Set.of("n" + one, "n" + other);
      long nanos = dice.nextInt(1_500) * MS;
      after(
          dice.nextInt(2_000) * MS,
          () -> {
            log("n%d and n%d are cut off from each other", one, other);
            faults++;
            cut.merge(pair, 1, Integer::sum);
            after(nanos, () -> cut.computeIfPresent(pair, (p, n) -> n == 1 ? null : n - 1));
          });
    }
  }

  /** By what there are the constructs that came last; empty if there are none. */
  Optional<SplittableRandom> constructs() {
    return constructs;
  }

  /** How long a manager that has just started waits for nodes. */
  Duration startGrace() {
    return early.nextBoolean() ? Duration.ZERO : Duration.ofMillis(early.nextInt(2000));
  }

  /** How long a manager compensates a message at once. */
  Duration timeToCompensate() {
    return Duration.ofMillis(hasty.map(dice -> 100 + dice.nextInt(900)).orElse(3_000));
  }

  int faults() {
    return faults;
  }

  int messages() {
    return messages;
  }

  /** Runs to the end; throws {@link Broken} at the first rule that does not hold. */
  void run() {
    nodeCount = 1 + random.nextInt(3);
    isSpread = nodeCount > 1 && forwarding.filter(dice -> dice.nextInt(4) > 0).isPresent();
    for (int n = 0; n < nodeCount; n++) {
      startNode("n" + n, 1);
    }
    tickNodes();
    if (forwards()) {
      planCuts();
    }
    brokers.plan();
    bridges.plan();
    rare.ifPresent(r -> after(r.nextLong(500) * MS, this::requestInterval));
    monitor.ifPresent(who -> who.plan(SimulatedMonitor.until()));
    operator.ifPresent(SimulatedOperator::plan);
    long lastAt = 0;
    long longest = 0;
    for (SimulatedManager manager : managers) {
      lastAt = Math.max(lastAt, manager.plan());
      longest = Math.max(longest, manager.longestAfter());
    }
    long lastEnd = now + lastAt + longest;
    long enough = Long.MAX_VALUE;
    int steps = 0;
    while (true) {
      if (now <= START + lastAt || !allEnded()) {
        enough = Long.MAX_VALUE;
      } else if (enough == Long.MAX_VALUE) {
        enough = now + 600 * MS; // what comes late may do harm yet
      }
      long last = allBrought() ? lastEnd : lastEnd + PATIENCE;
      if (now > Math.min(last, enough) && (isIdle() || now > last + 2 * RETRY)) {
        break;
      }
      isClosing |= now > last + RETRY;
      if (++steps > MAX_STEPS) {
        throw new Broken(1, "it turns round and round at " + now);
      }
      step();
      for (SimulatedManager manager : managers) {
        manager.stepped();
      }
      emissions.ifPresent(SimulatedEmissions::look);
      monitor.ifPresent(SimulatedMonitor::look);
    }
    managers.forEach(SimulatedManager::checkEnd);
    emissions.ifPresent(SimulatedEmissions::checkEnd);
  }

  /**
   * What nobody serves comes out of the store again and again, and ends each time: of two such
   * messages one may always be under way. From some moment on they stay where they are.
   */
  boolean isClosing() {
    return isClosing;
  }

  /** By what managers are closed. */
  SplittableRandom stops() {
    return stops;
  }

  /** By what failed messages are replayed; empty if none is. */
  Optional<SplittableRandom> replays() {
    return replays;
  }

  /** How many more messages each manager gets. */
  int stormMessages() {
    return isStormy ? 60 : 0;
  }

  /** By what there are links to nodes; empty if there are none. */
  Optional<SplittableRandom> links() {
    return links;
  }

  /** Whether the memories of nodes may be full. */
  boolean isNarrow() {
    return narrow.isPresent();
  }

  /** Whether nodes soon forget what they did. */
  boolean isForgetful() {
    return forgetful.isPresent();
  }

  private boolean isIdle() {
    return managers.stream()
        .allMatch(
            m -> ManagerProbe.of(m.manager()).slotsHeld() + m.manager().status().inFlight() == 0);
  }

  private boolean allEnded() {
    for (SimulatedManager manager : managers) {
      if (!manager.allEnded()) {
        return false;
      }
    }
    return allBrought();
  }

  /** Whether what stores keep has arrived. */
  private boolean allBrought() {
    return emissions.map(SimulatedEmissions::isOver).orElse(true);
  }

  /** The next thing that happens anywhere. */
  private void step() {
    SimulatedManager first = managers.get(0);
    for (SimulatedManager manager : managers) {
      first = manager.nextWake() < first.nextWake() ? manager : first;
    }
    long wake = first.nextWake();
    ScheduledEvent next = schedule.peek();
    if (wake <= next.at()) {
      now = Math.max(now, wake);
      first.step();
    } else {
      schedule.poll();
      now = next.at();
      next.what().run();
    }
  }

  // what the managers see of it

  long now() {
    return now;
  }

  double doubled() {
    return doubled;
  }

  double refusal() {
    return refusal;
  }

  SimulationLedger ledger() {
    return ledger;
  }

  /** The names of nodes that crashed, hung, or were taken for it. */
  Set<String> lost() {
    return lost;
  }

  /** The other managers that are there, and this. */
  List<SimulatedManager> managers() {
    return managers;
  }

  NodeEnd end(NodeId node) {
    return ends.get(node);
  }

  List<SimulatedNode> nodes() {
    return nodes;
  }

  Collection<NodeEnd> ends() {
    return ends.values();
  }

  SimulatedBrokers brokers() {
    return brokers;
  }

  SimulatedBridges bridges() {
    return bridges;
  }

  /** The nodes that are reached by this broker. */
  List<NodeId> nodesAt(int broker) {
    return ends.entrySet().stream()
        .filter(end -> end.getValue().broker() == broker)
        .map(Map.Entry::getKey)
        .toList();
  }

  void after(long nanos, Runnable what) {
    schedule.add(new ScheduledEvent(now + nanos, order++, what));
  }

  /** Whether the story is told: what is costly to say need not be made. */
  boolean telling() {
    return trace != null;
  }

  @SuppressWarnings("AnnotateFormatMethod") // of a library that is not there
  void log(String format, Object... parts) {
    if (trace != null) {
      trace.add(String.format("%8.1f ms  ", (now - START) / 1e6) + String.format(format, parts));
    }
  }

  /** One more fault was injected. */
  void fault() {
    faults++;
  }

  /** One more message was handed in. */
  void message() {
    messages++;
  }

  boolean chance(double probability) {
    boolean happens = random.nextDouble() < probability;
    if (happens) {
      faults++;
    }
    return happens;
  }

  /** Through the network; how many copies will arrive. */
  int carry(String what, Object of, Runnable arrive) {
    if (chance(loss)) {
      log("lost: %s %s", what, of);
      return 0;
    }
    after(random.nextLong(delay), arrive);
    if (!chance(doubled)) {
      return 1;
    }
    log("doubled: %s %s", what, of);
    after(random.nextLong(delay * 20), arrive);
    return 2;
  }

  // the nodes

  private void tickNodes() {
    after(
        25 * MS,
        () -> {
          nodes.forEach(SimulatedNode::tick);
          tickNodes();
        });
  }

  /** Managers wish to hear of nodes more rarely, or more often again. */
  private void requestInterval() {
    SplittableRandom r = rare.orElseThrow();
    Duration interval = Duration.ofMillis(100 + r.nextInt(400));
    log("heartbeats are requested every %s", interval);
    ends.values().forEach(end -> end.requestInterval(interval));
    after(r.nextLong(1_500) * MS, this::requestInterval);
  }

  private void startNode(String name, int incarnation) {
    ExecutionJournal journal = journals.get(name);
    if (journal == null) {
      if (random.nextBoolean()) {
        remembering.add(name);
      }
      journal = newJournal(remembering.contains(name));
      journals.put(name, journal);
    } else if (!remembering.contains(name)) {
      journal = newJournal(false);
    } else if (isWide && alike.nextInt(8) == 0) {
      log("the journal of node %s is lost", name);
      faults++;
      journal = newJournal(true);
      journals.put(name, journal);
    }
    startNode(name, incarnation, journal);
    if (incarnation == 1 && isWide && alike.nextInt(8) == 0) {
      faults++;
      ExecutionJournal own = newJournal(alike.nextBoolean());
      after(alike.nextInt(1500) * MS, () -> startNode(name, TWIN, own));
    }
  }

  /** Whether the node of this name serves that handler where they are spread over the nodes. */
  private boolean isAt(String node, int handler) {
    return first(node).equals("n" + handler % nodeCount)
        || forwarding.orElseThrow().nextInt(5) == 0;
  }

  /** The name of the node's first incarnation. */
  private static String first(String name) {
    return name.replaceFirst("-.*", "");
  }

  private ExecutionJournal newJournal(boolean survives) {
    Optional<String> id =
        survives ? Optional.of(Integer.toString(++memoriesMade)) : Optional.empty();
    long speed = forgetful.map(random -> random.nextLong(20, 2_000)).orElse(1L);
    if (speed > 1) {
      log("journal %s forgets %d times too early", id.orElse("of one incarnation"), speed);
      faults++;
    }
    int capacity = narrow.map(random -> random.nextInt(1, 20)).orElse(1_000);
    if (narrow.isPresent()) {
      log("journal %s has capacity for %d", id.orElse("of one incarnation"), capacity);
      faults++;
    }
    return SimulatedNode.journal(() -> now * speed, id, capacity);
  }

  private void startNode(String name, int incarnation, ExecutionJournal journal) {
    NodeId began = new NodeId(name, Integer.toString(incarnation));
    NodeId id = SimulatedNode.idOf(journal).map(began::withJournal).orElse(began);
    Set<String> handlers = new LinkedHashSet<>();
    for (int h = 0; h < RandomOrchestration.HANDLERS + 3; h++) {
      boolean served = first(name).equals("n0") || random.nextBoolean();
      if (served) {
        handlers.add("U" + h);
      }
      if (isSpread ? isAt(name, h) : served) {
        handlers.add("H" + h);
      }
    }
    for (int z = 0; z < 12; z++) {
      handlers.add("Z" + z);
    }
    log("node %s starts with %s", id, handlers);
    NodeEnd end = new NodeEnd(this);
    ends.put(id, end);
    brokers.mayLeave(id);
    SimulatedNode node =
        new SimulatedNode(
            id,
            handlers,
            end,
            () -> now,
            this::after,
            journal,
            (task, message, prefetched) -> begin(id, task, message, prefetched),
            (handler, emission, outcome) ->
                emissions.orElseThrow().heard(id, handler, emission, outcome),
            this::runTime,
            forgetful.isEmpty()
                ? 4096
                : forwarding.filter(d -> d.nextBoolean()).isPresent() ? 2 : 24,
            random.nextInt(4) > 0 || isSpread,
            forwarding.filter(dice -> dice.nextInt(8) > 0).isPresent(),
            first(name).equals("n0") || random.nextInt(8) > 0 ? 1 << 20 : 300 + random.nextInt(700),
            deep.isPresent());
    end.is(node, () -> crash(id, node, incarnation));
    nodes.add(node);
    if (random.nextInt(3) == 0) {
      after(random.nextInt(1500) * MS, () -> crash(id, node, incarnation));
    } else if (random.nextInt(3) == 0) {
      after(random.nextInt(1500) * MS, () -> hang(id, node));
    }
    if (isWide && wide.nextInt(4) == 0) {
      after(wide.nextInt(1500) * MS, () -> leave(id, node, end, incarnation));
    }
  }

  private void crash(NodeId id, SimulatedNode node, int incarnation) {
    if (!node.alive()) {
      return; // it has left
    }
    lost.add(id.name());
    log("node %s crashes", id);
    faults++;
    node.crash();
    managers.forEach(manager -> manager.links().ends(id, 10 * MS));
    if (random.nextBoolean()) {
      long at = random.nextInt(50) * MS;
      int broker = end(id).broker();
      brokers.saysGone(id, broker, at);
    }
    startAgain(id, incarnation);
  }

  private void startAgain(NodeId id, int incarnation) {
    if (incarnation < 3) {
      String name = renames ? first(id.name()) + "-" + incarnation : id.name();
      after(random.nextInt(800) * MS, () -> startNode(name, incarnation + 1));
    }
  }

  private void hang(NodeId id, SimulatedNode node) {
    lost.add(id.name());
    log("node %s hangs", id);
    faults++;
    node.hang(random.nextInt(1500) * MS);
    managers.forEach(manager -> manager.links().ends(id, 300 * MS));
  }

  /** It is stopped as an operator does: takes nothing new, ends what it has, and goes. */
  private void leave(NodeId id, SimulatedNode node, NodeEnd end, int incarnation) {
    if (!node.answers()) {
      return;
    }
    lost.add(id.name());
    log("node %s leaves", id);
    faults++;
    end.leaves();
    node.leave(
        end::isDry,
        () -> {
          log("node %s has left", id);
          end.hasLeft();
          managers.forEach(manager -> manager.links().ends(id, 0));
          startAgain(id, incarnation);
        });
  }

  private long runTime(Task task) {
    return task.attempt() == 1 && random.nextInt(40) == 0
        ? random.nextInt(1500) * MS // a handler that hangs
        : random.nextInt(30) * MS;
  }

  /** A handler begins: what it does is done, what it will answer is decided. */
  private SimulatedNode.Deed begin(
      NodeId node, Task task, HandlerMessage message, boolean prefetched) {
    boolean told = !task.purpose().works();
    boolean throwing = random.nextInt(isStormy ? 2 : 10) == 0;
    Deed deed;
    if (told) {
      deed = Deed.hearing(task.purpose());
    } else if (throwing) {
      faults++;
      deed = Deed.THREW;
    } else {
      deed =
          switch (verb(task, message.id())) {
            case ANSWER -> Deed.RESPONDED;
            case DEFERRED -> Deed.DEFERRED;
            case GO_ON -> task.handler().startsWith("U") ? Deed.UNDID : Deed.PERFORMED;
          };
    }
    log(
        "%s: %s %s on %s%s",
        node, task.handler(), deed, message.id(), prefetched ? ", ahead of its manager" : "");
    checkExchange(task, message);
    int number = ++once;
    ledger.add(
        message.id(),
        new Fact(
            now,
            deed,
            task.handler(),
            task.index(),
            task.attempt(),
            node.toString(),
            Marks.names(message.envelope()),
            prefetched ? Optional.of(Marks.all(message.envelope())) : Optional.empty(),
            Marks.once(message.properties()),
            task.handler() + "=" + number));
    return () ->
        switch (deed) {
          case THREW -> throw SimulatedFault.thrown(message.id(), task.handler(), task.attempt());
          case PERFORMED -> emitting(result(task, message.id(), number), node, task, message.id());
          case RESPONDED -> SimulatedVerbs.answering(task.handler(), task.attempt());
          case DEFERRED -> emitting(SimulatedVerbs.defer(task.attempt()), node, task, message.id());
          case UNDID, NOTIFIED_COMPLETED, NOTIFIED_FAILED, NOTIFIED_ANSWERED -> Changes.NONE;
        };
  }

  /** Rule 21: of its exchange a message has what its request left, and its own handlers. */
  private void checkExchange(Task task, HandlerMessage message) {
    Set<String> there = Marks.exchanged(message.properties());
    for (SimulatedManager manager : managers) {
      Optional<SimulatedMessage> of = manager.message(message.id());
      if (of.isPresent()) {
        there.removeAll(Marks.exchanged(of.get().properties));
        ledger.of(message.id()).stream()
            .filter(fact -> fact.deed().performed())
            .forEach(fact -> there.remove(fact.handler()));
        if (!there.isEmpty()) {
          throw new Broken(
              21, task.handler() + " sees what belongs to another exchange, of " + there);
        }
      }
    }
  }

  /** Now and then it emits something besides. */
  private Changes emitting(Changes changes, NodeId node, Task task, MessageId id) {
    boolean told =
        managers.stream()
            .flatMap(manager -> manager.message(id).stream())
            .anyMatch(message -> !message.verbs.isRepeated(task.handler()));
    return emissions.isPresent() && told && task.handler().startsWith("H")
        ? emissions.get().with(changes, node, task, id)
        : changes;
  }

  private SimulatedVerbs.Verb verb(Task task, MessageId id) {
    for (SimulatedManager manager : managers) {
      Optional<SimulatedMessage> message = manager.message(id);
      if (message.isPresent()) {
        return message.get().verbs.of(id, task.handler(), task.attempt());
      }
    }
    return SimulatedVerbs.Verb.GO_ON;
  }

  /** Its mark, and now and then what the message is to go on with. */
  private Changes result(Task task, MessageId id, int number) {
    Changes mark = Marks.mark(task.handler(), task.attempt());
    if (forwards() && managers.stream().anyMatch(m -> m.marksOnce(id, task.handler()))) {
      mark = Changes.builder().addAll(mark).property(Marks.once(task.handler()), number).build();
    }
    if (random.nextInt(50) > 0) {
      return mark;
    }
    Sequence rest = RandomOrchestration.rest((int) (id.low() & 7));
    log("%s wants %s to go on with %s", task.handler(), id, Constructs.notation(rest));
    managers.forEach(manager -> manager.revised(id, rest));
    return Changes.builder()
        .addAll(mark)
        .property(MessageProperties.REST, OrchestrationWriter.rest(rest))
        .build();
  }
}
