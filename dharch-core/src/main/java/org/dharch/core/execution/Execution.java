package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.execution.Step.State;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * One message's way through its stages, as a state machine: takes {@link Event}s and answers with
 * {@link Effect}s. Pure: no thread, clock, queue or socket inside; what it needs of its
 * surroundings it asks of {@link Environment}. So the same code runs in production and in a
 * simulation.
 *
 * <p>How it works. {@link StageCursor} knows which stage comes next. Every handler of a stage
 * becomes a {@link Step}; {@link Attempts} places it on a node, and the steps of one node leave as
 * one work. A step is settled when it has performed, when its failure is neglected, or at once if
 * it is oneway. When every step of the stage is settled, what they changed is merged and the next
 * stage begins; after the last one the message is completed.
 *
 * <p>A message whose handler failed that must perform, whose deadline passed, or that was withdrawn
 * has to be halted; {@link Termination} is what happens then, and after the last stage.
 */
public final class Execution {
  /** How often one step may be moved to another node for no fault of its handler. */
  public static final int MAX_REROUTES = 16;

  /** How often a node is asked again for one attempt that it does not answer. */
  public static final int MAX_ASKS = 3;

  private final MessageState state;
  private final Timeouts timeouts;
  private final Limits limits;
  private final Steps steps = new Steps();
  private final Attempts attempts;

  /** Null until the message is selected. */
  private StageCursor route;

  /** The number of the stage in hand, from 0, and the first of its steps. */
  private int stage = -1;

  private int stageFrom;

  /** Null until no further stage will begin: there are many messages that have none. */
  private Termination ending;

  public Execution(MessageState state, Timeouts timeouts, Limits limits) {
    this.state = state;
    this.timeouts = timeouts;
    this.limits = limits;
    this.attempts = new Attempts(state, timeouts, steps);
  }

  /** Whether nothing more will happen. */
  public boolean isOver() {
    return ending != null && ending.isOver();
  }

  /** Until when the work that it sends is of use. */
  public long until() {
    return ending == null ? state.deadlineAt() : ending.until();
  }

  /** Whether {@code task} is still the attempt in flight, so that sending it makes sense. */
  public boolean wants(Task task) {
    Step step = steps.get(task.index());
    return !isOver()
        && step.attempt == task.attempt()
        && (step.state == State.SENT || step.state == State.FIRED);
  }

  /** Whether it matters to this message that {@code node} is lost. */
  public boolean uses(NodeId node) {
    return steps.stream().anyMatch(s -> s.state == State.SENT && s.node.equals(node));
  }

  /** Whether this message waits for a node of this name to come back. */
  public boolean awaits(String node) {
    return steps.stream().anyMatch(s -> s.state == State.AWAITING && s.node.name().equals(node));
  }

  /** When it wants a {@link Event.Tick} next. */
  public long nextWake() {
    return Math.min(until(), steps.nextWake());
  }

  /** Takes {@code event}; what is to be done about it is added to {@code effects}. */
  public void on(Event event, Environment world, List<Effect> effects) {
    if (isOver()) {
      return;
    }
    attempts.in(world);
    take(event, world);
    advance(world);
    attempts.flush(effects);
    if (ending != null) {
      ending.takeOutcome().ifPresent(o -> effects.add(new Effect.End(o)));
      if (ending.isOver()) {
        effects.add(new Effect.Leave());
      }
    }
  }

