package org.dharch.core.spi;

import java.time.Duration;

/**
 * Selects the next of the waiting messages (seed 000, section 3.2, MSThread; seed 003).
 *
 * <p>A policy assigns each message, once, at its arrival, a handicap: by how much it is put behind
 * later messages. Messages are selected by arrival plus handicap, in order of arrival for equal
 * sums. So a choice costs O(log n), and since no handicap is below zero or above {@link #ageing},
 * every policy ages in the same way: <em>no message is overtaken by one that arrived more than
 * {@code ageing} after it</em>. First come, first served is a handicap of zero for all. A policy
 * may also limit how many messages of one {@linkplain Waiting#group() group} execute, and wait, at
 * a time.
 *
 * <p>Called under IMQueue's lock, by one thread at a time; must be quick and must not throw.
 */
public interface SelectionPolicy {

  /**
   * By how much the message is put behind later ones.
   *
   * @return nanoseconds; limited to zero and {@link #ageing}
   */
  long handicapNanos(Waiting message);

  /** The upper bound of all handicaps. */
  Duration ageing();

  /**
   * The number of slots, or of queue places, that the group of {@code message} may hold: at any
   * time this number, rounded up, and slots on average. If it exceeds its slots when the message
   * would be next, others are selected before it, until it has waited for {@link #ageing} or
   * nothing else is executing. If it exceeds its places, it is rejected.
   *
   * @param all the total number
   * @param nowNanos the manager's clock
   * @return by default all of them; more than 0
   */
  default double part(Waiting message, int all, long nowNanos) {
    return all;
  }
}
