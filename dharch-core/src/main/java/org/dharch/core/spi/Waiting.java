package org.dharch.core.spi;

/** A message that waits in IMQueue, for a {@link SelectionPolicy}. Times in nanoseconds. */
public interface Waiting {
  /** The arrival on the manager's clock. */
  long arrivedAt();

  /** The deadline on the manager's clock. */
  long deadlineAt();

  /** From 0, the least, to 9, the most urgent; 4 by default. */
  int priority();

  /** The group of the message, such as a client's name or an operation's. */
  String group();

  /** The estimated execution time. */
  long sizeNanos();
}
