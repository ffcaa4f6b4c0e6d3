package org.dharch.core.execution;

import java.util.List;
import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Environment;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.event.ExecutionView;
import org.dharch.core.execution.event.Timeouts;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.execution.stage.StageCursor;
import org.dharch.core.states.TransitionTable;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * Executes one message: takes {@link Event}s and returns {@link Effect}s. Pure: no thread, clock,
 * queue or socket inside; {@link Environment} answers its questions. The same code runs in
 * production and in a simulation. Not safe for several threads.
 *
 * <p>{@link MessageTable} has the transitions of the message, {@link StepTable} those of its steps.
 * {@link StageCursor} finds the next stage. Every handler of a stage becomes a {@link Step}; {@link
 * Attempts} places it on a node, and the steps of one node leave as one task batch. When every step
 * of the stage is settled, its changes are merged, and the next stage begins; its node may have
 * received it already ({@link SpeculativeStages}). After the last stage, or when a handler
 * responded, the message has ended.
 *
 * <p>A message halts when a required handler failed, its deadline passed, or it was withdrawn: see
 * {@link Termination}. If a sequence catches the fault, the message is restored to the begin of the
 * sequence ({@link ScopeCompensation}) and continues from there.
 */
public final class Execution {
  private final ExecutionState execution;
  private final Attempts attempts;
  private final Steps steps;
  private final MessageActions actions;

  private Execution(ExecutionState execution) {
    this.execution = execution;
    this.attempts = execution.attempts;
    this.steps = execution.steps;
    this.actions = new MessageActions(execution);
  }

  /** Returns the execution of a new message that has not been selected. */
  public static Execution of(MessageState state, Timeouts timeouts, Limits limits) {
    return new Execution(new ExecutionState(state, timeouts, limits, Optional.empty()));
  }

  /** Returns an execution that continues from the progress of an earlier incarnation. */
  public static Execution resumed(
      MessageState state, Timeouts timeouts, Limits limits, Progress earlier) {
    return new Execution(new ExecutionState(state, timeouts, limits, Optional.of(earlier)));
  }

  // ---- questions

  /** Whether nothing more will happen. */
  public boolean isOver() {
    return execution.phase == Phase.OVER;
  }

  public ExecutionView view() {
    return new ExecutionView(
        execution.phase.name(), execution.stage + 1, steps.views(), steps.toCompensate());
  }

  /** Whether an open step is on a node of this name. */
  public boolean isOn(String node) {
    return steps.stream().anyMatch(step -> !step.settled() && step.isOnNodeNamed(node));
  }

  /** The time until which its task batches are of use. */
  public long until() {
    return execution.termination == null
        ? execution.message.deadlineAt()
        : execution.termination.until();
  }

  /**
   * Whether {@code task} is still the attempt in flight. A oneway task is current after the end of
   * the message too.
   */
  public boolean isCurrent(NodeId node, Task task) {
    Step step = steps.get(task.index());
    return step.attempt() == task.attempt()
        && step.isOn(node)
        && (step.is(StepState.FIRED) || (step.is(StepState.SENT) && !isOver()));
  }

  /** Whether the step of this index has begun; a node may have a prefetched one earlier. */
  public boolean hasBegun(int index) {
    return index < steps.count() && !steps.get(index).is(StepState.NEW);
  }

  /** Whether this message waits until a node of this name returns. */
  public boolean awaits(String node) {
    return steps.stream().anyMatch(s -> s.is(StepState.AWAITING) && s.isOnNodeNamed(node));
  }

  /** The steps that wait for capacity although a node has some; for tests and checks. */
  public List<String> blockedDespiteCapacity(Environment environment) {
    attempts.in(environment);
    if (isOver()) {
      return List.of(); // it waits for the disk, to leave
    }
    return steps.stream().filter(attempts::isBlockedDespiteCapacity).map(Step::toString).toList();
  }

  /** The time of the next {@link Event.Tick} that it needs. */
  public long nextWake() {
    return Math.min(until(), steps.nextWake());
  }

