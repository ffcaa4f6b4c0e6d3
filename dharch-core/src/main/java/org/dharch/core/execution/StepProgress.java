package org.dharch.core.execution;

import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.wire.NodeId;

/**
 * The progress of a {@link Step}, for another incarnation of the manager.
 *
 * @param target the index of the step that it compensates or whose handler it notifies; otherwise
 *     its own
 * @param after {@link Step#after()}
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

  /** This step, to be begun again; its next attempt gets a new number. */
  StepProgress reset() {
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
