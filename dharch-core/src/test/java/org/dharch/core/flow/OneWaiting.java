package org.dharch.core.flow;

import org.dharch.core.spi.Waiting;

/** A message that waits, as a test says. */
record OneWaiting(String group, long arrivedAt, long deadlineAt, long sizeNanos)
    implements Waiting {
  @Override
  public int priority() {
    return 4;
  }
}
