package org.dharch.core.execution;

import java.time.Duration;
import java.util.Optional;
import org.dharch.core.execution.event.Environment;
import org.dharch.core.execution.progress.Compensation;
import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.execution.recovery.AttemptEnd;
import org.dharch.core.execution.recovery.AttemptSubject;
import org.dharch.core.execution.recovery.Recovery;
import org.dharch.core.execution.recovery.RecoveryTable;
import org.dharch.core.message.Fault;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.wire.HandlerResult;

/** Asks {@link RecoveryTable} what follows a failed attempt, and carries out its decisions. */
final class RecoveryActions {
  /** The pause after a rejection by the only node, or by the transport. */
  private static final long UNSENT_PAUSE_NANOS = Duration.ofMillis(20).toNanos();

  /** How often that pause is doubled by BACK_OFF: up to 1.28 s. */
  private static final int MAX_DOUBLED = 6;

  private final Attempts attempts;
  private final MessageState state;
  private final Steps steps;
  private final Dispatch dispatch;

  RecoveryActions(Attempts attempts, MessageState state, Steps steps, Dispatch dispatch) {
    this.attempts = attempts;
    this.state = state;
    this.steps = steps;
    this.dispatch = dispatch;
  }

  private Environment environment() {
    return attempts.environment();
  }

  /**
   * Decides what follows the attempt.
   *
   * @param why recorded if the attempt is over; null keeps the fault of an earlier attempt
   */
  StepTrigger decide(Step step, AttemptEnd end, Fault why) {
    Atomicity atomicity = step.entry().failures().atomicity();
    AttemptSubject subject = AttemptSubject.of(step.role(), atomicity, attempts.isHalting());
    RecoveryTable.Bounds bounds = bounds(step, end);
    Recovery decision = RecoveryTable.decide(end, subject, bounds);
    boolean denied = decision != RecoveryTable.decide(end, subject, bounds.unlimited());
    if (denied) {
      environment().count(Counter.REPEATS_DENIED);
    }
    if (decision.endsAttempt()) {
      if (why != null) {
        step.recordFault(why);
      }
      if (denied) {
        step.owe(decision == Recovery.BACK_OFF);
        step.recordFault(notRepeated(step.fault(), "the retry budget is used up"));
      } else if (end.isFailure(atomicity) && hasRetries(step, end) && !bounds.retriesLeft()) {
        step.recordFault(notRepeated(step.fault(), "no time is left for it"));
      }
      if (end.isFailure(atomicity)) {
        step.countFailure();
      }
      if (end.mayHavePerformed(atomicity)) {
        recordPossibleEffect(step);
      }
    }
    return StepTrigger.of(decision);
  }

  private static Fault notRepeated(Fault why, String reason) {
    return new Fault(
        why.code(),
        why.handler(),
        why.reason() + "; not tried again, because " + reason,
        why.thrown());
  }

  /** Whether the handler may fail once more, regardless of the time left. */
  private static boolean hasRetries(Step step, AttemptEnd end) {
    return !step.givenUp() && failures(step, end) <= step.entry().failures().retry().retries();
  }

  private static int failures(Step step, AttemptEnd end) {
    return step.failures() + (end.isFailure(step.entry().failures().atomicity()) ? 1 : 0);
  }

  private RecoveryTable.Bounds bounds(Step step, AttemptEnd end) {
    boolean required = step.role() == StepRole.PERFORM && step.entry().isRequired();
    return new RecoveryTable.Bounds(
        required,
        required && state.isDurableOneWay(),
        hasRetries(step, end)
            && dispatch.isInTime(step, shortestPause(step.entry(), failures(step, end))),
        step.role() != StepRole.PERFORM || environment().mayRepeat(),
        step.reroutes() < RecoveryTable.MAX_REROUTES,
        lossesLeft(step),
        end == AttemptEnd.NO_REPLY
            && step.asks() < RecoveryTable.MAX_ASKS
            && environment().alive(step.node()),
        step.toCompensate() && !required);
  }

  /** Whether one more node may be lost during an attempt of the step. */
  static boolean lossesLeft(Step step) {
    return step.losses() + 1 < RecoveryTable.MAX_LOSSES;
  }

  /** The attempt may have changed something; the compensator is due if the message halts. */
  void recordPossibleEffect(Step step) {
    if (step.role() == StepRole.PERFORM) {
      step.reach(steps.nextReached());
    } else if (step.role() == StepRole.COMPENSATE) {
      step.target().compensation(Compensation.DOUBTFUL);
    }
  }

  // ---- try again

  void retry(Step step) {
    environment().count(Counter.RETRIES);
    repeated(step);
    state.note("handler " + step + " is tried again: " + step.fault().reason());
    long shortest = shortestPause(step.entry(), step.failures());
    step.wakeAt(environment().now() + (long) (shortest * (1 + environment().jitter())));
  }

