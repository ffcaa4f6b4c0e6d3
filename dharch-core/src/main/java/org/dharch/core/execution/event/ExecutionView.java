package org.dharch.core.execution.event;

import java.util.List;
import java.util.Optional;
import org.dharch.core.message.Fault;
import org.dharch.core.wire.NodeId;

/**
 * A snapshot of an execution for observers. Immutable.
 *
 * @param phase WAITING, RUNNING, MERGING, CHOOSING, COMPENSATING_SCOPE, COMPENSATING, NOTIFYING or
 *     OVER
 * @param stage the current stage, from 1; 0 before the first
 * @param steps one for each begun handler, compensator and completion callback, in order of
 *     creation
 * @param toCompensate the handlers that would be compensated if the message halted now, in that
 *     order
 */
public record ExecutionView(
    String phase, int stage, List<StepView> steps, List<String> toCompensate) {
  public ExecutionView {
    steps = List.copyOf(steps);
    toCompensate = List.copyOf(toCompensate);
  }

  /**
   * One step.
   *
   * @param stage its stage, from 1
   * @param role PERFORM, COMPENSATE or NOTIFY
   * @param state NEW, HELD, SENT, PAUSED, AWAITING, COMPENSATING, PERFORMED, SKIPPED, FAILED or
   *     FIRED
   * @param node of the latest attempt, if there was one
   * @param attempt its number; 0 before the first
   * @param sentAt when it was sent, on the manager's clock; 0 before that
   * @param fault why the latest attempt failed, if one did
   */
  public record StepView(
      int stage,
      String handler,
      String role,
      String state,
      Optional<NodeId> node,
      int attempt,
      long sentAt,
      Optional<Fault> fault) {}
}
