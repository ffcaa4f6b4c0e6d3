package org.dharch.benchmarks.harness;

import java.util.Locale;

/**
 * What the machine's cores did for others than this run, as shares of all their time, 0 to 1.
 *
 * @param others other processes, and the kernel for them
 * @param stolen by other virtual machines on the same cores
 */
public record BackgroundLoad(double others, double stolen) {
  /** On so busy a machine no bound of a few percent can be seen to hold or not. */
  static final double MOST_OTHERS = 0.1;

  static final double MOST_STOLEN = 0.05;

  /** Whether what is measured at the same time says nothing. */
  public boolean tooMuch() {
    return others > MOST_OTHERS || stolen > MOST_STOLEN;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "others %.0f %%, stolen %.0f %%", 100 * others, 100 * stolen);
  }
}
