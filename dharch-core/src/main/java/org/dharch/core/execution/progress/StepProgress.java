package org.dharch.core.execution.progress;

import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.wire.NodeId;

/**
 * The progress of a step, for another incarnation of the manager.
 *
 * @param fault why the latest attempt failed, if one did
 */
public record StepProgress(
    Subject subject,
    StepState state,
    Attempt attempt,
    Retries retries,
    Traces traces,
    Optional<Fault> fault) {

  /**
   * The work of the step.
   *
   * @param target the index of the step that it compensates or whose handler it notifies; otherwise
   *     its own
   */
  public record Subject(StepRole role, int stage, HandlerEntry entry, int target) {}

  /**
   * The latest attempt.
   *
   * @param node empty before the first attempt
   * @param incarnation of the manager that began it
   * @param after how many attempts the node had taken before it; -1 if not counted
   * @param number 0 before the first attempt
   * @param left nanoseconds after which it can have no further effect; {@link #UNLIMITED} if it is
   *     not in flight
   */
  public record Attempt(
      Optional<NodeId> node, long incarnation, long after, int number, long left) {
    public static final long UNLIMITED = -1;

    private Attempt waited(long nanos) {
      long now = left == UNLIMITED ? left : Math.max(0, left - nanos);
      return new Attempt(node, incarnation, after, number, now);
    }
  }

  /**
   * The retries so far.
   *
   * @param givenUp whether none is left, whatever the retry policy says
   */
  public record Retries(int failures, int reroutes, boolean givenUp) {
    static final Retries NONE = new Retries(0, 0, false);
  }

  /**
   * The effects of the handler.
   *
   * @param changes not merged yet
   * @param order the position in the order in which handlers performed; 0 if it did not
   */
  public record Traces(Changes changes, Compensation compensation, int order) {
    static final Traces NONE = new Traces(Changes.NONE, Compensation.NOTHING, 0);
  }

  public StepRole role() {
    return subject.role();
  }

  public HandlerEntry entry() {
    return subject.entry();
  }

  public Optional<NodeId> node() {
    return attempt.node();
  }

  public Compensation compensation() {
    return traces.compensation();
  }

  public int order() {
    return traces.order();
  }

  /** This step, after these nanoseconds without an event. */
  StepProgress waited(long nanos) {
    return new StepProgress(subject, state, attempt.waited(nanos), retries, traces, fault);
  }

  public StepProgress with(StepState value) {
    return new StepProgress(subject, value, attempt, retries, traces, fault);
  }

  StepProgress with(Compensation value) {
    Traces changed = new Traces(traces.changes(), value, traces.order());
    return new StepProgress(subject, state, attempt, retries, changed, fault);
  }

  /** This step, to be begun again; its next attempt gets a new number. */
  public StepProgress reset() {
    return new StepProgress(
        subject, StepState.NEW, attempt, Retries.NONE, Traces.NONE, Optional.empty());
  }
}
