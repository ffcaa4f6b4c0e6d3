package org.dharch.benchmarks.harness;

/**
 * What went on beside a run.
 *
 * @param loadAverage the system's, of the minute before the run began; negative if it does not tell
 * @param before what others did in the second before it
 * @param during what they did while it ran
 */
public record Conditions(double loadAverage, BackgroundLoad before, BackgroundLoad during) {

  /** Whether the run says nothing about bounds. */
  public boolean tooBusy() {
    return during.tooMuch();
  }

  /** In one line. */
  public String text() {
    return "Beside the run: " + during + "; in the second before it: " + before + ".";
  }
}
