package org.dharch.core.execution;

import org.dharch.api.Changes;
import org.dharch.core.execution.event.Environment;
import org.dharch.core.execution.event.Environment.Release;
import org.dharch.core.execution.progress.Compensation;
import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.execution.recovery.AttemptEnd;
import org.dharch.core.execution.recovery.RecoveryTable;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.metrics.Counter;
import org.dharch.core.wire.HandlerResult;

/**
 * The actions of the step tables for events. An action sees the state before the transition, and
 * returns the trigger that follows at once.
 */
final class StepActions {
  private final Attempts attempts;
  private final MessageState state;
  private final Steps steps;
  private final Dispatch dispatch;
  private final RecoveryActions recovery;

  StepActions(Attempts attempts, MessageState state, Steps steps, Dispatch dispatch) {
    this.attempts = attempts;
    this.state = state;
    this.steps = steps;
    this.dispatch = dispatch;
    this.recovery = new RecoveryActions(attempts, state, steps, dispatch);
  }

  RecoveryActions recovery() {
    return recovery;
  }

  private Environment environment() {
    return attempts.environment();
  }

  private StepTrigger decide(Step step, AttemptEnd end, Fault.Code code, String reason) {
    return recovery.decide(step, end, new Fault(code, step.handler(), reason));
  }

  // ---- placement

  StepTrigger place(Step step) {
    return dispatch.place(step);
  }

  StepTrigger placeAgain(Step step) {
    step.wakeAt(Step.NEVER);
    if (step.owes()) {
      if (!environment().mayRepeat()) {
        return StepTrigger.OVER_BUDGET;
      }
      environment().repeated();
      step.owe(false);
    }
    return dispatch.place(step);
  }

  StepTrigger continueSpeculative(Step step, StepEvent.BegunSpeculatively event) {
    dispatch.continueSpeculative(step, event);
    return null;
  }

  void hold(Step step) {
    dispatch.hold(step);
  }

  StepTrigger notServed(Step step) {
    return recovery.decide(step, AttemptEnd.NOT_SERVED, dispatch.notServed(step));
  }

  StepTrigger noTime(Step step) {
    environment().count(Counter.NO_TIME_LEFT);
    return recovery.decide(step, AttemptEnd.NO_TIME, dispatch.noTime(step));
  }

  StepTrigger noCapacity(Step step) {
    environment().count(Counter.TIME_OUTS);
    if (dispatch.best(step).isEmpty()) {
      return recovery.decide(step, AttemptEnd.NO_CAPACITY, dispatch.notServed(step));
    }
    return decide(
        step,
        AttemptEnd.NO_CAPACITY,
        Fault.Code.HANDLER_TIMED_OUT,
        "no node had capacity for it in its timeToStart");
  }

  void resend(Step step) {
    if (step.forwardedBy() != null) {
      step.ask(); // the stages after it are not speculative any more
    }
    dispatch.sendAgain(step); // the node detects a duplicate
  }

  StepTrigger unsent(Step step) {
    if (step.is(StepState.SENT)) {
      dispatch.release(step, Release.WITHDRAWN);
    }
    return decide(step, AttemptEnd.NOT_SENT, Fault.Code.NOT_SERVED, "it could not be sent");
  }

  StepTrigger resendUnsent(Step step) {
    StepTrigger decision =
        decide(step, AttemptEnd.RESEND_NOT_SENT, Fault.Code.NOT_SERVED, "it could not be sent");
    if (decision != StepTrigger.WAIT) {
      dispatch.release(step, Release.WITHDRAWN);
    }
    return decision;
  }

  void onewayUnsent(Step step) {
    environment().count(Counter.SKIPPED);
    state.note("oneway handler '" + step.handler() + "' could not be sent");
  }

  // ---- replies

  void ignoreReply(Step step) {
    environment().count(Counter.RESULTS_IGNORED);
  }

  StepTrigger performed(Step step, HandlerResult result) {
    reply(step, result, Release.ANSWERED);
    step.changed(result.changes());
    environment().ran(step.handler(), result.runNanos());
    learnWays(step, result);
    step.reach(steps.nextReached());
    return null;
  }

  private void learnWays(Step step, HandlerResult result) {
    if (!step.isSpeculative() && step.asks() == 0) {
      long latency = environment().now() - step.sentAt() - dispatch.busySince();
      environment().roundTripTook(Math.max(0, latency - result.queueNanos() - result.runNanos()));
    }
  }

  StepTrigger compensatorPerformed(Step step, HandlerResult result) {
    reply(step, result, Release.ANSWERED);
    dispatch.emit(step, result.changes()); // only its emissions count
    environment().count(Counter.COMPENSATED);
    step.target().compensation(Compensation.NOTHING);
    state.note(
        "handler '" + step.target().handler() + "' was compensated by '" + step.handler() + "'");
    attempts.take(step.target(), StepTrigger.COMPENSATED);
    return null;
  }

  StepTrigger notified(Step step, HandlerResult result) {
    reply(step, result, Release.ANSWERED);
    dispatch.emit(step, result.changes()); // only its emissions count
    return null;
  }

  StepTrigger threw(Step step, HandlerResult result) {
    reply(step, result, Release.ANSWERED);
    Fault.Code code = Fault.Code.HANDLER_FAILED;
    return recovery.decide(
        step, AttemptEnd.THREW, new Fault(code, step.handler(), result.reason(), result.fault()));
  }

  StepTrigger deferred(Step step, HandlerResult result) {
    reply(step, result, Release.ANSWERED);
    return decide(
        step,
        AttemptEnd.DEFERRED,
        Fault.Code.HANDLER_FAILED,
        "it deferred the message, which has ended");
  }