  private void take(Event event, Environment world) {
    if (event instanceof Event.Result e) {
      attempts.result(e.from(), e.result());
    } else if (event instanceof Event.Selected e) {
      state.selected(world.now());
      route = new StageCursor(state.orchestration().body());
      e.rest().ifPresent(rest -> revise(rest, world));
    } else if (event instanceof Event.Tick) {
      tick(world);
    } else if (event instanceof Event.NodeLost e) {
      steps.each(s -> s.state == State.SENT && s.node.equals(e.node()), attempts::nodeLost);
    } else if (event instanceof Event.NodeJoined e) {
      steps.each(
          s -> s.state == State.AWAITING && s.node.name().equals(e.node().name()),
          s -> attempts.nodeBack(s, e.node()));
    } else if (event instanceof Event.Room e) {
      steps.each(
          s -> s.state == State.HELD && s.entry.name().equals(e.handler()), attempts::placeAgain);
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

  private void tick(Environment world) {
    if (world.now() < until()) {
      steps.each(s -> s.wakeAt <= world.now(), attempts::wake);
    } else if (isRunning()) {
      unwind(deadlineFault(), world);
    } else if (ending != null) {
      ending.giveUp(world);
    }
  }

  private boolean isRunning() {
    return route != null && ending == null;
  }

  // ---- what follows from it

  private void advance(Environment world) {
    boolean more = true;
    while (more) {
      more = ending != null ? ending.advance(world) : isRunning() && run(world);
    }
  }

  /** One move of a running message; false if it has to wait for an event. */
  private boolean run(Environment world) {
    for (int i = stageFrom; i < steps.count(); i++) {
      if (steps.get(i).state == State.FAILED) {
        unwind(steps.get(i).fault, world);
        return true;
      }
    }
    if (!steps.settled(stageFrom)) {
      return false;
    }
    if (!merge(world)) {
      return true; // a result could not be taken: its step has failed, or is tried again
    }
    takeRevision(world);
    nextStage(world);
    return true;
  }

  private void nextStage(Environment world) {
    Optional<Stage> next;
    try {
      next = route.next(() -> new MessageView(state.envelope(), state.properties()));
    } catch (MalformedMessageException e) {
      unwind(new Fault(Fault.Code.MALFORMED, "", e.getMessage()), world);
      return;
    }
    if (next.isEmpty()) {
      Termination completion = new Termination(state, timeouts, steps, attempts);
      completion.complete(world);
      ending = completion;
      return;
    }
    stage++;
    stageFrom = steps.count();
    for (HandlerEntry entry : next.get().handlers()) {
      steps.add(stage, entry);
    }
    steps.longestFirst(stageFrom, world::usualNanos).forEach(attempts::begin);
  }

  // ---- merge

  /** Merges the stage in hand; false if a step's result could not be taken. */
  private boolean merge(Environment world) {
    List<StageMerge.Contribution> contributions = contributions();
    if (contributions.isEmpty()) {
      return true;
    }
    long begin = world.precise();
    StageMerge.Result result =
        StageMerge.merge(
            state.envelope(), state.properties(), state.processed(), contributions, limits);
    state.mergeTook(world.precise() - begin);
    if (result instanceof StageMerge.Merged merged) {
      state.merged(merged);
      steps.each(s -> s.index >= stageFrom, s -> s.changes = Changes.NONE);
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
    for (int i = stageFrom; i < steps.count() && !changed; i++) {
      changed = !steps.get(i).changes.isEmpty();
    }
    if (!changed) {
      return List.of();
    }
    List<StageMerge.Contribution> contributions = new ArrayList<>(4);
    for (Step step : steps.from(stageFrom)) {
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
  private void takeRevision(Environment world) {
    Optional<Object> text = state.properties().get(MessageProperties.REST);
    if (text.isPresent()) {
      state.dropProperty(MessageProperties.REST);
      Revision.parse(text.get(), reason -> refused(reason, world))
          .ifPresent(rest -> revise(rest, world));
    }
  }

  private void revise(Sequence rest, Environment world) {
    if (!isRunning()) {
      refused("the message has ended", world);
      return;
    }
    Optional<String> objection = Revision.objection(state.policy(), route, rest);
    if (objection.isPresent()) {
      refused(objection.get(), world);
    } else {
      state.note("after stage " + (stage + 1) + " it goes on with " + Revision.notation(rest));
      route.replace(rest);
    }
  }

  private void refused(String reason, Environment world) {
    world.count(Counter.CHANGES_REFUSED);
    state.note("change of the orchestration refused: " + reason);
  }

  // ---- the end

  private void withdraw(Fault why, Environment world) {
    if (!isRunning()) {
      return;
    }
    if (why.code() == Fault.Code.CANCELLED && mustGoOn()) {
      state.note("the requester withdrew; a handler that must perform is left, so it goes on");
    } else {
      unwind(why, world);
    }
  }

  /** Whether anything is left that must perform. */
  private boolean mustGoOn() {
    return steps.stream().anyMatch(s -> !s.settled() && s.entry.mayHalt())
        || Constructs.anyHandler(route.rest(), HandlerEntry::mayHalt);
  }

  private void unwind(Fault why, Environment world) {
    Termination unwinding = new Termination(state, timeouts, steps, attempts);
    unwinding.unwind(why, world);
    ending = unwinding;
  }

  private void abandon(Fault why, Environment world) {
    if (ending == null) {
      unwind(why, world);
    }
    ending.abandon(world);
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
