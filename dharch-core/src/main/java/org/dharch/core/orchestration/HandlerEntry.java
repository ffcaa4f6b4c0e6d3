package org.dharch.core.orchestration;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * One handler in a stage (seed 000, section 3.2). Immutable.
 *
 * @param name the name under which nodes host it
 * @param mustPerform whether its failure halts the message (true) or is neglected
 * @param oneway fire and forget: it delays nothing, changes nothing, its failure halts nothing
 * @param retry how a failed attempt is repeated
 * @param timeToStart how long it may wait for its turn on the node; the default if empty
 * @param timeToFinish how long one attempt may run; the default if empty
 */
public record HandlerEntry(
    String name,
    boolean mustPerform,
    boolean oneway,
    RetryPolicy retry,
    Optional<Duration> timeToStart,
    Optional<Duration> timeToFinish) {

  public HandlerEntry {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(retry, "retry");
    Objects.requireNonNull(timeToStart, "timeToStart");
    Objects.requireNonNull(timeToFinish, "timeToFinish");
  }

  /** A handler that must perform, waits for its reply, and is not retried. */
  public static HandlerEntry of(String name) {
    return new HandlerEntry(
        name, true, false, RetryPolicy.NONE, Optional.empty(), Optional.empty());
  }

  public HandlerEntry mustPerform(boolean value) {
    return new HandlerEntry(name, value, oneway, retry, timeToStart, timeToFinish);
  }

  public HandlerEntry oneway(boolean value) {
    return new HandlerEntry(name, mustPerform, value, retry, timeToStart, timeToFinish);
  }

  public HandlerEntry retry(RetryPolicy value) {
    return new HandlerEntry(name, mustPerform, oneway, value, timeToStart, timeToFinish);
  }

  public HandlerEntry timeToStart(Duration value) {
    return new HandlerEntry(name, mustPerform, oneway, retry, Optional.of(value), timeToFinish);
  }

  public HandlerEntry timeToFinish(Duration value) {
    return new HandlerEntry(name, mustPerform, oneway, retry, timeToStart, Optional.of(value));
  }
}
