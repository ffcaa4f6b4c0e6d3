package org.dharch.core;

import static org.dharch.core.Simulation.MS;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Target;
import org.dharch.core.Rules.Broken;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Timeline;
import org.dharch.core.node.SimulatedNode;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.NodeEmission;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * What handlers of a {@link Simulation} emit, in results and of their own accord; the broker's
 * queues in which that waits for a manager; what really came of it, whatever managers and nodes
 * believe; and the rules for it.
 */
final class SimulatedEmissions {
  static final String SERVICE = "S";

  /** With this the action of an emission begins. */
  static final String ACTION = "emitted ";

  /** The orchestration that what stores keep follows; nothing in it halts a message. */
  static final String PLAIN = "plain";

  private static final long ANY = 77;
  private static final long LEASE = 1_500 * MS;
  private static final EmissionFormat FORMAT = new EmissionFormat(Limits.DEFAULT);

  /** Whence an emission is: a result, or a handler's store. */
  private static final class Fact {
    final MessageId message;
    final Task task;
    final Emission emission;
    final NodeId node;

    /** Whether its result counted: it was seen on its way. */
    boolean went;

    /** The addresses that it has come to; of a service there is one. */
    final Set<Integer> arrived = new HashSet<>();

    /** Those of which a manager has told, and its node's handler has heard. */
    final Set<Integer> told = new HashSet<>();

    final Set<Integer> heard = new HashSet<>();

    /**
     * The requests that a life of a manager has made: address and life, and whether one may follow.
     */
    final Map<String, Boolean> sent = new HashMap<>();

    /** Those whose present life has held it for as long as it lasts. */
    final Set<SimulatedManager> over = new HashSet<>();

    /** When a manager took it first. */
    long taken = Long.MAX_VALUE;

    /** A copy that comes when its time is over is another one. */
    boolean isLate(long now) {
      return now > taken + emission.deadline().toNanos();
    }

    Fact(MessageId message, Task task, Emission emission, NodeId node) {
      this.message = message;
      this.task = task;
      this.emission = emission;
      this.node = node;
    }
  }

  /** What a handler keeps in its store until it is delivered. */
  private static final class Kept {
    final Target target;
    final String handler;
    boolean delivered;
    long leasedUntil;

    Kept(Target target, String handler) {
      this.target = target;
      this.handler = handler;
    }
  }

  /** A message of a queue of emissions that a manager has been given and not acknowledged. */
  private static final class Unacknowledged {
    final EmissionQueue queue;
    final DMFormat emission;
    SimulatedManager holder;
    long since;

    Unacknowledged(EmissionQueue queue, DMFormat emission) {
      this.queue = queue;
      this.emission = emission;
    }
  }

  private final Simulation world;
  private final SplittableRandom random;
  private final Map<MessageId, Fact> facts = new LinkedHashMap<>();
  private final Map<MessageId, Kept> ofStore = new HashMap<>();
  private final List<Kept> store = new ArrayList<>();
  private final List<Unacknowledged> unacknowledged = new ArrayList<>();
  private long made;

  /** The first rule that was broken; null if none was. */
  private Broken broken;

  SimulatedEmissions(Simulation world, SplittableRandom random) {
    this.world = world;
    this.random = random;
    for (int kept = random.nextInt(4); kept > 0; kept--) {
      store.add(new Kept(target(), "H" + random.nextInt(RandomOrchestration.HANDLERS)));
    }
    post();
  }

  SplittableRandom random() {
    return random;
  }

  private Target target() {
    if (random.nextBoolean()) {
      return new Target.Service(SERVICE, "o0");
    }
    List<Target.Address> to = new ArrayList<>();
    for (int n = 1 + random.nextInt(2); n > 0; n--) {
      to.add(new Target.Address(URI.create("http://h" + to.size() + "/"), List.of()));
    }
    return new Target.Endpoint(to);
  }

  private Emission emission(Target target, Optional<String> orchestration) {
    MessageId id = new MessageId(ANY, ++made);
    return new Emission(
        id,
        target,
        ACTION + made,
        Bench.ENVELOPE,
        MessageProperties.empty(),
        orchestration,
        Duration.ofMillis(200 + random.nextInt(1000)));
  }

