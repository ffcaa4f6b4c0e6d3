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
  private enum Phase {
    UNWINDING,
    TELLING,
    OVER
  }

  private final MessageState state;
  private final Timeouts timeouts;
  private final Steps steps;
  private final Attempts attempts;
  private Phase phase = Phase.TELLING;

  /** When unwinding, or telling, is given up. */
  private long until;

  /** Why the message is unwound; null if it has completed. */
  private Fault fault;

  private List<Step> toTell = List.of();
  private Optional<Outcome> outcome = Optional.empty();

  Termination(MessageState state, Timeouts timeouts, Steps steps, Attempts attempts) {
    this.state = state;
    this.timeouts = timeouts;
    this.steps = steps;
    this.attempts = attempts;
  }

  /** The message has been through all its stages. */
  void complete(Environment world) {
    world.count(Counter.COMPLETED);
    end(state.completed(world.now()), Task.Purpose.TELL_COMPLETED, world);
  }

  /** The message may not go on, because of {@code why}. */
  void unwind(Fault why, Environment world) {
    fault = why;
    state.faulted(why);
    phase = Phase.UNWINDING;
    until = world.now() + timeouts.toUnwind().toNanos();
    attempts.windDown();
    steps.each(
        s -> !s.settled() && s.role == Role.PERFORM && s.state != State.UNDOING,
        s -> {
          boolean mayRun = s.state == State.SENT || s.state == State.AWAITING;
          if (!mayRun || s.entry.compensator().isEmpty()) {
            attempts.supersede(s);
          }
        });
  }

  /** Whether nothing more will happen. */
  boolean isOver() {
    return phase == Phase.OVER;
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

  /** One move; false if it has to wait for an event. */
  boolean advance(Environment world) {
    if (phase == Phase.OVER || !steps.settled(0)) {
      return false;
    }
    if (phase == Phase.UNWINDING) {
      compensate(world);
    } else {
      tell();
    }
    return true;
  }

  // ---- backward recovery

  private void compensate(Environment world) {
    Optional<Step> next =
        steps.stream().filter(s -> s.toUndo).max(Comparator.comparingInt(s -> s.order));
    if (next.isPresent()) {
      attempts.undo(next.get());
    } else {
      halt(world);
    }
  }

  private void halt(Environment world) {
    world.count(Counter.HALTED);
    end(state.halted(fault, world.now()), Task.Purpose.TELL_HALTED, world);
  }

  // ---- who asked hears of it

  private void end(Outcome how, Task.Purpose purpose, Environment world) {
    outcome = Optional.of(how);
    phase = Phase.TELLING;
    until = world.now() + timeouts.toUnwind().toNanos();
    state.ending(purpose);
    steps.each(
        s -> s.role == Role.PERFORM && s.entry.hearsEnd() && s.order > 0,
        s -> {
          toTell = toTell.isEmpty() ? new ArrayList<>(4) : toTell;
          toTell.add(s);
        });
    if (toTell.size() > 1) {
      toTell.sort(Comparator.comparingInt(s -> s.order));
    }
  }

  private void tell() {
    if (toTell.isEmpty()) {
      phase = Phase.OVER;
    } else {
      attempts.tell(toTell.remove(toTell.size() - 1));
    }
  }

  // ---- what takes too long

  /** The time to unwind, or to tell, is over. */
  void giveUp(Environment world) {
    if (phase == Phase.UNWINDING) {
      steps.each(s -> !s.settled(), attempts::supersede);
      steps.each(s -> s.toUndo, s -> notCompensated(s, world));
      halt(world);
    } else {
      toTell.forEach(s -> world.count(Counter.ENDS_UNHEARD));
      toTell = List.of();
      steps.each(s -> !s.settled(), attempts::supersede);
    }
  }

  private void notCompensated(Step step, Environment world) {
    step.toUndo = false;
    world.count(Counter.COMPENSATIONS_FAILED);
    state.note("no time was left to compensate handler " + step);
  }

  /** Nobody can wait any longer. */
  void abandon(Environment world) {
    if (phase == Phase.UNWINDING) {
      giveUp(world);
    }
    giveUp(world);
    phase = Phase.OVER;
  }
}
