package org.dharch.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.dharch.core.Step.Role;
import org.dharch.core.Step.State;
import org.dharch.core.message.Changes;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageProperties;
import org.dharch.core.node.NodeId;
import org.dharch.core.node.Task;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;

/**
 * One message's way through its stages, as a state machine: takes {@link Event}s and answers with
 * {@link Effect}s. Pure: no thread, clock, queue or socket inside; what it needs of its
 * surroundings it asks of {@link World}. So the same code runs in production and in a simulation.
 *
 * <p>How it works. {@link Route} knows which stage comes next. Every handler of a stage becomes a
 * {@link Step}; {@link Attempts} places it on a node, and the steps of one node leave as one work.
 * A step is settled when it has performed, when its failure is neglected, or at once if it is
 * oneway. When every step of the stage is settled, what they changed is merged and the next stage
 * begins; after the last one the message is completed.
 *
 * <p>A message whose handler failed that must perform, whose deadline passed, or that was withdrawn
 * is unwound (backward recovery, seed 000, section 3.3; seed 002): what is still on its way and can
 * be compensated is waited for, then every handler that performed, or may have, and has a
 * compensator is compensated, one after another in reverse order; then the message is halted. The
 * deadline does not bind the unwinding; {@link DHManagerConfig#timeToUnwind()} does.
 *
 * <p>After the end, whichever it is, the handlers that asked to hear of it are told, one after
 * another in reverse order; the gateway does not wait for that.
 */
final class Execution {
  private enum Phase {
    WAITING,
    RUNNING,
    UNWINDING,
    TELLING,
    OVER
  }

  private final DHMContext context;
  private final DHManagerConfig config;
  private final List<Step> steps = new ArrayList<>(0);
  private final Attempts attempts;
  private Phase phase = Phase.WAITING;
  private Route route;

  /** The number of the stage in hand, from 0, and the first of its steps. */
  private int stage = -1;

  private int stageFrom;

  /** Why the message is unwound. */
  private Fault fault;

  /** When unwinding, or telling, is given up. */
  private long until;

  private List<Step> toTell = List.of();
  private Optional<Outcome> outcome = Optional.empty();

  Execution(DHMContext context, DHManagerConfig config) {
    this.context = context;
    this.config = config;
    this.attempts = new Attempts(context, config, steps);
  }

  /** Whether nothing more will happen. */
  boolean isOver() {
    return phase == Phase.OVER;
  }

  /** Until when the work that it sends is of use. */
  long until() {
    return phase == Phase.WAITING || phase == Phase.RUNNING ? context.deadlineAt() : until;
  }

  /** Whether {@code task} is still the attempt in flight, so that sending it makes sense. */
  boolean wants(Task task) {
    Step step = steps.get(task.index());
    return phase != Phase.OVER
        && step.attempt == task.attempt()
        && (step.state == State.SENT || step.state == State.FIRED);
  }

  /** Whether it matters to this message that {@code node} is lost. */
  boolean uses(NodeId node) {
    return steps.stream().anyMatch(s -> s.state == State.SENT && s.node.equals(node));
  }

  /** Whether this message waits for a node of this name to come back. */
  boolean awaits(String node) {
    return steps.stream().anyMatch(s -> s.state == State.AWAITING && s.node.name().equals(node));
  }

  /** When it wants a {@link Event.Tick} next. */
  long nextWake() {
    long next = until();
    for (Step step : steps) {
      if (step.wakeAt < next) {
        next = step.wakeAt;
      }
    }
    return next;
  }

  /** Takes {@code event}; what is to be done about it is added to {@code effects}. */
  void on(Event event, World world, List<Effect> effects) {
    if (phase == Phase.OVER) {
      return;
    }
    attempts.in(world);
    take(event, world);
    advance(world);
    attempts.flush(effects);
    if (phase == Phase.OVER) {
      effects.add(new Effect.Leave());
    }
    outcome.ifPresent(o -> effects.add(new Effect.End(o)));
    outcome = Optional.empty();
  }

  private void take(Event event, World world) {
    if (event instanceof Event.Result e) {
      attempts.result(e.from(), e.result());
    } else if (event instanceof Event.Selected) {
      context.selected(world.now());
      route = new Route(context.orchestration().body());
      phase = Phase.RUNNING;
      context.revision.ifPresent(rest -> revise(rest, world));
    } else if (event instanceof Event.Tick) {
      tick(world);
    } else if (event instanceof Event.NodeLost e) {
      each(s -> s.state == State.SENT && s.node.equals(e.node()), attempts::nodeLost);
    } else if (event instanceof Event.NodeJoined e) {
      each(
          s -> s.state == State.AWAITING && s.node.name().equals(e.node().name()),
          s -> attempts.nodeBack(s, e.node()));
    } else if (event instanceof Event.Unsent e) {
      e.tasks().forEach(attempts::unsent);
    } else if (event instanceof Event.Reconnected) {
      attempts.resend();
    } else if (event instanceof Event.Revised e) {
      revise(e.rest(), world);
    } else if (event instanceof Event.Withdrawn e) {
      withdraw(e.fault(), world);
    } else {
      abandon(((Event.Abandoned) event).fault(), world);
    }
  }

