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
   * How long before its arrival others must have come to be surely before it.
   *
   * @return nanoseconds; less than zero counts as zero, more than {@link #ageing} as that
   */
  long handicapNanos(Waiting message);

  /** The upper bound of all handicaps, and so of the unfairness. */
  Duration ageing();

  /**
   * How many of all slots, or of all places to wait in, the share of {@code message} may hold: at
   * once that many, rounded up, and of slots that many on average. If it holds so many slots, or
   * has held more than that, when the message would be next, others are selected before it, until
   * it has waited for {@link #ageing} or nothing else is in execution; if it holds so many places,
   * it is refused.
   *
   * @param all how many there are
   * @param nowNanos the manager's clock
   * @return all of them unless a policy says otherwise; more than 0
   */
  default double part(Waiting message, int all, long nowNanos) {
    return all;
  }
}
