package org.dharch.core;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.Rules.Broken;
import org.dharch.core.config.EmissionBounds;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.execution.progress.StepProgress;
import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.execution.recovery.RecoveryTable;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.Selection;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.CrashRecovery;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.store.SimulatedStore;
import org.dharch.core.store.StoreState;
import org.dharch.core.view.Unresolved;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;

/**
 * What is checked of one life of a simulated manager at every step, and of all its lives at the end
 * of a run; {@link Rules} has what is checked of a message.
 */
final class SimulationChecks {
  private static final ProgressFormat PROGRESS = new ProgressFormat(Limits.DEFAULT);
  private static final Pattern HANDLER = Pattern.compile("'(H\\d+)'");

  private static final Pattern GONE_BACK =
      Pattern.compile("after stage (\\d+) it continues with .* because of ([A-Z_]+)\\b.*");

  /** An attempt of one that performs. */
  private record Asked(MessageId message, int index, int attempt, NodeId node) {}

  private final SimulatedManager simulated;
  private final DHManager manager;
  private final FlowControl flow;
  private final Optional<SimulatedStore> store;
  private final Map<Asked, Integer> asked = new HashMap<>();
  private final AttemptRules attempts;
  private final LeakRule leaks;
  private int lastExecuting;
  private int lastLimit = Integer.MAX_VALUE;
  private List<Listed> listed;

  /** A message of which something is to be compensated, and the handlers that are named. */
  private record Listed(Progress progress, Set<String> handlers, List<String> waiting) {}

  SimulationChecks(SimulatedManager of, FlowControl flow, Optional<SimulatedStore> store) {
    this.simulated = of;
    this.manager = of.manager();
    this.flow = flow;
    this.store = store;
    this.attempts = new AttemptRules(of);
    this.leaks = new LeakRule(manager);
  }

  // at every step

  /** A window that has become smaller takes nobody's slot away, but gives none either. */
  void bounds() {
    leaks.look();
    int executing = ManagerProbe.of(manager).slotsHeld();
    int concurrencyLimit = Math.max(lastLimit, manager.status().concurrencyLimit());
    if (executing > flow.concurrencyLimit().max()
        || (executing > lastExecuting && executing > concurrencyLimit)) {
      throw new Broken(3, executing + " in execution > concurrencyLimit=" + concurrencyLimit);
    }
    lastExecuting = executing;
    lastLimit = manager.status().concurrencyLimit();
    int waiting = manager.status().waiting();
    if (waiting > flow.queueBound()) {
      throw new Broken(3, waiting + " waiting > bound=" + flow.queueBound());
    }
    // with fair share, room may be other clients'; but somebody has it
    int leastUsed =
        flow.selection() instanceof Selection.Fair ? 1 : manager.status().concurrencyLimit();
    if (waiting > ManagerProbe.of(manager).waitingForNodes() && executing < leastUsed) {
      throw new Broken(7, waiting + " wait beside a window with room");
    }
    if (ManagerProbe.of(manager).emissionsInHand() > EmissionBounds.DEFAULT.emissions()) {
      throw new Broken(20, ManagerProbe.of(manager).emissionsInHand() + " emissions in hand");
    }
    List<String> awaiting = ManagerProbe.of(manager).awaitingInVain();
    if (!awaiting.isEmpty()) {
      throw new Broken(63, "wait for a node that is back: " + awaiting);
    }
    int vain = ManagerProbe.of(manager).waitingForNodesInVain();
    if (vain > 0) {
      throw new Broken(14, vain + " wait for nodes that are there");
    }
    if (manager.status().sinceCounted(Counter.ERRORS).isPresent()) {
      throw new Broken(0, "an internal error was counted");
    }
    List<String> held = ManagerProbe.of(manager).blockedDespiteCapacity();
    if (!held.isEmpty()) {
      throw new Broken(14, "messages are held for " + held + ", and a node has room");
    }
  }

  /**
   * Rule 13: what the transport has taken is asked for a few times, each time a node comes, and by
   * a replay.
   */
  void sent(NodeId to, TaskBatch read, int comings, long now) {
    attempts.sent(read, now);
    for (Task task : read.tasks()) {
      if (task.purpose() == Task.Purpose.PERFORM) {
        Asked one = new Asked(read.id(), task.index(), task.attempt(), to);
        int times = asked.merge(one, 1, Integer::sum);
        int replays =
            simulated.message(read.id()).map(message -> message.replays.count()).orElse(0);
        if (times > 1 + RecoveryTable.MAX_ASKS + comings + replays) {
          throw new Broken(13, one + " is asked for again and again");
        }
      }
    }
  }

