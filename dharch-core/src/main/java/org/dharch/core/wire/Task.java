package org.dharch.core.wire;

import java.time.Duration;
import java.util.Objects;

/**
 * One handler's share of a {@link TaskBatch}.
 *
 * @param index the handler's place in the message's orchestration, counted through all stages
 * @param handler its name
 * @param attempt which attempt, from 1
 * @param oneway whether no reply is wanted
 * @param timeToStart how long it may wait for its turn on the node
 * @param timeToFinish how long it may run
 * @param stateful whether it must not perform twice for one message
 * @param completionCallback whether it will be told how the message ended
 * @param purpose what is wanted of the handler
 * @param after how many attempts the node's execution journal had taken, as its manager knew, when
 *     this one was first asked for ({@link NodeStatus#taken()}): it is none of those, so a node
 *     that has forgotten no later one knows whether it has begun it; -1 if its manager does not
 *     know that
 */
public record Task(
    int index,
    String handler,
    int attempt,
    boolean oneway,
    Duration timeToStart,
    Duration timeToFinish,
    boolean stateful,
    boolean completionCallback,
    Purpose purpose,
    long after) {

  /** What a node can do with a handler. */
  public enum Purpose {
    /** Have it perform. */
    PERFORM,
    /** Have it undo, as the compensator of another that performed. */
    COMPENSATE,
    /** Tell it that the message was completed. */
    NOTIFY_COMPLETED,
    /** Tell it that the message was halted. */
    NOTIFY_FAILED,
    /** Tell it that a handler answered the message. */
    NOTIFY_ANSWERED;

    /** Whether the handler does its own work, and is not merely told of something. */
    public boolean works() {
      return this == PERFORM || this == COMPENSATE;
    }
  }

  public Task {
    Objects.requireNonNull(handler, "handler");
    Objects.requireNonNull(timeToStart, "timeToStart");
    Objects.requireNonNull(timeToFinish, "timeToFinish");
    Objects.requireNonNull(purpose, "purpose");
  }

  /** A task of a stateless handler, to perform. */
  public Task(
      int index,
      String handler,
      int attempt,
      boolean oneway,
      Duration timeToStart,
      Duration timeToFinish) {
    this(
        index,
        handler,
        attempt,
        oneway,
        timeToStart,
        timeToFinish,
        false,
        false,
        Purpose.PERFORM,
        0);
  }
}