  /** Said within a manager or a node, which would survive what is thrown there. */
  private void broken(int rule, String what) {
    broken = broken == null ? new Broken(rule, what) : broken;
  }

  /** After anything that happened. */
  void look() {
    if (broken != null) {
      throw broken;
    }
  }

  // in results

  /** What this attempt's result holds besides; nothing if {@code changes} may hold nothing. */
  Changes with(Changes changes, NodeId node, Task task, MessageId message) {
    if (random.nextInt(4) > 0) {
      return changes;
    }
    Changes.Builder more = Changes.builder().addAll(changes);
    for (int n = 1 + random.nextInt(2); n > 0; n--) {
      Emission emission = emission(target(), Optional.empty());
      facts.put(emission.id(), new Fact(message, task, emission, node));
      more.emit(emission);
      world.log("%s of %s emits %s", task.handler(), message, emission.id().low());
    }
    return more.build();
  }

  /** It leaves the result that it was in. */
  void went(MessageId emission) {
    Fact fact = facts.get(emission);
    if (fact != null) {
      fact.went = true;
    }
  }

  // of a handler's own accord

  /** Whoever leases what is due sends it by the node that he is on, whichever that is. */
  private void post() {
    world.after(
        50 * MS,
        () -> {
          for (Kept kept : store) {
            if (!kept.delivered && kept.leasedUntil <= world.now()) {
              emit(kept);
            }
          }
          post();
        });
  }

  private void emit(Kept kept) {
    List<SimulatedNode> nodes = world.emitting(kept.handler);
    if (nodes.isEmpty()) {
      return;
    }
    SimulatedNode by = nodes.get(random.nextInt(nodes.size()));
    Emission emission = emission(kept.target, Optional.of(PLAIN));
    facts.put(emission.id(), new Fact(null, null, emission, by.id()));
    ofStore.put(emission.id(), kept);
    if (by.emit(kept.handler, emission)) {
      facts.get(emission.id()).went = true;
      world.log("%s of %s emits %s", kept.handler, by.id(), emission.id().low());
      kept.leasedUntil = world.now() + LEASE;
    }
  }

  /** Whether all that stores keep is delivered, or nobody is left who could. */
  boolean isOver() {
    return store.stream().allMatch(kept -> kept.delivered || isUnservable(kept));
  }

  private boolean isUnservable(Kept kept) {
    EmissionQueue queue = EmissionQueue.of(kept.target);
    return world.emitting(kept.handler).isEmpty()
        || world.managers().stream().noneMatch(m -> m.takes(queue));
  }

  // the broker

  /** Through the network, to a queue of the broker. */
  boolean send(EmissionQueue queue, DMFormat emission) {
    world.carry(
        "emission", emission.id().low(), () -> offer(new Unacknowledged(queue, emission), 200));
    return true;
  }

  /** Whichever of the managers that take it is given it, some time. */
  private void offer(Unacknowledged one, int patience) {
    List<SimulatedManager> takers =
        world.managers().stream().filter(m -> m.takes(one.queue) && m.isThere()).toList();
    if (!takers.isEmpty()) {
      one.holder = takers.get(random.nextInt(takers.size()));
      one.since = world.now();
      Fact fact = facts.get(one.emission.id());
      fact.taken = Math.min(fact.taken, world.now());
      unacknowledged.add(one);
      if (one.holder.emission(OverTheWire.carry(one.emission), () -> acknowledge(one))) {
        return;
      }
      unacknowledged.remove(one);
    }
    if (patience > 0) {
      world.after(10 * MS, () -> offer(one, patience - 1));
    }
  }

