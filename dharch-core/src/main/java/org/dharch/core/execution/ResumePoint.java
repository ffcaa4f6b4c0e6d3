package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.core.execution.Step.Compensation;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.message.Fault;

/**
 * Where a message that halts can be gone on with when it is replayed: at the stage that failed, on
 * the message as it was then. What performed before stays as it is, in that stage too; of it only
 * what did not perform, and what was compensated, begins anew. A stateful attempt of which nobody
 * knows how far it got is asked for again and not begun anew, as after the end of a manager.
 *
 * <p>Of a stage of branches each goes on where it was. One of whose earlier stages something is
 * compensated, or whose changes could not be joined, begins anew, on the message as it was before
 * all of them.
 *
 * <p>There is none if something of an earlier stage is compensated, if such a branch would do again
 * what a stateful handler did and nobody undid, or if a handler that performed was told that the
 * message has failed: such a message begins at the beginning.
 */
final class ResumePoint {
  /**
   * Revisions of what comes after a replay are past those of what was left to be compensated
   * before.
   */
  private static final long REPLAYED = 1L << 40;

  /** The steps as they were when it was decided to halt. */
  private final List<StepProgress> before;

  private final MessageVersion message;
  private final List<Branching.Branch> branches;
  private final boolean isMerged;

  /**
   * The message as it is now.
   *
   * @param message without the fault, of which only compensators are to know
   * @param branches of the stage in hand, which are not gone on with any more; empty if it has none
   * @param isMerged whether it has what the stage in hand changed, so that none of that can be done
   *     once more
   */
  ResumePoint(
      Steps steps, MessageVersion message, List<Branching.Branch> branches, boolean isMerged) {
    before = steps.progress();
    this.message = message;
    this.branches = branches;
    this.isMerged = isMerged;
  }

  /**
   * How far the message is for its replay.
   *
   * @param end how far it is now that it has been compensated
   * @param why it halts
   */
  Optional<Progress> of(Progress end, Fault why) {
    List<StepProgress> steps = new ArrayList<>(end.steps().size());
    for (int i = 0; i < end.steps().size(); i++) {
      StepProgress now = end.steps().get(i);
      StepProgress was = i < before.size() ? before.get(i) : now;
      boolean isEarlier = isMerged || i < end.stageFrom();
      if (wasNotified(now) || (isEarlier && was.compensation() != Compensation.NOTHING)) {
        return Optional.empty();
      }
      steps.add(isEarlier || isBehind(i) ? now : again(was, now));
    }
    List<BranchProgress> parts = new ArrayList<>();
    for (Branching.Branch branch : branches) {
      if (branch.isPlain()) { // all of it is the stage in hand
        parts.add(new BranchProgress(0, message));
      } else if (goesOn(branch)) {
        parts.add(branch.progress());
      } else if (isRepeatable(branch)) {
        steps.subList(branch.first(), branch.end()).replaceAll(StepProgress::anew);
        parts.add(new BranchProgress(0, message));
      } else {
        return Optional.empty();
      }
    }
    boolean keeps =
        end.stage() > 0
            || steps.stream().anyMatch(s -> s.state() != StepState.NEW && s.role() == Role.PERFORM);
    return keeps
        ? Optional.of(end.replayed(message, steps, parts, why, REPLAYED))
        : Optional.empty();
  }

  /** Whether this step is of an earlier stage of a branch that goes on. */
  private boolean isBehind(int index) {
    return branches.stream()
        .filter(b -> !b.isPlain())
        .anyMatch(b -> index >= b.first() && index < b.inHandFrom() && goesOn(b));
  }

  /** Whether all that its earlier stages did stands, and is in its message. */
  private boolean goesOn(Branching.Branch branch) {
    return before.subList(branch.first(), branch.inHandFrom()).stream()
        .allMatch(s -> s.compensation() == Compensation.NOTHING && s.state() != StepState.FAILED);
  }

  /** Whether nothing that its stateful handlers did stands, or may stand. */
  private boolean isRepeatable(Branching.Branch branch) {
    return before.subList(branch.first(), branch.end()).stream()
        .noneMatch(s -> isUnknown(s) || isDoneWithout(s) || (isStateful(s) && stands(s)));
  }

  private static boolean wasNotified(StepProgress step) {
    return step.role() == Role.PERFORM && step.entry().completionCallback() && step.order() > 0;
  }

  /** A step of the stage that failed. */
  private static StepProgress again(StepProgress was, StepProgress now) {
    if (now.role() != Role.PERFORM) {
      return now.state().settled() ? now : now.in(StepState.SKIPPED);
    }
    if (stands(was)) {
      return was;
    }
    if (isUnknown(was)) {
      return was.in(StepState.AWAITING);
    }
    return isDoneWithout(was) ? was : now.anew();
  }

  /** Whether it performed, and nothing compensates that. */
  private static boolean stands(StepProgress was) {
    boolean performed = was.state() == StepState.PERFORMED || was.state() == StepState.FIRED;
    return performed && was.compensation() == Compensation.NOTHING;
  }

  private static boolean isStateful(StepProgress was) {
    return was.entry().atomicity().stateful();
  }

  /** Whether it performed, is stateful, and the message went on without its result for good. */
  private static boolean isDoneWithout(StepProgress was) {
    return was.state() == StepState.SKIPPED
        && !was.entry().mayHalt()
        && was.order() > 0
        && isStateful(was)
        && was.entry().compensator().isEmpty();
  }

  /**
   * Whether nobody knows if it performed, its node may tell yet, and nothing of it is compensated.
   */
  private static boolean isUnknown(StepProgress was) {
    if (!isStateful(was) || was.entry().compensator().isPresent() || was.node().isEmpty()) {
      return false;
    }
    return switch (was.state()) {
      case SENT, AWAITING -> true;
      case FAILED, SKIPPED ->
          was.order() > 0 && was.fault().filter(ResumePoint::isSilence).isPresent();
      case NEW, HELD, PAUSED, COMPENSATING, PERFORMED, FIRED, PLACING, DECIDING -> false;
    };
  }

  private static boolean isSilence(Fault fault) {
    return fault.code() == Fault.Code.HANDLER_TIMED_OUT || fault.code() == Fault.Code.NOT_SERVED;
  }
}
