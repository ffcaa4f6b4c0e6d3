package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.wire.Task;

/**
 * The end of one message, from the moment when no further stage will begin. Pure, as {@link
 * Execution}, whose part it is; there is none as long as the message goes on.
 *
 * <p>A message that has to be halted is compensated (backward recovery, seed 000, section 3.3; seed
 * 002): what is still on its way and can be compensated is waited for, then every handler that
 * performed, or may have, and has a compensator is compensated, one after another in reverse order;
 * then the message is halted. The deadline does not bind the compensation; {@link
 * Timeouts#toCompensate()} does.
 *
 * <p>After that, or when the message has completed or was answered, the handlers that asked to hear
 * of the end are told, one after another in reverse order; the gateway does not wait for that.
 */
final class Termination {
  private final MessageState state;
  private final Timeouts timeouts;
  private final Steps steps;
  private final Attempts attempts;

  private long until;

  /** Why the message is compensated; null if it has completed, or was answered. */
  private Fault fault;

  /** The first to perform first. */
  private List<Step> toNotify = List.of();

  /** How far the message is, were it to be gone on with when its gateway has heard of its end. */
  private final Supplier<Progress> progress;

  /** Whether its gateway has heard of the end in an earlier life of the manager. */
  private boolean again;

  /** Compensators for whose nodes an earlier round has waited in vain. */
  private List<Step> passed = List.of();

  private Optional<Effect.End> end = Optional.empty();

  /** Null if a replay begins at the beginning. */
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

  /** When unwinding, or telling, is given up. */
  long until() {
    return until;
  }

  /** How the message ended; once, when it has just been decided. */
  Optional<Effect.End> takeEnd() {
    Optional<Effect.End> taken = end;
    end = Optional.empty();
    return taken;
  }

  /** Why the message may not go on; empty if it has completed, or was answered. */
  Optional<Fault> fault() {
    return Optional.ofNullable(fault);
  }

  /** Whether its gateway has heard of its end before. */
  boolean isAgain() {
    return again;
  }

  private Environment environment() {
    return attempts.environment();
  }

  private long now() {
    return environment().now();
  }

  // ---- backward recovery

  /** Once it has failed it can be gone on with there. */
  void resumableAt(ResumePoint point) {
    resumePoint = point;
  }

  /** The message may not go on, because of {@code why}. */
  void compensateAll(Fault why) {
    fault = why;
    state.faulted(why);
    beginCompensation();
  }

  private void beginCompensation() {
    until = now() + timeouts.toCompensate().toNanos();
    attempts.beginHalt();
  }

  /** Goes on with what an earlier life of the manager had begun. */
  void resume(Progress was) {
    fault = was.fault().orElse(null);
    again = was.course() != Progress.Course.COMPENSATING;
    if (was.course() == Progress.Course.COMPLETED) {
      complete();
      return;
    } else if (was.course() == Progress.Course.RESPONDED) {
      answer();
      return;
    }
    beginCompensation();
    if (was.course() == Progress.Course.FAILED) {
      passed =
          steps.stream()
              .filter(s -> s.role() == Role.COMPENSATE && s.is(StepState.AWAITING))
              .toList();
    }
    steps.each(
        s -> s.compensation() == Step.Compensation.LEFT,
        s -> s.compensation(Step.Compensation.DUE)); // once more
  }

  /**
   * Whether the next may be compensated. A compensator whose node is lost is waited for, but only
   * until the time to compensate is over: after that it keeps no other waiting.
   */
  boolean mayCompensateNext() {
    return passed.isEmpty() ? steps.settled() : steps.stream().allMatch(this::isPassed);
  }

  private boolean isPassed(Step step) {
    boolean inVain = step.is(StepState.AWAITING) && passed.contains(step);
    return step.settled()
        || inVain
        || step.is(StepState.COMPENSATING); // this one waits for another
  }

