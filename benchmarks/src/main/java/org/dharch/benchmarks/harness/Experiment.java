package org.dharch.benchmarks.harness;

/** The measuring part of a {@link Suite}. Used for one run, by one thread. */
public abstract class Experiment {
  /** The options and nodes of the run. */
  protected final SuiteRun run;

  /** Collects results and checks. */
  protected final SuiteReport report;

  /** Reports the progress. */
  protected final Progress progress;

  protected Experiment(SuiteRun run) {
    this.run = run;
    report = run.report();
    progress = run.progress();
  }

  /**
   * Measures, adds results and checks to the report, and reports the progress. Verifies the
   * answers; a wrong answer is an exception.
   *
   * @throws org.dharch.core.message.DHArchException if the suite cannot run on this machine
   * @throws Exception if the measurement fails
   */
  protected abstract void run() throws Exception;
}