  /** For each step there is now, not those that come meanwhile. */
  private void each(Predicate<Step> which, Consumer<Step> action) {
    int count = steps.size();
    for (int i = 0; i < count; i++) {
      if (which.test(steps.get(i))) {
        action.accept(steps.get(i));
      }
    }
  }

  private void tick(World world) {
    if (world.now() < until()) {
      each(s -> s.wakeAt <= world.now(), attempts::wake);
    } else if (phase == Phase.RUNNING) {
      unwind(deadlineFault(), world);
    } else {
      giveUp(world);
    }
  }

  // ---- what follows from it

  private void advance(World world) {
    boolean more = true;
    while (more) {
      more =
          switch (phase) {
            case RUNNING -> run(world);
            case UNWINDING -> compensate(world);
            case TELLING -> tell();
            case WAITING, OVER -> false;
          };
    }
  }

  /** One move of a running message; false if it has to wait for an event. */
  private boolean run(World world) {
    for (int i = stageFrom; i < steps.size(); i++) {
      if (steps.get(i).state == State.FAILED) {
        unwind(steps.get(i).fault, world);
        return true;
      }
    }
    if (!settled(stageFrom)) {
      return false;
    }
    if (!merge(world)) {
      return true; // a result could not be taken: its step has failed, or is tried again
    }
    takeRevision(world);
    nextStage(world);
    return true;
  }

  private boolean settled(int from) {
    for (int i = from; i < steps.size(); i++) {
      if (!steps.get(i).settled()) {
        return false;
      }
    }
    return true;
  }

  private void nextStage(World world) {
    Optional<Stage> next;
    try {
      next = route.next(() -> new MessageView(context.envelope(), context.properties()));
    } catch (MalformedMessageException e) {
      unwind(new Fault(Fault.Code.MALFORMED, "", e.getMessage()), world);
      return;
    }
    if (next.isEmpty()) {
      world.count(Counter.COMPLETED);
      end(context.completed(world.now()), Task.Purpose.TELL_COMPLETED, world);
      return;
    }
    stage++;
    stageFrom = steps.size();
    for (HandlerEntry entry : next.get().handlers()) {
      steps.add(new Step(steps.size(), stage, entry));
    }
    each(s -> s.index >= stageFrom, attempts::begin);
  }

  // ---- merge

  /** Merges the stage in hand; false if a step's result could not be taken. */
  private boolean merge(World world) {
    List<StageMerge.Contribution> contributions = contributions();
    if (contributions.isEmpty()) {
      return true;
    }
    long begin = world.precise();
    StageMerge.Result result =
        StageMerge.merge(
            context.envelope(),
            context.properties(),
            context.processed(),
            contributions,
            config.limits());
    context.mergeTook(world.precise() - begin);
    if (result instanceof StageMerge.Merged merged) {
      context.merged(merged);
      each(s -> s.index >= stageFrom, s -> s.changes = Changes.NONE);
      return true;
    }
    if (result instanceof StageMerge.Conflict conflict) {
      attempts.conflict(steps.get(conflict.culprit().index()), conflict.reason());
    } else {
      StageMerge.Rubbish rubbish = (StageMerge.Rubbish) result;
      attempts.rubbish(steps.get(rubbish.culprit().index()), rubbish.reason());
    }
    return false;
  }

  /** What the stage's handlers changed, and who else declared what; empty if none changed any. */
  private List<StageMerge.Contribution> contributions() {
    boolean changed = false;
    for (int i = stageFrom; i < steps.size() && !changed; i++) {
      changed = !steps.get(i).changes.isEmpty();
    }
    if (!changed) {
      return List.of();
    }
    List<StageMerge.Contribution> contributions = new ArrayList<>(4);
    for (Step step : steps.subList(stageFrom, steps.size())) {
      if (step.role == Role.PERFORM
          && (!step.changes.isEmpty() || step.entry.access().isPresent())) {
        contributions.add(
            new StageMerge.Contribution(
                step.index, step.entry.name(), step.entry.access(), step.changes));
      }
    }
    return contributions;
  }

  // ---- change of what is left

