package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.core.execution.progress.BranchProgress;
import org.dharch.core.execution.progress.Compensation;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.progress.StepProgress;
import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.message.Fault;

/**
 * Determines where the replay of a failed message continues: at the stage that failed, with the
 * message as it was then. Handlers keep their effects; only those that did not perform, or were
 * compensated, run again. A stateful attempt with an unknown end is asked for again, as after a
 * restart of the manager.
 *
 * <p>Each branch of that stage continues where it was. A branch begins again, with the message
 * before all branches, if a handler of one of its earlier stages was compensated or if its changes
 * could not be joined.
 *
 * <p>The replay begins with the first stage if a handler of an earlier stage was compensated, if
 * such a branch would repeat a stateful handler that is not compensated, or if a handler that
 * performed was notified of the failure.
 */
final class ResumePoint {
  /** Revisions after a replay exceed those of the earlier pending compensations. */
  private static final long REPLAYED = 1L << 40;

  /** The steps when the halt began. */
  private final List<StepProgress> before;

  private final MessageVersion message;
  private final List<Branching.Branch> branches;
  private final boolean isMerged;

  /**
   * The point at which the message halts.
   *
   * @param message without the fault, which is for compensators only
   * @param branches of the current stage, which do not change any more; empty if it has none
   * @param isMerged whether the message has the changes of the current stage, so that no handler of
   *     it may run again
   */
  ResumePoint(
      Steps steps,
      long now,
      MessageVersion message,
      List<Branching.Branch> branches,
      boolean isMerged) {
    before = steps.progress(now);
    this.message = message;
    this.branches = branches;
    this.isMerged = isMerged;
  }

  /**
   * The progress for the replay; empty if the replay begins with the first stage.
   *
   * @param end the progress after the compensation
   * @param why the fault of the message
   */
  Optional<Progress> of(Progress end, Fault why) {
    List<StepProgress> steps = new ArrayList<>(end.steps().size());
    for (int i = 0; i < end.steps().size(); i++) {
      StepProgress now = end.steps().get(i);
      StepProgress was = i < before.size() ? before.get(i) : now;
      boolean isEarlier = isMerged || i < end.position().stageFrom();
      if (wasNotified(now) || (isEarlier && was.compensation() != Compensation.NOTHING)) {
        return Optional.empty();
      }
      steps.add(isEarlier || isOfContinuedBranch(i) ? now : resumed(was, now));
    }
    List<BranchProgress> parts = new ArrayList<>();
    for (Branching.Branch branch : branches) {
      if (branch.isPlain()) { // its only stage is the current one
        parts.add(new BranchProgress(0, message));
      } else if (continues(branch)) {
        parts.add(branch.progress());
      } else if (isRepeatable(branch)) {
        steps.subList(branch.first(), branch.end()).replaceAll(StepProgress::reset);
        parts.add(new BranchProgress(0, message));
      } else {
        return Optional.empty();
      }
    }
    boolean keeps =
        end.position().stage() > 0
            || steps.stream()
                .anyMatch(s -> s.state() != StepState.NEW && s.role() == StepRole.PERFORM);
    return keeps
        ? Optional.of(end.replayed(message, steps, parts, why, REPLAYED))
        : Optional.empty();
  }

  /** Whether this step is of an earlier stage of a branch that continues. */
  private boolean isOfContinuedBranch(int index) {
    return branches.stream()
        .filter(b -> !b.isPlain())
        .anyMatch(b -> index >= b.first() && index < b.currentFrom() && continues(b));
  }

  /** Whether all handlers of its earlier stages keep their effects. */
  private boolean continues(Branching.Branch branch) {
    return before.subList(branch.first(), branch.currentFrom()).stream()
        .allMatch(s -> s.compensation() == Compensation.NOTHING && s.state() != StepState.FAILED);
  }

  /** Whether its stateful handlers have no effects that are not compensated. */
  private boolean isRepeatable(Branching.Branch branch) {
    return before.subList(branch.first(), branch.end()).stream()
        .noneMatch(
            s -> isUnknown(s) || isPerformedWithoutResult(s) || (isStateful(s) && isKept(s)));
  }

  private static boolean wasNotified(StepProgress step) {
    return step.role() == StepRole.PERFORM && step.entry().completionCallback() && step.order() > 0;
  }

  /** The progress of a step of the failed stage for the replay. */
  private static StepProgress resumed(StepProgress was, StepProgress now) {
    if (now.role() != StepRole.PERFORM) {
      return now.state().settled() ? now : now.with(StepState.SKIPPED);
    }
    if (isKept(was)) {
      return was;
    }
    if (isUnknown(was)) {
      return was.with(StepState.AWAITING);
    }
    return isPerformedWithoutResult(was) ? was : now.reset();
  }

  /** Whether it performed and is not compensated. */
  private static boolean isKept(StepProgress was) {
    boolean performed = was.state() == StepState.PERFORMED || was.state() == StepState.FIRED;
    return performed && was.compensation() == Compensation.NOTHING;
  }

  private static boolean isStateful(StepProgress was) {
    return was.entry().failures().atomicity().stateful();
  }

  /** Whether a stateful handler performed and the message continued without its result. */
  private static boolean isPerformedWithoutResult(StepProgress was) {
    return was.state() == StepState.SKIPPED
        && !was.entry().isRequired()
        && was.order() > 0
        && isStateful(was)
        && was.entry().failures().compensator().isEmpty();
  }

  /**
   * Whether it is unknown if the handler performed, its node may still know, and it has no
   * compensator.
   */
  private static boolean isUnknown(StepProgress was) {
    if (!isStateful(was)
        || was.entry().failures().compensator().isPresent()
        || was.node().isEmpty()) {
      return false;
    }
    return switch (was.state()) {
      case SENT, AWAITING -> true;
      case FAILED, SKIPPED ->
          was.order() > 0 && was.fault().filter(ResumePoint::isUnknownEnd).isPresent();
      case NEW, HELD, PAUSED, COMPENSATING, PERFORMED, FIRED, PLACING, DECIDING -> false;
    };
  }

  private static boolean isUnknownEnd(Fault fault) {
    return fault.code() == Fault.Code.HANDLER_TIMED_OUT || fault.code() == Fault.Code.NOT_SERVED;
  }
}
