package org.dharch.core.flow;

import java.time.Duration;
import org.dharch.core.spi.SelectionPolicy;
import org.dharch.core.spi.Waiting;

/** By deadline; what is farther off than the ageing bound counts as that far. */
record EarliestDeadline(Duration ageing) implements SelectionPolicy {
  @Override
  public long handicapNanos(Waiting message) {
    return message.deadlineAt() - message.arrivedAt();
  }
}
