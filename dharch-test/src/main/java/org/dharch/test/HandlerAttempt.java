package org.dharch.test;

import java.time.Duration;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.Task;

/**
 * One attempt of one handler as its node answered it. Immutable.
 *
 * @param handler its name
 * @param node the name of the node that ran it
 * @param number which attempt, from 1
 * @param purpose {@code PERFORM}; {@code COMPENSATE} of a compensator; how a message ended that its
 *     handler is told of
 * @param status how it ended
 * @param reason why, one line; empty if it performed
 * @param trace where in its code it failed, or stood when its time was over; empty if nothing is
 *     known
 * @param changes what it changed; of a handler that is not native, what its adapter found changed
 * @param ran how long it ran
 * @param given the envelope that it was given; empty if its node had merged it itself, in a later
 *     stage of one visit
 */
public record HandlerAttempt(
    String handler,
    String node,
    int number,
    Task.Purpose purpose,
    HandlerResult.Status status,
    String reason,
    String trace,
    Changes changes,
    Duration ran,
    Optional<byte[]> given) {

  static HandlerAttempt of(String node, Task task, HandlerResult result, Optional<byte[]> given) {
    return new HandlerAttempt(
        task.handler(),
        node,
        task.attempt(),
        task.purpose(),
        result.status(),
        result.reason(),
        result.trace(),
        result.changes(),
        Duration.ofNanos(result.runNanos()),
        given);
  }

  /** Whether it did what it was to do. */
  public boolean performed() {
    return status == HandlerResult.Status.PERFORMED;
  }

  @Override
  public String toString() {
    String what = purpose == Task.Purpose.PERFORM ? "" : " (" + purpose + ")";
    String why = reason.isEmpty() ? "" : ": " + reason;
    String where = trace.isEmpty() ? "" : "\n" + trace.stripTrailing();
    return handler + what + ", attempt " + number + " on " + node + ", " + status + why + where;
  }
}
