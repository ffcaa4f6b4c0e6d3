package org.dharch.benchmarks.harness;

import java.util.Locale;

/**
 * The share of the cores' time that this run did not use, from 0 to 1.
 *
 * @param others used by other processes, and by the kernel for them
 * @param stolen taken by other virtual machines on the same cores
 */
public record BackgroundLoad(double others, double stolen) {
  /** The limit above which a bound of a few percent cannot be checked. */
  static final double MAX_OTHERS = 0.1;

  static final double MAX_STOLEN = 0.05;

  /** Returns whether the load makes measurements meaningless. */
  public boolean tooMuch() {
    return others > MAX_OTHERS || stolen > MAX_STOLEN;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "others %.0f %%, stolen %.0f %%", 100 * others, 100 * stolen);
  }
}