  /** Rule 45: a replay begins nothing of the stages before the one that failed. */
  void replayed(SimulatedMessage message, TaskBatch read) {
    for (Task task : read.tasks()) {
      if (task.purpose() == Task.Purpose.PERFORM && message.replays.isBehind(task)) {
        throw new Broken(45, task + " is of a stage before the one that it was replayed from");
      }
    }
  }

  /** Rule 49: what somebody has resolved is not kept any more, in this life or another. */
  void resolved(Set<MessageId> all) {
    if (!all.isEmpty()) {
      store.orElseThrow().keys(StoreState.UNRESOLVED).stream()
          .filter(key -> all.contains(key.id()))
          .findFirst()
          .ifPresent(
              key -> {
                throw new Broken(49, "what was left of " + key.id() + " is resolved, and is back");
              });
    }
  }

  // at the end

  void end() {
    listed = null;
    simulated
        .admitted()
        .forEach(
            (name, message) -> {
              checkHandedOver(name, message);
              checkForgotten(name, message);
              if (message.outcome != null) {
                check(name, message);
              } else if (message.orphan || isStored(message)) {
                checkOrphan(name, message);
              } else {
                throw new Broken(1, name + " never ended");
              }
            });
    checkUnresolved();
    Map<Counter, Long> counters = manager.status().counters();
    long ends =
        counters.get(Counter.COMPLETED)
            + counters.get(Counter.FAILED)
            + counters.get(Counter.RESPONDED);
    if (store.isEmpty()
        && (counters.get(Counter.ADMITTED) != ends || ends < simulated.admitted().size())) {
      throw new Broken(1, "counted: " + counters);
    }
    boolean mayTry =
        !simulated.hasCapacityForCompensation() && manager.storedMessages().hasUnresolved();
    if (!mayTry // for ever, what no node has room to undo; perhaps just now
        && manager.status().inFlight()
                + ManagerProbe.of(manager).executing()
                + ManagerProbe.of(manager).slotsHeld()
                + manager.status().waiting()
                + ManagerProbe.of(manager).burden()
            != 0) {
      throw new Broken(
          3,
          "left behind: "
              + manager.status().inFlight()
              + " contexts, "
              + ManagerProbe.of(manager).executing()
              + " executing, "
              + ManagerProbe.of(manager).slotsHeld()
              + " slots held, "
              + manager.status().waiting()
              + " waiting, "
              + ManagerProbe.of(manager).burden()
              + " tasks on nodes");
    }
    if (store.isEmpty()) {
      checkOrder();
    }
    if (!mayTry) {
      leaks.check(simulated.world().nodes().stream());
    }
  }

  /**
   * Rule 12: one that was answered has ended for good; it does not stay in the store, unless its
   * manager was killed before that was written and no node has come by which it could end again.
   */
  private void checkForgotten(String name, SimulatedMessage message) {
    if (message.outcome instanceof Outcome.Responded && !message.comesAgain && isStored(message)) {
      throw new Broken(12, name + " was answered, and is still to be executed");
    }
  }

  /**
   * Rule 15: from the moment in which a message may reach its service what its handlers did stands,
   * and only then they hear that it has completed. That it is compensated else is rule 6.
   */
  private void checkHandedOver(String name, SimulatedMessage message) {
    for (SimulationLedger.Fact fact : simulated.ledger().of(message.id)) {
      if (fact.deed() == SimulationLedger.Deed.UNDID
          && fact.at() > message.handedOverAt
          && mustPerform(message, "H" + fact.handler().substring(1))) {
        throw new Broken(15, name + " is with its service, and was compensated: " + fact);
      }
      if (fact.deed() == SimulationLedger.Deed.NOTIFIED_COMPLETED
          && message.isAwaited
          && fact.at() < message.handedOverAt) {
        throw new Broken(15, name + " did not come to its service yet: " + fact);
      }
    }
  }

  private static boolean mustPerform(SimulatedMessage message, String handler) {
    return Constructs.anyHandler(
        message.orchestration.body(), entry -> entry.name().equals(handler) && entry.isRequired());
  }

  /** Whether it is to be executed yet, or again, or may be. */
  boolean isToGoOn(SimulatedMessage message) {
    return isStored(message) || message.replays.isAsked();
  }

  private boolean isStored(SimulatedMessage message) {
    return (message.oneWay && isStored(message, StoreState.ACCEPTED))
        || (message.replays.count() > 0 && isStored(message, StoreState.REPLAY));
  }

  private boolean isStored(SimulatedMessage message, StoreState as) {
    return store.isPresent()
        && store.get().keys(as).stream().anyMatch(key -> key.id().equals(message.id));
  }