  private void acknowledge(Unacknowledged one) {
    unacknowledged.remove(one);
    Fact fact = facts.get(one.emission.id());
    if (world.now() >= one.since + fact.emission.deadline().toNanos()) {
      fact.over.add(one.holder); // and so are copies that come later
    }
    boolean again =
        unacknowledged.stream().anyMatch(o -> o.emission.id().equals(one.emission.id()));
    if (fact.told.size() < addresses(fact) && !fact.over.contains(one.holder) && !again) {
      broken(20, shown(fact) + " was acknowledged before all was told of it");
    }
  }

  /** What this manager has not acknowledged, another is given, or its next life. */
  void died(SimulatedManager manager) {
    facts.values().forEach(fact -> fact.over.remove(manager));
    for (Unacknowledged one : List.copyOf(unacknowledged)) {
      if (one.holder == manager) {
        unacknowledged.remove(one);
        world.after(random.nextInt(50) * MS, () -> offer(one, 200));
      }
    }
  }

  // what really comes of it

  /** The id of the emission whose action is this. */
  MessageId idOf(String action) {
    return new MessageId(ANY, Long.parseLong(action.substring(ACTION.length())));
  }

  /**
   * Rule 65: in one life of a manager nothing is sent twice to one address, but for one that was
   * not reached.
   *
   * @param life of the manager
   * @param unreached whether this request does not reach the address
   */
  void sends(MessageId emission, int address, String life, boolean unreached) {
    Fact fact = facts.get(emission);
    Boolean again = fact.sent.put(address + " " + life, unreached);
    if (again != null && !again && !fact.isLate(world.now())) {
      broken(65, shown(fact) + " is sent twice to address " + address);
    }
  }

  /** It has come to its service, or to an address. */
  void arrived(MessageId emission, int address) {
    Fact fact = facts.get(emission);
    fact.arrived.add(address);
    Kept kept = ofStore.get(emission);
    if (kept != null && fact.arrived.size() == addresses(fact)) {
      world.log("emission %s is there", emission.low());
    }
  }

  /** A manager tells the node. */
  void told(NodeId node, MessageId emission, Emitted outcome) {
    Fact fact = facts.get(emission);
    fact.went = true;
    if (!node.name().equals(fact.node.name())) { // a later life may remember the result
      broken(18, shown(fact) + " was told to " + node);
    }
    for (int address : addresses(fact, outcome)) {
      fact.told.add(address);
      boolean good = !(outcome instanceof Emitted.Failed);
      if (good && !fact.arrived.contains(address)) {
        broken(18, shown(fact) + " did not arrive, and was told " + outcome);
      }
    }
  }

  /** A handler hears of it. */
  void heard(NodeId node, String handler, MessageId emission, Emitted outcome) {
    Fact fact = facts.get(emission);
    Kept kept = ofStore.get(emission);
    String own = kept == null ? fact.task.handler() : kept.handler;
    if (!node.equals(fact.node) || !own.equals(handler)) {
      broken(18, shown(fact) + " was heard of by " + handler + " on " + node);
    }
    world.log("%s on %s is notified of %s: %s", handler, node, emission.low(), outcome);
    for (int address : addresses(fact, outcome)) {
      if (!fact.heard.add(address)) {
        broken(18, shown(fact) + " was heard of twice: " + outcome);
      }
    }
    if (kept != null && fact.heard.size() == addresses(fact)) {
      kept.leasedUntil = world.now();
      kept.delivered |= fact.arrived.size() == addresses(fact);
    }
  }

  private static int addresses(Fact fact) {
    return fact.emission.target() instanceof Target.Endpoint to ? to.addresses().size() : 1;
  }

  private static List<Integer> addresses(Fact fact, Emitted outcome) {
    if (outcome instanceof Emitted.Sent sent) {
      return List.of(sent.address());
    } else if (outcome instanceof Emitted.Failed failed && failed.address() >= 0) {
      return List.of(failed.address());
    }
    List<Integer> all = new ArrayList<>();
    for (int address = 0; address < addresses(fact); address++) {
      all.add(address);
    }
    return all;
  }

  private static String shown(Fact fact) {
    return "emission " + fact.emission.id().low() + " of " + fact.node;
  }

  // at the end

