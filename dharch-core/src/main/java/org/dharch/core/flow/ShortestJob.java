package org.dharch.core.flow;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.dharch.core.spi.SelectionPolicy;
import org.dharch.core.spi.Waiting;

/**
 * Shortest job first, by learned sizes (seed 003, section 2). A message of the mean size is half
 * the ageing bound behind, one of no size not at all, one without end the whole: the curve is
 * {@code size / (size + mean)}, so messages that come together are in the order of their sizes
 * whatever those are, and the ageing bound says how much later a small one may come and still
 * overtake.
 *
 * @param meanNanos the mean size of all messages now; 0 if none has been seen
 */
record ShortestJob(Duration ageing, LongSupplier meanNanos) implements SelectionPolicy {
  @Override
  public long handicapNanos(Waiting message) {
    double size = message.sizeNanos();
    double mean = meanNanos.getAsLong();
    return size + mean <= 0 ? 0 : (long) (ageing.toNanos() * (size / (size + mean)));
  }
}
