package org.dharch.core.spi;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The time that a waiting thread may stay awake. Parking and waking a thread takes tens of
 * microseconds, so spinning pays while the awaited event usually arrives within the budget. On one
 * core, or when events arrive more slowly, it does not. The caller ensures that one thread at a
 * time spins. Safe for any thread.
 */
public final class SpinBudget {
  private static final int WEIGHT = 8;
  private static final boolean SEVERAL_CORES = Runtime.getRuntime().availableProcessors() > 1;

  private final long nanos;
  private final AtomicLong usual;

  /**
   * Creates a budget of {@code nanos}; it counts as too small until {@link #came} shows otherwise.
   */
  public SpinBudget(long nanos) {
    this.nanos = nanos;
    this.usual = new AtomicLong(2 * nanos);
  }

  /** Whether the awaited event usually arrives within the budget. */
  public boolean isEnough() {
    return SEVERAL_CORES && usual.get() <= nanos;
  }

  /** Whether a wait that began at {@code since}, by the system's clock, is within the budget. */
  public boolean lasts(long since) {
    return System.nanoTime() - since < nanos;
  }

  /**
   * Records that the awaited event arrived now, after a wait that began, or could have begun, at
   * {@code since}.
   */
  public void came(long since) {
    long took = Math.min(WEIGHT * nanos, Math.max(0, System.nanoTime() - since));
    usual.updateAndGet(usually -> usually + (took - usually) / WEIGHT);
  }
}
