package org.dharch.core.execution;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.dharch.core.message.Fault;

/**
 * The way back to where a sequence began that catches a fault: what is on its way in it and can be
 * compensated is waited for, and then what its handlers did is compensated, one after another in
 * reverse order, as when a message is compensated; the deadline bounds it. Pure, as {@link
 * Execution}, whose part it is.
 */
final class ScopeCompensation {
  private final Fault fault;
  private final StageCursor.Catch way;
  private final List<Step> inSequence;
  private final Attempts attempts;

  /**
   * Begins it.
   *
   * @param fault why
   * @param way where it leads to
   */
  ScopeCompensation(Fault fault, StageCursor.Catch way, Steps steps, Attempts attempts) {
    this.fault = fault;
    this.way = way;
    this.inSequence = List.copyOf(steps.from(steps.indexOfPerforming(way.from())));
    this.attempts = attempts;
    attempts.beginHalt();
  }

  Fault fault() {
    return fault;
  }

  StageCursor.Catch way() {
    return way;
  }

  /** Begins to compensate the latest that is left; false if none is. */
  boolean compensateNext() {
    Optional<Step> next =
        inSequence.stream().filter(Step::toCompensate).max(Comparator.comparingInt(Step::order));
    next.ifPresent(attempts::compensate);
    return next.isPresent();
  }

  /** Whether nothing of the sequence stands that can be compensated. */
  boolean isComplete() {
    return inSequence.stream().allMatch(step -> step.compensation() == Step.Compensation.NOTHING);
  }
}
