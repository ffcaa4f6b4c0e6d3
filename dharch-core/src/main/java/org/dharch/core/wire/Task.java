package org.dharch.core.wire;

import java.time.Duration;
import java.util.Objects;

/**
 * One handler's task in a {@link TaskBatch}.
 *
 * @param index the handler's index in the message's orchestration, counted through all stages
 * @param handler its name
 * @param attempt the number of the attempt, from 1
 * @param oneway whether no reply is expected
 * @param timeToStart how long it may wait on the node
 * @param timeToFinish how long it may run
 * @param stateful whether it must not perform twice for one message
 * @param completionCallback whether it will be notified of the message's end
 * @param purpose the purpose of the call
 * @param after the number of attempts in the node's execution journal, as known to the manager when
 *     it first sent this one ({@link NodeStatus#taken()}): this attempt is none of those, so a node
 *     that has forgotten no later one knows whether it has started it; -1 if unknown to the manager
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

  /** The purposes of a handler call. */
  public enum Purpose {
    /** Have it perform. */
    PERFORM,
    /** Have it undo, as the compensator of another that performed. */
    COMPENSATE,
    /** Notify it that the message has completed. */
    NOTIFY_COMPLETED,
    /** Notify it that the message has failed. */
    NOTIFY_FAILED,
    /** Notify it that a handler responded to the message. */
    NOTIFY_ANSWERED;

    /** Whether the handler does its own work, and is not only notified. */
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

  /** Returns a task of a stateless handler, to perform. */
  public static Task stateless(
      int index,
      String handler,
      int attempt,
      boolean oneway,
      Duration timeToStart,
      Duration timeToFinish) {
    return new Task(
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