  private List<Listed> listed() {
    if (listed == null) {
      listed =
          manager.storedMessages().unresolved().stream()
              .filter(one -> one.message().progress().isPresent())
              .map(SimulationChecks::listed)
              .toList();
    }
    return listed;
  }

  private static Listed listed(Unresolved one) {
    return new Listed(
        PROGRESS.decode(one.message().progress().orElseThrow()), handlers(one), one.waiting());
  }

  /** Those that are named in it. */
  static Set<String> handlers(Unresolved one) {
    Set<String> handlers = new HashSet<>();
    Stream.concat(one.waiting().stream(), one.doubtful().stream())
        .forEach(
            line -> {
              Matcher matcher = HANDLER.matcher(line);
              while (matcher.find()) {
                handlers.add(matcher.group(1));
              }
            });
    return handlers;
  }

  /** What is listed to be compensated cannot be compensated yet. */
  private void checkUnresolved() {
    for (Listed one : listed()) {
      boolean possible =
          one.progress()
              .mayCompensate(
                  handler ->
                      manager.status().nodes().stream()
                          .anyMatch(n -> n.handlers().contains(handler)),
                  node ->
                      manager.status().nodes().stream()
                          .anyMatch(n -> n.node().name().equals(node)));
      if (possible && simulated.hasCapacityForCompensation()) {
        throw new Broken(
            9, "could be compensated, and is not: " + one.waiting() + " of " + one.progress());
      }
      for (StepProgress step : one.progress().steps()) {
        if (isWaitedForInVain(step) && simulated.hasCapacityForCompensation()) {
          throw new Broken(60, one.progress().id() + " still waits for the end of " + step);
        }
      }
    }
  }

  /**
   * Whether its attempt can have no further effect, and nothing more is to be known of it: its time
   * is over by the end of a run.
   */
  private boolean isWaitedForInVain(StepProgress step) {
    if (step.state() != StepState.SENT && step.state() != StepState.AWAITING) {
      return false;
    }
    List<NodeStatus> nodes = manager.status().nodes();
    NodeId node = step.node().orElseThrow();
    if (step.role() == StepRole.COMPENSATE) {
      return node.journal().isEmpty()
          && nodes.stream().noneMatch(n -> n.node().name().equals(node.name()));
    }
    return step.role() == StepRole.PERFORM
        && step.entry().failures().compensator().stream()
            .anyMatch(undo -> nodes.stream().anyMatch(n -> n.handlers().contains(undo)));
  }

  /** What is listed as not compensated, or not known to be, of this message. */
  private Set<String> listed(SimulatedMessage message) {
    Set<String> handlers = new HashSet<>(message.resolved);
    if (message.isForgotten) { // nothing was promised
      Constructs.eachStage(
          message.orchestration.body(),
          stage -> stage.handlers().forEach(handler -> handlers.add(handler.name())));
    }
    for (Listed one : listed()) {
      if (one.progress().id().equals(message.id)) {
        handlers.addAll(one.handlers());
      }
    }
    return handlers;
  }

  /** The rules for a message of which nobody has heard the end. */
  private void checkOrphan(String name, SimulatedMessage message) {
    Rules rules =
        rules(
            name,
            message,
            Outcome.Failed.of(
                message.id,
                new Fault(Fault.Code.SHUT_DOWN, "", "its manager died"),
                Timeline.empty(message.id, message.orchestration.name())),
            Map.of(),
            Map.of());
    boolean compensated =
        message.orphan
            && message.orchestration.recovery() == CrashRecovery.COMPENSATE
            && simulated.deaths() > 0;
    rules.checkOrphan(compensated);
  }

  /** The rules for one that has completed, and whose service is not known to have taken it. */
  void checkOnce(String name, SimulatedMessage message) {
    listed = null;
    check(name, message);
  }

  private void check(String name, SimulatedMessage message) {
    Map<Integer, Sequence> revisions = new HashMap<>();
    Map<Integer, Fault.Code> faults = new HashMap<>();
    for (String note : message.outcome.timeline().notes()) {
      Matcher goneBack = GONE_BACK.matcher(note);
      if (goneBack.matches()) {
        faults.put(Integer.parseInt(goneBack.group(1)) - 1, Fault.Code.valueOf(goneBack.group(2)));
      }
      for (Sequence rest : message.revisions) {
        String after = "after stage ";
        if (note.startsWith(after) && note.endsWith(" with " + Constructs.notation(rest))) {
          int end = note.indexOf(' ', after.length());
          revisions.put(Integer.parseInt(note.substring(after.length(), end)), rest);
        }
      }
    }
    Rules rules = rules(name, message, message.outcome, revisions, faults);
    rules.check();
    SimulatedFault.check(name, message.outcome);
    checkSent(name, message);
    checkWaited(name, message);
    checkNamesNoNode(name, message);
    simulated.checkEmissions(name, message.outcome, rules.overtaken(), rules.replayed());
  }

