package org.dharch.core.execution;

import java.time.Duration;
import java.util.List;
import org.dharch.api.Limits;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.states.TransitionTable;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * Tracks the attempts of one message's steps: gives each event to the step that it concerns, and
 * moves the step through the table of its role. {@link Dispatch} places steps on nodes. Pure, as
 * {@link Execution}, whose part it is.
 *
 * <p>Each new attempt of a step has a new number. A result counts only if it carries the number of
 * the attempt in flight and comes from its node. A counted result ends the attempt, so no result is
 * applied twice.
 */
final class Attempts {
  /** How often a compensator that throws is tried again. */
  private static final RetryPolicy COMPENSATOR_RETRY =
      new RetryPolicy(3, Duration.ofMillis(50), Duration.ofSeconds(1));

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

  /** An event is in hand. */
  void in(Environment value) {
    environment = value;
    dispatch.in(value);
  }

  /** What the event in hand happens in. */
  Environment environment() {
    return environment;
  }

  /**
   * From now on no handler is tried again; compensators still are. What is on its way and can be
   * compensated is waited for, all else is given up.
   */
  void beginHalt() {
    halting = true;
    steps.each(
        s -> !s.settled() && s.role() == Role.PERFORM && !s.is(StepState.COMPENSATING),
        s -> {
          boolean mayRun = s.is(StepState.SENT) || s.is(StepState.AWAITING);
          if (!mayRun || s.entry().compensator().isEmpty()) {
            take(s, StepTrigger.SUPERSEDED);
          }
        });
  }

  /** The message goes on: handlers are tried again. */
  void cancelHalt() {
    halting = false;
  }

  /** Whether the message halts, or compensates a sequence: no handler is tried again. */
  boolean isHalting() {
    return halting;
  }

  /** What the event in hand has emitted comes first, and its task batches then. */
  void flush(List<Effect> effects) {
    dispatch.flush(effects);
  }

  /** The message goes back to what it was; what was sent of it before was of what it is now. */
  void restore(MessageVersion was) {
    dispatch.keepSends();
    state.restore(was);
  }

  /** What {@code step} changed is in the message: what it emits besides goes out. */
  void emit(Step step) {
    dispatch.emit(step, step.changes());
  }

  /** For how long its node has been busy with later stages since what is in hand had ended. */
  void busySince(long nanos) {
    dispatch.busySince(nanos);
  }

  /** Brings steps to nodes. */
  Dispatch dispatch() {
    return dispatch;
  }

  /** Whether {@code step} waits for room although there is some. */
  boolean isBlockedDespiteCapacity(Step step) {
    return dispatch.isBlockedDespiteCapacity(step);
  }

  // ---- what happens to a step

  /** Moves a step as its table says. No other code changes the state of a step. */
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

  /** A reply came; it counts only if it bears the attempt in flight and is from its node. */
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
      step.handBack();
      take(step, step.neverTaken() ? StepTrigger.UNSENT : StepTrigger.RESEND_UNSENT);
    }
  }

  /** A node of the name of the step's node joined. */
  void nodeJoined(Step step, NodeId node) {
    if (step.is(StepState.AWAITING)) {
      take(
          step,
          node.remembers(step.node()) ? new StepEvent.NodeBack(node) : StepTrigger.NODE_REPLACED);
    }
  }

  /** A stage is in hand that has these branches, or none: null. */
  void branching(Branching of) {
    dispatch.branching(of);
  }

  /**
   * Goes on with what an earlier life of the manager had begun.
   *
   * @param branching of the stage in hand; null if it has no branches
   */
  void resume(Branching branching) {
    steps.each(
        s -> branching == null || !branching.isToCome(s.index()),
        s -> {
          boolean isStateful = s.entry().atomicity().stateful();
          take(s, isStateful ? StepTrigger.RESUMED_STATEFUL : StepTrigger.RESUMED);
          if (s.is(StepState.AWAITING)) {
            environment.named(s.node().name()).ifPresent(node -> nodeJoined(s, node));
          }
        });
  }

  /** Has the handler of {@code step}, which is settled, compensated: backward recovery. */
  void compensate(Step step) {
    HandlerEntry compensator = compensator(step.entry());
    step.compensation(Step.Compensation.BEGUN);
    take(steps.add(Role.COMPENSATE, compensator, step), StepTrigger.BEGUN);
  }

  /** Notifies the handler of the step how the message ended. */
  void notifyEnd(Step step) {
    take(steps.add(Role.NOTIFY, notificationEntry(step.entry()), step), StepTrigger.BEGUN);
  }

  /** The entry of the compensator of a handler with this one. */
  static HandlerEntry compensator(HandlerEntry of) {
    return HandlerEntry.of(of.compensator().orElseThrow())
        .mustPerform(false)
        .atomicity(Atomicity.ATOMIC)
        .retry(COMPENSATOR_RETRY);
  }

  /** The entry of a completion callback. */
  static HandlerEntry notificationEntry(HandlerEntry of) {
    return HandlerEntry.of(of.name()).mustPerform(false);
  }
}
