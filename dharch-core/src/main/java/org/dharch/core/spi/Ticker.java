package org.dharch.core.spi;

/** The source of time, so that tests and the simulation can set it. Safe for any thread. */
@FunctionalInterface
public interface Ticker {
  /** The machine's monotonic clock. */
  Ticker SYSTEM = System::nanoTime;

  /** Nanoseconds since some fixed moment; never decreases. */
  long nanos();
}
