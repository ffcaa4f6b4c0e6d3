package org.dharch.core.execution;

import java.util.List;
import org.dharch.api.Limits;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Environment;
import org.dharch.core.execution.event.Timeouts;
import org.dharch.core.execution.progress.Compensation;
import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.metrics.Counter;
import org.dharch.core.states.TransitionTable;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * Tracks the attempts of one message's steps: gives each event to the step that it concerns, and
 * moves the step through the table of its role. {@link Dispatch} places steps on nodes. Pure.
 *
 * <p>Each new attempt of a step has a new number. A result counts only if it carries the number of
 * the attempt in flight and was sent by its node. A counted result ends the attempt, so no result
 * is applied twice.
 */
final class Attempts {
  private final MessageState state;
  private final Steps steps;
  private final Dispatch dispatch;
  private final StepActions actions;
  private Environment environment;
  private boolean halting;

  Attempts(MessageState state, Timeouts timeouts, Limits limits, Steps steps, long entry) {
    this.state = state;
    this.steps = steps;
    this.dispatch = new Dispatch(state, timeouts, limits, steps, entry);
    this.actions = new StepActions(this, state, steps, dispatch);
  }

  /** Sets the environment of the current event. */
  void in(Environment value) {
    environment = value;
    dispatch.in(value);
  }

  Environment environment() {
    return environment;
  }

  /**
   * Stops retries of handlers, except compensators. Waits for attempts that can be compensated, and
   * gives up the others.
   */
  void beginHalt() {
    halting = true;
    steps.each(
        s -> !s.settled() && s.role() == StepRole.PERFORM && !s.is(StepState.COMPENSATING),
        s -> {
          boolean mayRun = s.is(StepState.SENT) || s.is(StepState.AWAITING);
          if (!mayRun || s.entry().failures().compensator().isEmpty()) {
            take(s, StepTrigger.SUPERSEDED);
          }
        });
  }

  /** Retries handlers again. */
  void cancelHalt() {
    halting = false;
  }

  /** Whether the message halts, or compensates a sequence: handlers are not retried. */
  boolean isHalting() {
    return halting;
  }

  void flush(List<Effect> effects) {
    dispatch.flush(effects);
  }

  /** Restores the message; steps sent before keep the message that they were sent with. */
  void restore(MessageVersion was) {
    dispatch.keepSends();
    state.restore(was);
  }

  /** Sends the emissions of a step whose changes are merged. */
  void emit(Step step) {
    dispatch.emit(step, step.changes());
  }

  /** Sets how long the node worked on later stages before it sent the current reply. */
  void busySince(long nanos) {
    dispatch.busySince(nanos);
  }

  Dispatch dispatch() {
    return dispatch;
  }

  boolean isBlockedDespiteCapacity(Step step) {
    return dispatch.isBlockedDespiteCapacity(step);
  }

  // ---- events

  /** Moves a step through its table. No other code changes the state of a step. */
  void take(Step step, StepEvent event) {
    TransitionTable<StepState, StepTrigger, StepTable.Action> table = StepTable.of(step.role());
    StepTrigger trigger = event.trigger();
    while (trigger != null) {
      TransitionTable.Row<StepState, StepTrigger, StepTable.Action> row =
          table.row(step.state(), trigger);
      trigger = row.isTaken() ? row.action().take(actions, step, event) : null;
      step.become(row.target());
    }
  }

  /** A reply counts only if it carries the attempt in flight and was sent by its node. */
  void replied(NodeId from, long incarnation, HandlerResult result) {
    Step step = result.index() < steps.count() ? steps.get(result.index()) : null;
    if (step == null
        || step.attempt() != result.attempt()
        || step.incarnation() != incarnation
        || !step.isOn(from)) {
      environment.count(Counter.RESULTS_IGNORED);
    } else if (result.on() != Fingerprint.NONE && result.on() != state.fingerprint()) {
      take(step, StepTrigger.REPLY_STALE);
    } else {
      take(step, new StepEvent.Replied(result));
    }
  }

  /** The transport did not take {@code task}. */
  void unsent(Task task) {
    Step step = steps.get(task.index());
    if (step.attempt() == task.attempt()) {
      step.countUnsent();
      take(step, step.isUnsent() ? StepTrigger.UNSENT : StepTrigger.RESEND_UNSENT);
    }
  }

  /** A node with the name of the step's node joined. */
  void nodeJoined(Step step, NodeId node) {
    if (step.is(StepState.AWAITING)) {
      take(
          step,
          node.remembers(step.node()) ? new StepEvent.NodeBack(node) : StepTrigger.NODE_REPLACED);
    }
  }

  /** Sets the branches of the current stage; null if it has none. */
  void branching(Branching of) {
    dispatch.branching(of);
  }

  /**
   * Continues the steps of an earlier incarnation of the manager.
   *
   * @param branching the branches of the current stage; null if it has none
   */
  void resume(Branching branching) {
    steps.each(
        s -> branching == null || !branching.isPending(s.index()),
        s -> {
          boolean isStateful = s.entry().failures().atomicity().stateful();
          take(s, isStateful ? StepTrigger.RESUMED_STATEFUL : StepTrigger.RESUMED);
          if (s.is(StepState.AWAITING)) {
            environment.named(s.node().name()).ifPresent(node -> nodeJoined(s, node));
          }
        });
  }

  /** Compensates the handler of {@code step}, which is settled: backward recovery. */
  void compensate(Step step) {
    step.compensation(Compensation.BEGUN);
    take(steps.add(StepRole.COMPENSATE, step), StepTrigger.BEGUN);
  }

  /** Notifies the handler of the step how the message ended. */
  void notifyEnd(Step step) {
    take(steps.add(StepRole.NOTIFY, step), StepTrigger.BEGUN);
  }
}
