package org.dharch.core.execution;

import java.util.Set;
import org.dharch.core.execution.event.Environment;
import org.dharch.core.execution.recovery.RecoveryTable;
import org.dharch.core.message.Timeline;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;

/** Writes each attempt into the timeline of the message. */
final class AttemptTimeline {
  private static final Set<Status> NO_FAILURE =
      Set.of(Status.PERFORMED, Status.DEFERRED, Status.REFUSED);

  private final MessageState state;

  AttemptTimeline(MessageState state) {
    this.state = state;
  }

  /**
   * The node reported the end of the attempt.
   *
   * @param busySince for how long the node worked on later stages before it replied; nanoseconds
   */
  void answered(Step step, HandlerResult result, Environment environment, long busySince) {
    if (result.status() == Status.DEFERRED && !state.listsDeferred()) {
      return;
    }
    boolean ran = result.status() != Status.REFUSED;
    if (!ran && step.reroutes() > RecoveryTable.MAX_REROUTES) {
      return; // the timeline has enough rejections
    }
    log(
        step,
        state.since(environment.now() - busySince),
        ran ? result.queueNanos() : 0,
        result.runNanos(),
        word(result.status()));
    if (!NO_FAILURE.contains(result.status())) {
      environment.failed(step.node(), step.handler(), result);
      state.trace(step, result.trace());
    }
  }

  /** The attempt ends without a reply. */
  void unanswered(Step step, String how) {
    log(step, -1, 0, 0, how);
  }

  private static String word(Status status) {
    return switch (status) {
      case PERFORMED -> "performed";
      case FAILED -> "failed";
      case TIMED_OUT, NOT_STARTED -> "timed-out";
      case REFUSED -> "refused";
      case UNKNOWN -> "unknown";
      case DEFERRED -> "deferred";
    };
  }

  private void log(Step step, long received, long queueNanos, long runNanos, String result) {
    state.attempt(
        new Timeline.Attempt(
            step.stage(),
            step.handler(),
            step.node().toString(),
            step.attempt(),
            state.since(step.sentAt()),
            received,
            queueNanos,
            runNanos,
            result,
            step.index()));
  }
}
