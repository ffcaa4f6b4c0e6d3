package org.dharch.core.flow;

import java.time.Duration;
import org.dharch.core.spi.SelectionPolicy;
import org.dharch.core.spi.Waiting;

/**
 * Shortest job first, by learned sizes (seed 003, section 2). Messages are compared with the mean
 * of those of their share that came before them; all are one share unless they are told apart, by
 * operation for example.
 *
 * <p>A message of the mean size is half the ageing bound behind, one of no size not at all, one
 * without end the whole. The curve rises strictly, so messages of a share that come together are in
 * the order of their sizes whatever those are, and the ageing bound says how much later a small one
 * may come and still overtake. It is steep at the mean because that is worth most: whatever the
 * order, the waiting times weighted by sizes add up to the same (Kleinrock's conservation law), so
 * with a small ageing bound the mean falls most if all below the mean are not behind and all above
 * it are.
 *
 * <p>Not safe for several threads.
 */
final class ShortestJob implements SelectionPolicy {
  private final Duration ageing;

  /** Of the messages that came, by share. */
  private final JobSizes came = new JobSizes();

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
      return 0; // nothing is known of any message yet
    }
    came.observed(message.group(), 0, size);
    double relative = (double) size / came.estimate(message.group()).meanNanos();
    return (long) (ageing.toNanos() * (1 - 1 / (1 + Math.pow(relative, 4))));
  }
}
