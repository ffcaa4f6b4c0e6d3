package org.dharch.core.execution;

import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.wire.NodeId;

/**
 * What is to be known of a {@link Step} in another life of its manager.
 *
 * @param target the index of the step for whose sake it is there; its own otherwise
 * @param after {@link Step#after()}; -1 if it was kept by a version that did not know that
 */
record StepProgress(
    Step.Role role,
    int stage,
    HandlerEntry entry,
    int target,
    StepState state,
    Optional<NodeId> node,
    long incarnation,
    long after,
    int attempt,
    int failures,
    int reroutes,
    Changes changes,
    Optional<Fault> fault,
    Step.Compensation compensation,
    boolean givenUp,
    int order) {

  /** The same in another state. */
  StepProgress in(StepState value) {
    return new StepProgress(
        role,
        stage,
        entry,
        target,
        value,
        node,
        incarnation,
        after,
        attempt,
        failures,
        reroutes,
        changes,
        fault,
        compensation,
        givenUp,
        order);
  }

  /** The same, to be begun anew; no attempt of it bears a number that one had. */
  StepProgress anew() {
    return new StepProgress(
        role,
        stage,
        entry,
        target,
        StepState.NEW,
        node,
        incarnation,
        after,
        attempt,
        0,
        0,
        Changes.NONE,
        Optional.empty(),
        Step.Compensation.NOTHING,
        false,
        0);
  }

  /** The same, but for where its undoing stands. */
  StepProgress compensation(Step.Compensation value) {
    return new StepProgress(
        role,
        stage,
        entry,
        target,
        state,
        node,
        incarnation,
        after,
        attempt,
        failures,
        reroutes,
        changes,
        fault,
        value,
        givenUp,
        order);
  }
}
