package org.dharch.core.flow;

import java.time.Duration;
import org.dharch.core.spi.SelectionPolicy;
import org.dharch.core.spi.Waiting;

/**
 * Shortest job first, by learned sizes (seed 003, section 2). Messages are compared with the mean
 * of earlier messages of their group; all are one group unless groups are distinguished, such as by
 * operation.
 *
 * <p>A message of the mean size has a handicap of half the ageing bound, one of size zero none, one
 * of infinite size the whole. The curve rises strictly, so messages of a group that arrive together
 * are ordered by size, and the ageing bound limits how much later a small one may arrive and still
 * overtake. It is steep at the mean because that gains most: in any order, the waiting times
 * weighted by sizes add up to the same (Kleinrock's conservation law). So with a small ageing bound
 * the mean falls most if all messages below the mean have no handicap and all above it have the
 * full one.
 *
 * <p>Not safe for several threads.
 */
final class ShortestJob implements SelectionPolicy {
  private final Duration ageing;

  /** Sizes of arrived messages, by group. */
  private final JobSizes arrived = new JobSizes();

  ShortestJob(Duration ageing) {
    this.ageing = ageing;
  }

  @Override
  public Duration ageing() {
    return ageing;
  }

  @Override
  public long handicapNanos(Waiting message) {
    long size = message.sizeNanos();
    if (size <= 0) {
      return 0; // no data yet
    }
    arrived.observed(message.group(), 0, size);
    double relative = (double) size / arrived.estimate(message.group()).meanNanos();
    return (long) (ageing.toNanos() * (1 - 1 / (1 + Math.pow(relative, 4))));
  }
}
