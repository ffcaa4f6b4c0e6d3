package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Environment;
import org.dharch.core.execution.event.Timeouts;
import org.dharch.core.execution.progress.Compensation;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.wire.Task;

/**
 * Ends one message, after its last stage has begun. Pure.
 *
 * <p>A message that halts is compensated (backward recovery, seed 000, section 3.3; seed 002): the
 * execution waits for attempts that can be compensated, then compensates every handler that
 * performed or may have, one after another in reverse order. {@link Timeouts#toCompensate()} bounds
 * the compensation, not the deadline.
 *
 * <p>After the end, handlers with a completion callback are notified, one after another in reverse
 * order; the gateway does not wait for that.
 */
final class Termination {
  private final MessageState state;
  private final Timeouts timeouts;
  private final Steps steps;
  private final Attempts attempts;

  private long until;

  /** Why the message halts; null if it ended well. */
  private Fault fault;

  /** In the order in which they performed. */
  private List<Step> toNotify = List.of();

  /** The progress after the end. */
  private final Supplier<Progress> progress;

  /** Whether the gateway got the outcome in an earlier incarnation of the manager. */
  private boolean reported;

  /** Compensators that do not block others: their nodes did not return in an earlier round. */
  private List<Step> bypassed = List.of();

  private Optional<Effect.End> end = Optional.empty();

  /** Null if a replay begins with the first stage. */
  private ResumePoint resumePoint;

  Termination(
      MessageState state,
      Timeouts timeouts,
      Steps steps,
      Attempts attempts,
      Supplier<Progress> progress) {
    this.state = state;
    this.timeouts = timeouts;
    this.steps = steps;
    this.attempts = attempts;
    this.progress = progress;
  }

  /** When the compensation, or the notification, is given up. */
  long until() {
    return until;
  }

  /** Returns the outcome once. */
  Optional<Effect.End> takeEnd() {
    Optional<Effect.End> taken = end;
    end = Optional.empty();
    return taken;
  }

  /** Why the message halts; empty if it ended well. */
  Optional<Fault> fault() {
    return Optional.ofNullable(fault);
  }

  /** Whether the gateway got the outcome before. */
  boolean wasReported() {
    return reported;
  }

  private Environment environment() {
    return attempts.environment();
  }

  private long now() {
    return environment().now();
  }

  // ---- backward recovery

  void resumableAt(ResumePoint point) {
    resumePoint = point;
  }

  void compensateAll(Fault why) {
    fault = why;
    state.setFault(why);
    beginCompensation();
  }

  private void beginCompensation() {
    until = now() + timeouts.toCompensate().toNanos();
    attempts.beginHalt();
  }

  /** Continues what an earlier incarnation of the manager began. */
  void resume(Progress was) {
    fault = was.fault().orElse(null);
    reported = was.course() != Progress.Course.COMPENSATING;
    if (was.course() == Progress.Course.COMPLETED) {
      complete();
      return;
    } else if (was.course() == Progress.Course.RESPONDED) {
      respond();
      return;
    }
    beginCompensation();
    steps.each(
        s -> s.role() == StepRole.PERFORM && s.is(StepState.AWAITING),
        s -> until = Math.max(until, s.wakeAt() + timeouts.toCompensate().toNanos()));
    if (was.course() == Progress.Course.FAILED) {
      bypassed =
          steps.stream()
              .filter(s -> s.role() == StepRole.COMPENSATE && s.is(StepState.AWAITING))
              .filter(s -> s.wakeAt() > now())
              .toList();
    }
    steps.each(
        s -> s.compensation() == Compensation.LEFT,
        s -> s.compensation(Compensation.DUE)); // try once more
  }

  /**
   * Whether the next handler may be compensated. A compensator whose node is lost blocks the others
   * only for one compensation time.
   */
  boolean mayCompensateNext() {
    return bypassed.isEmpty() ? steps.settled() : steps.stream().allMatch(this::isBypassed);
  }

  private boolean isBypassed(Step step) {
    boolean isBypassedNode = step.is(StepState.AWAITING) && bypassed.contains(step);
    return step.settled()
        || isBypassedNode
        || step.is(StepState.COMPENSATING); // this one waits for another
  }

