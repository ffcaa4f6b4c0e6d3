package org.dharch.test;

import java.time.Duration;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.Task;

/**
 * One attempt of one handler as its node reported it. Immutable.
 *
 * @param handler its name
 * @param node the name of the node that ran it
 * @param number the number of the attempt, from 1
 * @param purpose {@code PERFORM}; {@code COMPENSATE} of a compensator; the message's outcome for a
 *     completion callback
 * @param status how it ended
 * @param reason why, one line; empty if it performed
 * @param trace the stack trace of its failure, or of its position at the time-out; empty if unknown
 * @param changes its changes; for a handler that is not native, the changes that its adapter found
 * @param ran how long it ran
 * @param given the envelope that it received; empty if its node had merged it itself, in a later
 *     speculative stage
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
