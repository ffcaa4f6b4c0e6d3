package org.dharch.core.node;

import java.util.Objects;
import org.dharch.core.message.Changes;

/**
 * How one task ended on its node.
 *
 * @param index the task's {@link Task#index()}
 * @param attempt the task's {@link Task#attempt()}
 * @param status how it ended
 * @param reason why, one line; empty if it performed
 * @param queueNanos how long it waited for its turn
 * @param runNanos how long it ran
 * @param changes what it changed; {@link Changes#NONE} unless it performed
 */
public record HandlerResult(
    int index,
    int attempt,
    Status status,
    String reason,
    long queueNanos,
    long runNanos,
    Changes changes) {

  /** How a task can end. */
  public enum Status {
    PERFORMED,
    /** The handler threw, or its result is not allowed. */
    FAILED,
    /** It did not get its turn within its time to start, and was not begun. */
    NOT_STARTED,
    /** It ran past its time to finish. */
    TIMED_OUT,
    /** The node does not host the handler, or is draining; it was not begun. */
    REFUSED
  }

  public HandlerResult {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(changes, "changes");
  }
}