  /** Begins to compensate the latest that is left; false if none is. */
  boolean compensateNext() {
    Optional<Step> next =
        steps.stream().filter(Step::toCompensate).max(Comparator.comparingInt(Step::order));
    next.ifPresent(attempts::compensate);
    return next.isPresent();
  }

  /** The message has been compensated, as far as can be. */
  void halt() {
    Optional<Progress> left = left(); // with what is awaited
    supersedeAll();
    end(left);
  }

  private void end(Optional<Progress> left) {
    if (!this.again) { // it has ended before
      environment().count(Counter.FAILED);
    }
    Optional<Progress> again =
        Optional.ofNullable(resumePoint).flatMap(point -> point.of(progress.get(), fault));
    end(state.failed(fault, now()), left, again, Task.Purpose.NOTIFY_FAILED);
  }

  /** What is to be compensated yet, or nobody knows to be compensated. */
  private Optional<Progress> left() {
    boolean any =
        steps.stream()
            .anyMatch(
                s ->
                    s.compensation() != Step.Compensation.NOTHING
                        || (!s.settled()
                            && s.role() == Role.PERFORM
                            && s.entry().compensator().isPresent()));
    return any ? Optional.of(progress.get()) : Optional.empty();
  }

  /** The time to compensate is over: what is not compensated stays so. */
  void giveUpCompensation() {
    Optional<Progress> left = left(); // with what is under way, which may perform yet
    supersedeAll();
    steps.each(
        Step::toCompensate,
        s -> {
          s.compensation(Step.Compensation.LEFT);
          environment().count(Counter.COMPENSATIONS_FAILED);
          state.note("no time was left to compensate handler " + s);
        });
    end(left);
  }

  // ---- telling those that asked

  /** The message has been through all its stages. */
  void complete() {
    environment().count(Counter.COMPLETED);
    end(state.completed(now()), leftOfGood(), Optional.empty(), Task.Purpose.NOTIFY_COMPLETED);
  }

  /** A handler has answered the message, and so what was done for it stands. */
  void answer() {
    environment().count(Counter.RESPONDED);
    end(state.answered(now()), leftOfGood(), Optional.empty(), Task.Purpose.NOTIFY_ANSWERED);
  }

  /**
   * What is to be compensated yet although the message ended well: of handlers it went on without.
   */
  private Optional<Progress> leftOfGood() {
    return left().map(Progress::completed).filter(Progress::isUnresolved);
  }

  /** The manager closes: the gateway hears so, and all else stays as it is. */
  void suspend(Fault why) {
    if (state.isEnded()) {
      giveUpNotifying();
    } else {
      end = Optional.of(new Effect.End(state.failed(why, now()).staying(), Optional.empty()));
    }
  }

  private void end(
      Outcome how, Optional<Progress> left, Optional<Progress> anew, Task.Purpose purpose) {
    end = Optional.of(new Effect.End(how, left, anew));
    until = now() + timeouts.toCompensate().toNanos();
    state.ending(purpose);
    steps.each(
        s -> !again && s.role() == Role.PERFORM && s.entry().completionCallback() && s.order() > 0,
        s -> {
          toNotify = toNotify.isEmpty() ? new ArrayList<>(4) : toNotify;
          toNotify.add(s);
        });
    if (toNotify.size() > 1) {
      toNotify.sort(Comparator.comparingInt(Step::order));
    }
  }

  /** Begins to tell the latest that is left; false if none is. */
  boolean notifyNext() {
    if (toNotify.isEmpty()) {
      return false;
    }
    attempts.notifyEnd(toNotify.remove(toNotify.size() - 1));
    return true;
  }

  /** The time to tell is over: the others are not told. */
  void giveUpNotifying() {
    toNotify.forEach(s -> environment().count(Counter.END_NOTICE_LOST));
    toNotify = List.of();
    supersedeAll();
  }

  private void supersedeAll() {
    steps.each(s -> !s.settled(), s -> attempts.take(s, StepTrigger.SUPERSEDED));
  }
}
