package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.execution.Step.State;
import org.dharch.core.execution.Step.Undo;
import org.dharch.core.message.Fault;

/**
 * Where a message that halts can be gone on with when it is replayed: at the stage that failed, on
 * the message as it was then. What performed before stays as it is, in that stage too; of it only
 * what did not perform, and what was undone, begins anew. A stateful attempt of which nobody knows
 * how far it got is asked for again and not begun anew, as after the end of a manager.
 *
 * <p>There is none if something of an earlier stage is undone, or if a handler that performed was
 * told that the message has halted: such a message begins at the beginning.
 */
final class ResumePoint {
  /** Revisions of what comes after a replay are past those of what was left to be undone before. */
  private static final long REPLAYED = 1L << 40;

  /** The steps as they were when it was decided to halt. */
  private final List<StepProgress> before;

  private final boolean isMerged;

  /**
   * The message as it is now.
   *
   * @param isMerged whether it has what the stage in hand changed, so that none of that can be done
   *     once more
   */
  ResumePoint(Steps steps, boolean isMerged) {
    before = steps.progress();
    this.isMerged = isMerged;
  }

  /**
   * How far the message is for its replay.
   *
   * @param end how far it is now that it has been unwound
   * @param why it halts
   */
  Optional<Progress> of(Progress end, Fault why) {
    List<StepProgress> steps = new ArrayList<>(end.steps().size());
    boolean keeps = end.stage() > 0;
    for (int i = 0; i < end.steps().size(); i++) {
      StepProgress now = end.steps().get(i);
      StepProgress was = i < before.size() ? before.get(i) : now;
      boolean isEarlier = isMerged || i < end.stageFrom();
      if (wasTold(now) || (isEarlier && was.undoing() != Undo.NOTHING)) {
        return Optional.empty();
      }
      StepProgress then = isEarlier ? now : again(was, now);
      keeps |= then.state() != State.NEW && then.role() == Role.PERFORM;
      steps.add(then);
    }
    return keeps ? Optional.of(end.replayed(steps, why, REPLAYED)) : Optional.empty();
  }

  private static boolean wasTold(StepProgress step) {
    return step.role() == Role.PERFORM && step.entry().notifyOnEnd() && step.order() > 0;
  }

  /** A step of the stage that failed. */
  private static StepProgress again(StepProgress was, StepProgress now) {
    if (now.role() != Role.PERFORM) {
      return now.state().settled() ? now : now.in(State.NEGLECTED);
    }
    boolean stands = was.state() == State.PERFORMED || was.state() == State.FIRED;
    if (stands && was.undoing() == Undo.NOTHING) {
      return was;
    }
    if (isUnknown(was)) {
      return was.in(State.AWAITING);
    }
    return isDoneWithout(was) ? was : now.anew();
  }

  /** Whether it performed, is stateful, and the message went on without its result for good. */
  private static boolean isDoneWithout(StepProgress was) {
    return was.state() == State.NEGLECTED
        && !was.entry().mayHalt()
        && was.order() > 0
        && was.entry().atomicity().stateful()
        && was.entry().compensator().isEmpty();
  }

  /** Whether nobody knows if it performed, its node may tell yet, and nothing of it is undone. */
  private static boolean isUnknown(StepProgress was) {
    if (!was.entry().atomicity().stateful()
        || was.entry().compensator().isPresent()
        || was.node().isEmpty()) {
      return false;
    }
    return switch (was.state()) {
      case SENT, AWAITING -> true;
      case FAILED, NEGLECTED ->
          was.order() > 0 && was.fault().filter(ResumePoint::isSilence).isPresent();
      case NEW, HELD, PAUSED, UNDOING, PERFORMED, FIRED -> false;
    };
  }

  private static boolean isSilence(Fault fault) {
    return fault.code() == Fault.Code.HANDLER_TIMED_OUT || fault.code() == Fault.Code.NOT_SERVED;
  }
}
