package org.dharch.core.execution;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.dharch.core.execution.progress.Compensation;
import org.dharch.core.execution.stage.StageCursor;
import org.dharch.core.message.Fault;

/**
 * Compensates a sequence that catches a fault. Waits for attempts that can be compensated, then
 * compensates the handlers one after another in reverse order, until the deadline. Pure.
 */
final class ScopeCompensation {
  private final Fault fault;
  private final StageCursor.Catch continuation;
  private final List<Step> inSequence;
  private final Attempts attempts;

  /**
   * Begins the compensation.
   *
   * @param fault the caught fault
   * @param continuation where the message continues
   */
  ScopeCompensation(Fault fault, StageCursor.Catch continuation, Steps steps, Attempts attempts) {
    this.fault = fault;
    this.continuation = continuation;
    this.inSequence = List.copyOf(steps.from(steps.indexOfPerforming(continuation.from())));
    this.attempts = attempts;
    attempts.beginHalt();
  }

  Fault fault() {
    return fault;
  }

  StageCursor.Catch continuation() {
    return continuation;
  }

  /** Begins to compensate the latest handler; false if none is left. */
  boolean compensateNext() {
    Optional<Step> next =
        inSequence.stream().filter(Step::toCompensate).max(Comparator.comparingInt(Step::order));
    next.ifPresent(attempts::compensate);
    return next.isPresent();
  }

  /** Whether no handler of the sequence has a compensation left. */
  boolean isComplete() {
    return inSequence.stream().allMatch(step -> step.compensation() == Compensation.NOTHING);
  }
}