  /** Begins to compensate the latest handler; false if none is left. */
  boolean compensateNext() {
    Optional<Step> next =
        steps.stream().filter(Step::toCompensate).max(Comparator.comparingInt(Step::order));
    next.ifPresent(attempts::compensate);
    return next.isPresent();
  }

  /** The message is compensated as far as possible. */
  void halt() {
    Optional<Progress> pending = pending(); // includes awaited compensators
    supersedeAll();
    end(pending);
  }

  private void end(Optional<Progress> pending) {
    if (!reported) { // otherwise it is counted already
      environment().count(Counter.FAILED);
    }
    Optional<Progress> resume =
        Optional.ofNullable(resumePoint).flatMap(point -> point.of(progress.get(), fault));
    end(state.failed(fault, now()), pending, resume, Task.Purpose.NOTIFY_FAILED);
  }

  /** The progress if compensations are pending or doubtful. */
  private Optional<Progress> pending() {
    boolean any =
        steps.stream()
            .anyMatch(
                s ->
                    s.compensation() != Compensation.NOTHING
                        || (!s.settled()
                            && s.role() == StepRole.PERFORM
                            && s.entry().failures().compensator().isPresent()));
    return any ? Optional.of(progress.get()) : Optional.empty();
  }

  /** The time is over: open compensations stay pending. */
  void giveUpCompensation() {
    Optional<Progress> pending = pending(); // includes open attempts, which may still perform
    supersedeAll();
    steps.each(
        Step::toCompensate,
        s -> {
          s.compensation(Compensation.LEFT);
          environment().count(Counter.COMPENSATIONS_FAILED);
          state.note("no time was left to compensate handler " + s);
        });
    end(pending);
  }

  // ---- notification

  void complete() {
    environment().count(Counter.COMPLETED);
    end(
        state.completed(now()),
        pendingAfterSuccess(),
        Optional.empty(),
        Task.Purpose.NOTIFY_COMPLETED);
  }

  /** A handler responded: handlers keep their effects. */
  void respond() {
    environment().count(Counter.RESPONDED);
    end(
        state.responded(now()),
        pendingAfterSuccess(),
        Optional.empty(),
        Task.Purpose.NOTIFY_ANSWERED);
  }

  /** The pending compensations of a message that ended well: those of skipped handlers. */
  private Optional<Progress> pendingAfterSuccess() {
    return pending().map(Progress::completed).filter(Progress::isUnresolved);
  }

  /** The manager closes: the gateway gets an outcome, and the progress stays in the store. */
  void suspend(Fault why) {
    if (state.isEnded()) {
      giveUpNotifying();
    } else {
      end =
          Optional.of(
              new Effect.End(
                  state.failed(why, now()).staying(), Optional.empty(), Optional.empty()));
    }
  }

  private void end(
      Outcome how, Optional<Progress> pending, Optional<Progress> resume, Task.Purpose purpose) {
    end = Optional.of(new Effect.End(how, pending, resume));
    until = now() + timeouts.toCompensate().toNanos();
    state.ending(purpose);
    steps.each(
        s ->
            !reported
                && s.role() == StepRole.PERFORM
                && s.entry().completionCallback()
                && s.order() > 0,
        s -> {
          toNotify = toNotify.isEmpty() ? new ArrayList<>(4) : toNotify;
          toNotify.add(s);
        });
    if (toNotify.size() > 1) {
      toNotify.sort(Comparator.comparingInt(Step::order));
    }
  }

  /** Notifies the latest handler that is left; false if there is none. */
  boolean notifyNext() {
    if (toNotify.isEmpty()) {
      return false;
    }
    attempts.notifyEnd(toNotify.remove(toNotify.size() - 1));
    return true;
  }

  /** The time is over: the other handlers are not notified. */
  void giveUpNotifying() {
    toNotify.forEach(s -> environment().count(Counter.END_NOTICE_LOST));
    toNotify = List.of();
    supersedeAll();
  }

  private void supersedeAll() {
    steps.each(s -> !s.settled(), s -> attempts.take(s, StepTrigger.SUPERSEDED));
  }
}