  /** Follows a handler's result that says what is left. */
  private void takeRevision(World world) {
    Optional<Object> text = context.properties().get(MessageProperties.REST);
    if (text.isPresent()) {
      context.dropProperty(MessageProperties.REST);
      Revision.parse(text.get(), reason -> refused(reason, world))
          .ifPresent(rest -> revise(rest, world));
    }
  }

  private void revise(Sequence rest, World world) {
    if (phase != Phase.RUNNING) {
      refused("the message has ended", world);
      return;
    }
    Optional<String> objection = Revision.objection(context.policy(), route, rest);
    if (objection.isPresent()) {
      refused(objection.get(), world);
    } else {
      context.note("after stage " + (stage + 1) + " it goes on with " + Revision.notation(rest));
      route.replace(rest);
    }
  }

  private void refused(String reason, World world) {
    world.count(Counter.CHANGES_REFUSED);
    context.note("change of the orchestration refused: " + reason);
  }

  // ---- backward recovery

  private void withdraw(Fault why, World world) {
    if (phase != Phase.RUNNING) {
      return;
    }
    if (why.code() == Fault.Code.CANCELLED && mustGoOn()) {
      context.note("the requester withdrew; a handler that must perform is left, so it goes on");
    } else {
      unwind(why, world);
    }
  }

  /** Whether anything is left that must perform. */
  private boolean mustGoOn() {
    return steps.stream().anyMatch(s -> !s.settled() && s.entry.mayHalt())
        || Constructs.anyHandler(route.rest(), HandlerEntry::mayHalt);
  }

  private void unwind(Fault why, World world) {
    fault = why;
    context.faulted(why);
    phase = Phase.UNWINDING;
    until = world.now() + config.timeToUnwind().toNanos();
    attempts.windDown();
    each(
        s -> !s.settled() && s.role == Role.PERFORM && s.state != State.UNDOING,
        s -> {
          boolean mayRun = s.state == State.SENT || s.state == State.AWAITING;
          if (!mayRun || s.entry.compensator().isEmpty()) {
            attempts.supersede(s);
          }
        });
  }

  /** One move of the unwinding; false if it has to wait for an event. */
  private boolean compensate(World world) {
    if (!settled(0)) {
      return false;
    }
    Optional<Step> next =
        steps.stream().filter(s -> s.toUndo).max(Comparator.comparingInt(s -> s.order));
    if (next.isPresent()) {
      attempts.undo(next.get());
    } else {
      halt(world);
    }
    return true;
  }

  private void halt(World world) {
    world.count(Counter.HALTED);
    end(context.halted(fault, world.now()), Task.Purpose.TELL_HALTED, world);
  }

  // ---- the end

  private void end(Outcome how, Task.Purpose purpose, World world) {
    outcome = Optional.of(how);
    phase = Phase.TELLING;
    until = world.now() + config.timeToUnwind().toNanos();
    context.ending(purpose);
    for (Step step : steps) {
      if (step.role == Role.PERFORM && step.entry.hearsEnd() && step.order > 0) {
        toTell = toTell.isEmpty() ? new ArrayList<>(4) : toTell;
        toTell.add(step);
      }
    }
    if (toTell.size() > 1) {
      toTell.sort(Comparator.comparingInt(s -> s.order));
    }
  }

  /** One move of the telling; false if it has to wait for an event. */
  private boolean tell() {
    if (!settled(0)) {
      return false;
    }
    if (toTell.isEmpty()) {
      phase = Phase.OVER;
    } else {
      attempts.tell(toTell.remove(toTell.size() - 1));
    }
    return true;
  }

  /** The time to unwind, or to tell, is over. */
  private void giveUp(World world) {
    if (phase == Phase.UNWINDING) {
      each(s -> !s.settled(), attempts::supersede);
      each(s -> s.toUndo, s -> notCompensated(s, world));
      halt(world);
    } else {
      toTell.forEach(s -> world.count(Counter.ENDS_UNHEARD));
      toTell = List.of();
      each(s -> !s.settled(), attempts::supersede);
    }
  }

  private void notCompensated(Step step, World world) {
    step.toUndo = false;
    world.count(Counter.COMPENSATIONS_FAILED);
    context.note("no time was left to compensate handler " + step);
  }

  private void abandon(Fault why, World world) {
    if (phase == Phase.RUNNING) {
      unwind(why, world);
    }
    if (phase == Phase.UNWINDING) {
      giveUp(world);
    }
    giveUp(world);
    phase = Phase.OVER;
  }

  private Fault deadlineFault() {
    String waitingFor =
        steps.stream()
            .filter(s -> !s.settled())
            .map(Step::toString)
            .collect(Collectors.joining(", "));
    return new Fault(
        Fault.Code.DEADLINE,
        "",
        "the message's deadline passed in stage " + (stage + 1) + ", waiting for " + waitingFor);
  }
}