  StepTrigger stale(Step step) {
    environment().count(Counter.RESULTS_IGNORED);
    dispatch.unanswered(step, "superseded");
    if (step.is(StepState.SENT)) {
      dispatch.release(step, Release.WITHDRAWN);
    }
    state.note("handler " + step + " had another version of the message; it is sent again");
    return decide(
        step,
        AttemptEnd.STALE,
        Fault.Code.HANDLER_FAILED,
        "it worked on another version of the message");
  }

  StepTrigger unknown(Step step, HandlerResult result) {
    reply(step, result, Release.UNANSWERED);
    return decide(step, AttemptEnd.UNKNOWN, Fault.Code.HANDLER_FAILED, result.reason());
  }

  StepTrigger timedOut(Step step, HandlerResult result) {
    reply(step, result, Release.UNANSWERED);
    environment().count(Counter.TIME_OUTS);
    return decide(step, AttemptEnd.UNKNOWN, Fault.Code.HANDLER_TIMED_OUT, result.reason());
  }

  StepTrigger notStarted(Step step, HandlerResult result) {
    reply(step, result, Release.UNANSWERED);
    environment().count(Counter.TIME_OUTS);
    return decide(step, AttemptEnd.NOT_STARTED, Fault.Code.HANDLER_TIMED_OUT, result.reason());
  }

  StepTrigger rejected(Step step, HandlerResult result) {
    reply(step, result, Release.UNANSWERED);
    return decide(step, AttemptEnd.REJECTED, Fault.Code.NOT_SERVED, result.reason());
  }

  private void reply(Step step, HandlerResult result, Release how) {
    environment().count(Counter.RESULTS_APPLIED);
    boolean repaired = step.forwardedBy() != null && step.asks() > 0;
    if (repaired && result.on() == Fingerprint.NONE) {
      environment()
          .forwardLost(step.forwardedBy()); // otherwise the forwarded message was only slow
    }
    if (step.is(StepState.SENT)) { // otherwise it was released before
      dispatch.release(step, how);
    }
    dispatch.answered(step, result);
  }

  // ---- no reply

  StepTrigger noReply(Step step) {
    if (isForwardMissing(step) && environment().mayRepeat()) {
      return StepTrigger.FORWARD_MISSING;
    }
    environment().count(Counter.TIME_OUTS);
    dispatch.unanswered(step, "timed-out");
    StepTrigger decision =
        decide(step, AttemptEnd.NO_REPLY, Fault.Code.HANDLER_TIMED_OUT, "no reply");
    if (decision != StepTrigger.ASK_AGAIN) {
      dispatch.release(step, Release.UNANSWERED);
    }
    return decision;
  }

  private boolean isForwardMissing(Step step) {
    return step.forwardedBy() != null
        && step.asks() == 0
        && environment().alive(step.node())
        && !attempts.isHalting();
  }

  StepTrigger nodeLost(Step step) {
    dispatch.unanswered(step, "lost");
    dispatch.release(step, Release.WITHDRAWN);
    boolean isLast =
        !step.entry().failures().atomicity().stateful() && !RecoveryActions.lossesLeft(step);
    return step.role() == StepRole.PERFORM && isLast
        ? decide(
            step,
            AttemptEnd.NODE_LOST,
            Fault.Code.HANDLER_FAILED,
            RecoveryTable.MAX_LOSSES + " nodes that had it were lost")
        : decide(step, AttemptEnd.NODE_LOST, Fault.Code.NOT_SERVED, "its node was lost");
  }

  StepTrigger nodeBack(Step step, StepEvent event) {
    step.follow(((StepEvent.NodeBack) event).node());
    dispatch.send(step);
    return null;
  }

  StepTrigger nodeStaysLost(Step step) {
    return decide(
        step,
        AttemptEnd.NODE_STAYS_LOST,
        Fault.Code.NOT_SERVED,
        "its node was lost and it is unknown whether it performed");
  }

  // ---- the merge

  StepTrigger unfit(Step step, String reason) {
    step.changed(Changes.NONE);
    return decide(
        step,
        AttemptEnd.UNFIT,
        Fault.Code.HANDLER_FAILED,
        "its result does not fit the message: " + reason);
  }

  StepTrigger conflict(Step step, String reason) {
    environment().count(Counter.CONFLICTS);
    step.changed(Changes.NONE);
    return decide(step, AttemptEnd.CONFLICT, Fault.Code.CONFLICT, reason);
  }

  // ---- the message gives the step up

  void supersede(Step step) {
    boolean mayHavePerformed = step.is(StepState.SENT) || step.is(StepState.AWAITING);
    if (mayHavePerformed && step.entry().failures().compensator().isPresent()) {
      recovery.recordPossibleEffect(step);
    }
    withdraw(step);
    step.recordFault(new Fault(Fault.Code.DEADLINE, step.handler(), "no time was left"));
  }

  void supersedeCompensator(Step step) {
    withdraw(step);
    step.recordFault(new Fault(Fault.Code.DEADLINE, step.handler(), "no time was left"));
    recovery.notCompensated(step);
  }

  void supersedeNotification(Step step) {
    withdraw(step);
    step.recordFault(new Fault(Fault.Code.DEADLINE, step.handler(), "no time was left"));
    recovery.notNotified(step);
  }

  void leaveBehind(Step step) {
    withdraw(step);
    if (step.is(StepState.FAILED)) {
      recovery.skip(step);
    }
    step.changed(Changes.NONE);
  }

  private void withdraw(Step step) {
    if (step.is(StepState.SENT)) {
      dispatch.unanswered(step, "superseded");
      dispatch.release(step, Release.WITHDRAWN);
    }
  }
}