  /** Half of the pause before the next attempt; the jitter adds up to as much. */
  private static long shortestPause(HandlerEntry entry, int failures) {
    return entry.failures().retry().pauseBefore(failures + 1).toNanos() / 2;
  }

  /** The retry budget covers neither compensation nor callbacks. */
  private void repeated(Step step) {
    if (step.role() == StepRole.PERFORM) {
      environment().repeated();
    }
  }

  void pauseShortly(Step step) {
    step.wakeAt(environment().now() + UNSENT_PAUSE_NANOS);
  }

  /** Waits for the retry budget. */
  void awaitBudget(Step step) {
    step.wakeAt(environment().now() + (UNSENT_PAUSE_NANOS << MAX_DOUBLED));
  }

  void atOnce(Step step) {
    step.allowReturn();
    step.wakeAt(environment().now());
  }

  StepTrigger defer(Step step, HandlerResult result) {
    environment().count(Counter.DEFERRED);
    dispatch.emit(step, result.changes());
    step.allowReturn();
    step.wakeAt(environment().now() + result.delay().toNanos());
    return null;
  }

  void backOff(Step step) {
    int rounds = step.owes() ? MAX_DOUBLED : step.reroutes() - RecoveryTable.MAX_REROUTES;
    if (rounds < MAX_DOUBLED) {
      step.countReroute();
    }
    environment().count(Counter.MOVED);
    step.wakeAt(environment().now() + (UNSENT_PAUSE_NANOS << rounds));
  }

  StepTrigger elsewhere(Step step, StepEvent event) {
    String reason =
        event instanceof StepEvent.Replied replied
            ? replied.result().reason()
            : "node " + step.node() + " was lost";
    boolean isLost = event.trigger() == StepTrigger.NODE_LOST;
    if (isLost) {
      step.countLoss();
    }
    if (!dispatch.isInTime(step, 0)) {
      step.wakeAt(Step.NEVER);
      return dispatch.place(step); // which says so
    }
    step.countReroute();
    repeated(step);
    environment().count(isLost ? Counter.REROUTED : Counter.MOVED);
    state.note("handler '" + step.handler() + "' leaves " + step.node() + ": " + reason);
    step.wakeAt(Step.NEVER);
    return dispatch.best(step).equals(Optional.of(step.node()))
        ? StepTrigger.NO_OTHER_NODE
        : dispatch.place(step);
  }

  // ---- ask the same node, or wait for it

  void askAgain(Step step) {
    step.ask();
    state.note("handler " + step + " is asked again for attempt " + step.attempt());
    dispatch.sendAgain(step);
  }

  void sendForwarded(Step step) {
    environment().count(Counter.FORWARDS_REPAIRED);
    repeated(step);
    step.ask();
    state.note(
        "handler " + step + " is sent the message that " + step.forwardedBy() + " did not forward");
    dispatch.sendAgain(step); // the node detects the duplicate if the forwarded message arrives
  }

  StepTrigger awaitNode(Step step, StepEvent event) {
    if (event.trigger() == StepTrigger.NODE_LOST) {
      state.note("handler " + step + " waits until its node returns");
    }
    return null;
  }

  /**
   * Waits for the node of a compensator: without limit if its journal may still have the result.
   */
  StepTrigger awaitNodeOfCompensator(Step step, StepEvent event) {
    if (step.node().journal().isPresent()) {
      step.wakeAt(Step.NEVER);
    } else if (event.trigger() == StepTrigger.RESUMED_STATEFUL) {
      awaitNodeAfterRestart(step);
    } else {
      step.wakeAt(environment().now() + dispatch.patience(step.entry()));
    }
    return awaitNode(step, event);
  }

  void atOnceAfterRestart(Step step) {
    step.wakeAt(environment().now());
  }

  /** Waits until the attempt can have no further effect, counted from the earlier incarnation. */
  void awaitNodeAfterRestart(Step step) {
    long left = Math.min(step.wakeAt(), dispatch.patience(step.entry()));
    step.wakeAt(environment().now() + left);
  }

  // ---- compensate, or give up

  void compensate(Step step) {
    attempts.compensate(step);
  }

  void discard(Step step) {
    step.giveUp();
    attempts.compensate(step);
  }

  void skip(Step step) {
    environment().count(Counter.SKIPPED);
    state.note("skipped: " + step.fault());
  }

  void notNotified(Step step) {
    environment().count(Counter.END_NOTICE_LOST);
  }

  void notCompensated(Step step) {
    environment().count(Counter.COMPENSATIONS_FAILED);
    if (step.target().compensation() == Compensation.BEGUN) {
      step.target().compensation(Compensation.LEFT);
    }
    state.note("handler '" + step.target().handler() + "' was not compensated: " + step.fault());
    attempts.take(step.target(), StepTrigger.NOT_COMPENSATED);
  }
}
