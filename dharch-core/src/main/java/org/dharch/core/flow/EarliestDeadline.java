package org.dharch.core.flow;

import java.time.Duration;
import org.dharch.core.spi.SelectionPolicy;
import org.dharch.core.spi.Waiting;

/** Orders by deadline; later deadlines are capped at the ageing bound. */
record EarliestDeadline(Duration ageing) implements SelectionPolicy {
  @Override
  public long handicapNanos(Waiting message) {
    return message.deadlineAt() - message.arrivedAt();
  }
}
