package org.dharch.core.node;

import java.time.Duration;
import java.util.Objects;

/**
 * One handler's share of a {@link Work}.
 *
 * @param index the handler's place in the message's orchestration, counted through all stages
 * @param handler its name
 * @param attempt which attempt, from 1
 * @param oneway whether no reply is wanted
 * @param timeToStart how long it may wait for its turn on the node
 * @param timeToFinish how long it may run
 */
public record Task(
    int index,
    String handler,
    int attempt,
    boolean oneway,
    Duration timeToStart,
    Duration timeToFinish) {
  public Task {
    Objects.requireNonNull(handler, "handler");
    Objects.requireNonNull(timeToStart, "timeToStart");
    Objects.requireNonNull(timeToFinish, "timeToFinish");
  }
}