  /** Rule 52: the reason of a fault, which its client reads, names no incarnation of a node. */
  private static void checkNamesNoNode(String name, SimulatedMessage message) {
    if (message.outcome instanceof Outcome.Failed failed
        && failed.fault().reason().indexOf('~') >= 0) {
      throw new Broken(52, name + " names a node in its fault: " + failed.fault());
    }
  }

  /**
   * Rule 22: what the timeline of a message that ended well says was sent was brought to the
   * transport, if its node was there.
   */
  private void checkSent(String name, SimulatedMessage message) {
    if (message.outcome instanceof Outcome.Failed) {
      return; // perhaps in the turn in which it would have been
    }
    for (Timeline.Attempt attempt : message.outcome.timeline().attempts()) {
      String node = attempt.node().substring(0, Math.max(0, attempt.node().indexOf('~')));
      if (attempt.result().equals("sent")
          && !message.outlivedManager
          && !simulated.lost().contains(node)
          && !simulated.wasBrought(message.id, attempt.handler(), attempt.number())) {
        throw new Broken(22, name + ": " + attempt + " was never brought to the transport");
      }
    }
  }

  /**
   * Rule 23: a durable one-way message that halts since nobody serves one of its handlers has
   * waited for it as long as that may wait for its turn, since it was last sent to a node. It never
   * halts because nodes refuse it.
   */
  private void checkWaited(String name, SimulatedMessage message) {
    if (!(message.outcome instanceof Outcome.Failed failed)
        || !message.oneWay
        || !message.orchestration.durable()
        || failed.fault().code() != Fault.Code.NOT_SERVED) {
      return;
    }
    String reason = failed.fault().reason();
    if (!reason.startsWith("no live node hosts it")) {
      if (!reason.matches("no .*|its node was lost.*")) {
        throw new Broken(23, name + " was refused by nodes, and failed: " + failed.fault());
      }
      return;
    }
    Timeline timeline = failed.timeline();
    long since =
        timeline.attempts().stream()
            .filter(attempt -> attempt.handler().equals(failed.fault().handler()))
            .mapToLong(Timeline.Attempt::sentNanos)
            .reduce(Math.max(0, timeline.selectedNanos()), Math::max);
    long waited = timeline.endedNanos() - since;
    if (waited < simulated.timeToStart().toNanos()) {
      throw new Broken(23, name + " waited " + waited + " ns for a node: " + failed.fault());
    }
  }

  private Rules rules(
      String name,
      SimulatedMessage message,
      Outcome outcome,
      Map<Integer, Sequence> revisions,
      Map<Integer, Fault.Code> faults) {
    return new Rules(
        name,
        message.orchestration.body(),
        outcome,
        simulated.ledger().of(message.id),
        revisions,
        simulated.lost(),
        message.againSince,
        message.outlivedManager,
        message.told,
        listed(message),
        simulated.notes(message.id),
        message.verbs,
        message.replays,
        faults,
        message.properties,
        simulated.nodesRemember());
  }

  /** Who was selected while another waited was before it, and came in time to be. */
  private void checkOrder() {
    for (SimulatedMessage next : simulated.admitted().values()) {
      boolean selected = !next.outcome.timeline().attempts().isEmpty();
      if (selected && !next.continues) {
        simulated.admitted().values().stream()
            .filter(other -> !other.continues && other.waitedAt(next.selectedAt()))
            .filter(other -> !other.early) // its turn began when its nodes came
            .forEach(other -> checkOrder(next, other));
      }
    }
  }

  private void checkOrder(SimulatedMessage next, SimulatedMessage waiting) {
    if (next.admittedAt > waiting.admittedAt + RandomFlow.ageing(flow)) {
      throw new Broken(
          7, next.id + " overtook " + waiting.id + ", which came more than the ageing before it");
    }
    if (position(next).isPresent() && position(next).getAsLong() > position(waiting).getAsLong()) {
      throw new Broken(7, next.id + " was selected before " + waiting.id + ", against the policy");
    }
  }

  private OptionalLong position(SimulatedMessage message) {
    OptionalLong handicap =
        RandomFlow.handicap(flow, message.operation, message.deadline.toNanos());
    return handicap.isEmpty()
        ? handicap
        : OptionalLong.of(message.admittedAt + handicap.getAsLong());
  }
}