  /** The progress now, for another incarnation of the manager. */
  public Progress progress(long now) {
    return execution.progress(
        switch (execution.suspendedIn.orElse(execution.phase)) {
          case WAITING, RUNNING, MERGING, CHOOSING, COMPENSATING_SCOPE -> Progress.Course.RUNNING;
          case COMPENSATING ->
              execution.termination.wasReported()
                  ? Progress.Course.FAILED_COMPENSATING
                  : Progress.Course.COMPENSATING;
          case NOTIFYING, OVER ->
              switch (execution.message.ending()) {
                case NOTIFY_COMPLETED -> Progress.Course.COMPLETED;
                case NOTIFY_ANSWERED -> Progress.Course.RESPONDED;
                case PERFORM, COMPENSATE, NOTIFY_FAILED -> Progress.Course.FAILED;
              };
        },
        now);
  }

  // ---- events

  /** Takes {@code event}; adds the effects that it requests to {@code effects}. */
  public void on(Event event, Environment environment, List<Effect> effects) {
    Phase before = execution.phase;
    attempts.in(environment);
    take(trigger(event), event);
    for (MessageTrigger move = move(); move != null; move = move()) {
      take(move, event);
    }
    attempts.flush(effects);
    execution.takeComputing().ifPresent(effects::add);
    if (execution.termination != null) {
      execution.termination.takeEnd().ifPresent(effects::add);
    }
    if (execution.phase == Phase.OVER && before != Phase.OVER) {
      effects.add(new Effect.Leave());
    }
  }

  /** Moves the message through its table. No other code changes its phase. */
  private void take(MessageTrigger on, Event event) {
    MessageTrigger trigger = on;
    while (trigger != null) {
      TransitionTable.Row<Phase, MessageTrigger, MessageTable.Action> row =
          MessageTable.TABLE.row(execution.phase, trigger);
      trigger = row.isTaken() ? row.action().take(actions, event) : null;
      execution.phase = row.target();
    }
  }

  private MessageTrigger trigger(Event event) {
    if (event instanceof Event.Result) {
      return MessageTrigger.STEPS; // the most frequent
    } else if (event instanceof Event.Selected) {
      return actions.selection();
    } else if (event instanceof Event.Withdrawn) {
      return MessageTrigger.WITHDRAWN;
    } else if (event instanceof Event.Revised) {
      return MessageTrigger.REVISED;
    } else if (event instanceof Event.Computed computed) {
      return execution.computed(computed);
    } else if (event instanceof Event.Broken) {
      return MessageTrigger.BROKEN;
    } else if (event instanceof Event.Abandoned) {
      return MessageTrigger.ABANDONED;
    } else if (event instanceof Event.Suspended) {
      return MessageTrigger.SUSPENDED;
    }
    boolean isTimeUp = event instanceof Event.Tick && execution.environment().now() >= until();
    return isTimeUp ? MessageTrigger.TIME_UP : MessageTrigger.STEPS;
  }

  /** The trigger that the message raises by itself; null if it waits for an event. */
  private MessageTrigger move() {
    return switch (execution.phase) {
      case WAITING, MERGING, CHOOSING, OVER -> null;
      case RUNNING -> stageMove();
      case COMPENSATING_SCOPE, NOTIFYING -> steps.settled() ? MessageTrigger.SETTLED : null;
      case COMPENSATING ->
          execution.termination.mayCompensateNext() ? MessageTrigger.SETTLED : null;
    };
  }

  private MessageTrigger stageMove() {
    Branching branching = execution.branching;
    Steps.Status status =
        branching == null
            ? steps.status(execution.stageFrom, execution.oneIsEnough)
            : branching.status(steps);
    return switch (status) {
      case FAILED -> actions.ends.failure();
      case SETTLED -> MessageTrigger.SETTLED;
      case OPEN ->
          branching != null && branching.settled(steps).isPresent()
              ? MessageTrigger.BRANCH_SETTLED
              : null;
    };
  }
}
