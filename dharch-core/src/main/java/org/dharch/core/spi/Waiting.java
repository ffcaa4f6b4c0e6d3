package org.dharch.core.spi;

/** A message that waits in IMQueue, as a {@link SelectionPolicy} sees it. Times in nanoseconds. */
public interface Waiting {
  /** When it arrived, on the manager's clock. */
  long arrivedAt();

  /** When it must have ended. */
  long deadlineAt();

  /** From 0, the least, to 9, the most urgent; 4 if nothing says it. */
  int priority();

  /** Whose it is, where capacity is shared out: a client's name, an operation's. */
  String group();

  /** How long it will probably be in execution. */
  long sizeNanos();
}
