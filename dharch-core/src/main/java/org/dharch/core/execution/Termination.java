package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.execution.Step.State;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.wire.Task;

/**
 * The end of one message, from the moment when no further stage will begin. Pure, as {@link
 * Execution}, whose part it is; there is none as long as the message goes on.
 *
 * <p>A message that has to be halted is unwound (backward recovery, seed 000, section 3.3; seed
 * 002): what is still on its way and can be compensated is waited for, then every handler that
 * performed, or may have, and has a compensator is compensated, one after another in reverse order;
 * then the message is halted. The deadline does not bind the unwinding; {@link Timeouts#toUnwind()}
 * does.
 *
 * <p>After that, or when the message has completed, the handlers that asked to hear of the end are
 * told, one after another in reverse order; the gateway does not wait for that.
 */
final class Termination {
  private final MessageState state;
  private final Timeouts timeouts;
  private final Steps steps;
  private final Attempts attempts;

  private long until;

  /** Why the message is unwound; null if it has completed. */
  private Fault fault;

  /** The first to perform first. */
  private List<Step> toTell = List.of();

  private Optional<Outcome> outcome = Optional.empty();

  Termination(MessageState state, Timeouts timeouts, Steps steps, Attempts attempts) {
    this.state = state;
    this.timeouts = timeouts;
    this.steps = steps;
    this.attempts = attempts;
  }

  /** When unwinding, or telling, is given up. */
  long until() {
    return until;
  }

  /** How the message ended; once, when it has just been decided. */
  Optional<Outcome> takeOutcome() {
    Optional<Outcome> taken = outcome;
    outcome = Optional.empty();
    return taken;
  }

  private Environment environment() {
    return attempts.environment();
  }

  private long now() {
    return environment().now();
  }

  // ---- backward recovery

  /** The message may not go on, because of {@code why}. */
  void unwind(Fault why) {
    fault = why;
    state.faulted(why);
    until = now() + timeouts.toUnwind().toNanos();
    attempts.windDown();
    steps.each(
        s -> !s.settled() && s.role() == Role.PERFORM && !s.is(State.UNDOING),
        s -> {
          boolean mayRun = s.is(State.SENT) || s.is(State.AWAITING);
          if (!mayRun || s.entry().compensator().isEmpty()) {
            attempts.take(s, StepTrigger.SUPERSEDED);
          }
        });
  }

  /** Begins to compensate the latest that is left; false if none is. */
  boolean compensateNext() {
    Optional<Step> next =
        steps.stream().filter(Step::toUndo).max(Comparator.comparingInt(Step::order));
    next.ifPresent(attempts::compensate);
    return next.isPresent();
  }

  /** The message has been unwound. */
  void halt() {
    environment().count(Counter.HALTED);
    end(state.halted(fault, now()), Task.Purpose.TELL_HALTED);
  }

  /** The time to unwind is over: what is not compensated stays so. */
  void giveUpUnwinding() {
    supersedeAll();
    steps.each(
        Step::toUndo,
        s -> {
          s.undoBegun();
          environment().count(Counter.COMPENSATIONS_FAILED);
          state.note("no time was left to compensate handler " + s);
        });
    halt();
  }

  // ---- telling those that asked

  /** The message has been through all its stages. */
  void complete() {
    environment().count(Counter.COMPLETED);
    end(state.completed(now()), Task.Purpose.TELL_COMPLETED);
  }

  private void end(Outcome how, Task.Purpose purpose) {
    outcome = Optional.of(how);
    until = now() + timeouts.toUnwind().toNanos();
    state.ending(purpose);
    steps.each(
        s -> s.role() == Role.PERFORM && s.entry().notifyOnEnd() && s.order() > 0,
        s -> {
          toTell = toTell.isEmpty() ? new ArrayList<>(4) : toTell;
          toTell.add(s);
        });
    if (toTell.size() > 1) {
      toTell.sort(Comparator.comparingInt(Step::order));
    }
  }

  /** Begins to tell the latest that is left; false if none is. */
  boolean tellNext() {
    if (toTell.isEmpty()) {
      return false;
    }
    attempts.tell(toTell.remove(toTell.size() - 1));
    return true;
  }

  /** The time to tell is over: the others are not told. */
  void giveUpTelling() {
    toTell.forEach(s -> environment().count(Counter.END_NOTICE_LOST));
    toTell = List.of();
    supersedeAll();
  }

  private void supersedeAll() {
    steps.each(s -> !s.settled(), s -> attempts.take(s, StepTrigger.SUPERSEDED));
  }
}
