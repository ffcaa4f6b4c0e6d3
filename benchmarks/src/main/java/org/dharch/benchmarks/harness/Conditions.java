package org.dharch.benchmarks.harness;

/**
 * The load on the machine from other processes before and during a run.
 *
 * @param loadAverage the system's load average of the minute before the run; negative if unknown
 * @param before the background load of the second before the run
 * @param during the background load during the run
 */
public record Conditions(double loadAverage, BackgroundLoad before, BackgroundLoad during) {

  /** Returns whether the machine was too busy for the checks to count. */
  public boolean tooBusy() {
    return during.tooMuch();
  }

  /** Returns the conditions in one line. */
  public String text() {
    return "Background load during the run: "
        + during
        + "; in the second before it: "
        + before
        + ".";
  }
}
