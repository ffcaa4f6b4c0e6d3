package org.dharch.core.flow;

import java.time.Duration;
import org.dharch.core.spi.SelectionPolicy;
import org.dharch.core.spi.Waiting;

/** Orders by priority: each level below the highest adds a ninth of the ageing bound. */
record HighestPriority(Duration ageing) implements SelectionPolicy {
  private static final int HIGHEST = 9;

  @Override
  public long handicapNanos(Waiting message) {
    return ageing.toNanos() / HIGHEST * (HIGHEST - message.priority());
  }
}