  /**
   * Rule 19: what the result of an attempt holds goes out if and only if that counts.
   *
   * @param since whether earlier lives of the manager may have had a say
   * @param overtaken attempts that performed and do not count, as another handler was first
   */
  void check(
      String name,
      Outcome outcome,
      boolean since,
      Set<Timeline.Attempt> overtaken,
      Set<Timeline.Attempt> replayed) {
    if (since) {
      return;
    }
    List<Timeline.Attempt> attempts = outcome.timeline().attempts();
    Optional<Integer> failed =
        outcome instanceof Outcome.Failed end && end.fault().code() != Fault.Code.DEADLINE
            ? attempts.stream()
                .filter(a -> a.handler().equals(end.fault().handler()))
                .map(Timeline.Attempt::stage)
                .max(Integer::compare)
            : Optional.empty();
    for (Fact fact : facts.values()) {
      List<Timeline.Attempt> of =
          outcome.id().equals(fact.message)
              ? attempts.stream().filter(a -> isOf(a, fact)).toList()
              : List.of();
      if (of.stream().anyMatch(overtaken::contains)) {
        if (fact.went) {
          throw new Broken(19, name + ": " + shown(fact) + " went out, and was not first: " + of);
        }
      } else if (of.stream().noneMatch(replayed::contains) && !of.isEmpty()) {
        check(name, fact, of, failed, outcome);
      }
    }
  }

  /**
   * How often the handler performed in this attempt: a stateless one performs a copy of a task
   * batch that comes when its node has forgotten the result, and then one result alone counts.
   */
  private long performances(Fact fact) {
    return world.ledger().of(fact.message).stream()
        .filter(
            deed ->
                deed.deed().performed()
                    && deed.index() == fact.task.index()
                    && deed.attempt() == fact.task.attempt())
        .count();
  }

  private static boolean isOf(Timeline.Attempt attempt, Fact fact) {
    return !fact.task.oneway()
        && attempt.handler().equals(fact.task.handler())
        && attempt.step() == fact.task.index() // another where it went on without one done ahead
        && attempt.number() == fact.task.attempt();
  }

  /**
   * @param of what the timeline says of the attempt: more than once if its node was asked again
   * @param failed the stage in which a handler failed, so that it was not merged
   */
  private void check(
      String name,
      Fact fact,
      List<Timeline.Attempt> of,
      Optional<Integer> failed,
      Outcome outcome) {
    boolean performed = of.stream().anyMatch(a -> a.result().equals("performed"));
    boolean deferred = of.stream().anyMatch(a -> a.result().equals("deferred"));
    if (fact.went && !performed && !deferred) {
      throw new Broken(19, name + ": " + shown(fact) + " went out, of " + of);
    }
    if (fact.went && performed && failed.equals(Optional.of(of.get(0).stage()))) {
      throw new Broken(19, name + ": " + shown(fact) + " went out, and its stage failed");
    }
    if (!fact.went
        && performed
        && !(outcome instanceof Outcome.Failed)
        && !isDoneAgain(outcome, of.get(0))
        && performances(fact) == 1) {
      throw new Broken(19, name + ": " + shown(fact) + " never went out, of " + of);
    }
  }

  /**
   * Whether it was compensated when the message halted, and a replay had it performed once more.
   */
  private static boolean isDoneAgain(Outcome outcome, Timeline.Attempt first) {
    return outcome.timeline().attempts().stream()
        .anyMatch(
            a ->
                a.stage() == first.stage()
                    && a.handler().equals(first.handler())
                    && a.number() > first.number()
                    && a.result().equals("performed"));
  }

  /** Rule 20: what stores keep is delivered in the end, and nothing stays in a manager's hand. */
  void checkEnd() {
    for (Kept kept : store) {
      if (!kept.delivered && !isUnservable(kept)) {
        throw new Broken(20, "never delivered: what " + kept.handler + " keeps for " + kept.target);
      }
    }
  }

  /** The emission of a DMFormat; empty if it holds none. */
  static Optional<NodeEmission> of(DMFormat message) {
    return EmissionFormat.emitting(message).map(node -> FORMAT.emission(message));
  }
}
