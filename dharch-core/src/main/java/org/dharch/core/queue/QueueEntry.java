package org.dharch.core.queue;

import java.util.Comparator;
import org.dharch.core.context.DHMContext;
import org.dharch.core.spi.Waiting;

/**
 * A message's place in IMQueue. It is apart from the message because that is kept small: of a
 * hundred thousand in execution none waits any more. Written to under IMQueue's lock.
 */
public final class QueueEntry implements Waiting {
  /** By position, then by arrival. */
  static final Comparator<QueueEntry> BY_POSITION =
      Comparator.comparingLong((QueueEntry place) -> place.position)
          .thenComparingLong(place -> place.number);

  /** By when they may wait no longer. */
  static final Comparator<QueueEntry> BY_END =
      Comparator.comparingLong((QueueEntry place) -> place.until)
          .thenComparingLong(place -> place.number);

  final DHMContext message;
  private final int priority;
  private final long until;

  /** Whether it waits for nodes first. */
  private final boolean early;

  /** When its turn is, on the manager's clock; {@link #BY_POSITION} counts, not the clock. */
  long position;

  long number;

  /**
   * @param priority from 0 to 9
   * @param limitNanos how long it may wait, if its sender can still be rejected
   * @param early whether no node hosts its handlers, at a manager that has just started
   */
  public QueueEntry(DHMContext message, int priority, long limitNanos, boolean early) {
    this.message = message;
    this.priority = priority;
    this.early = early;
    this.until = // an accepted message is not rejected as busy any more
        message.submission().oneWay()
            ? message.deadlineAt()
            : Math.min(message.deadlineAt(), message.admittedAt() + limitNanos);
  }

  boolean isEarly() {
    return early;
  }

  /** When it may wait no longer: its deadline or the limit on waiting. */
  public long until() {
    return until;
  }

  @Override
  public long arrivedAt() {
    return message.admittedAt();
  }

  @Override
  public long deadlineAt() {
    return message.deadlineAt();
  }

  @Override
  public int priority() {
    return priority;
  }

  @Override
  public String group() {
    return message.group();
  }

  @Override
  public long sizeNanos() {
    return message.sizeNanos();
  }
}
