package org.dharch.core.flow;

import java.time.Duration;
import org.dharch.core.spi.SelectionPolicy;
import org.dharch.core.spi.Waiting;

/** In the order of arrival. */
final class FirstComeFirstServed implements SelectionPolicy {
  @Override
  public long handicapNanos(Waiting message) {
    return 0;
  }

  @Override
  public Duration ageing() {
    return Duration.ZERO;
  }
}
