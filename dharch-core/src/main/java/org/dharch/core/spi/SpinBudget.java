package org.dharch.core.spi;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How long a thread that waits may stay awake for it. To be put to sleep and woken again takes tens
 * of microseconds; so while what it waits for has been coming within the budget, looking for it
 * that long is worth it. On one core, or when it comes more slowly, it is not. That one thread at a
 * time looks is its user's business. Safe for any thread.
 */
public final class SpinBudget {
  private static final int WEIGHT = 8;
  private static final boolean SEVERAL_CORES = Runtime.getRuntime().availableProcessors() > 1;

  private final long nanos;
  private final AtomicLong usual;

  /** A budget of {@code nanos}, which does not seem to be enough until {@link #came} says so. */
  public SpinBudget(long nanos) {
    this.nanos = nanos;
    this.usual = new AtomicLong(2 * nanos);
  }

  /** Whether what is waited for usually comes within the budget. */
  public boolean isEnough() {
    return SEVERAL_CORES && usual.get() <= nanos;
  }

  /** Whether there is some left for a wait that began at {@code since}, by the system's clock. */
  public boolean lasts(long since) {
    return System.nanoTime() - since < nanos;
  }

  /** What is waited for came now, where a wait for it began, or might have, at {@code since}. */
  public void came(long since) {
    long took = Math.min(WEIGHT * nanos, Math.max(0, System.nanoTime() - since));
    usual.updateAndGet(usually -> usually + (took - usually) / WEIGHT);
  }
}
