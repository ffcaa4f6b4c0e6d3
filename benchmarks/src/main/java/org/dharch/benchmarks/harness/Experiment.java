package org.dharch.benchmarks.harness;

/** The measuring part of a {@link Suite}: made for one run, used once, by one thread. */
public abstract class Experiment {
  /** What it works with: options, nodes. */
  protected final SuiteRun run;

  /** Where results and checks go. */
  protected final SuiteReport report;

  /** How far it is. */
  protected final Progress progress;

  protected Experiment(SuiteRun run) {
    this.run = run;
    report = run.report();
    progress = run.progress();
  }

  /**
   * Measures: adds results and checks to the report, and says how it gets on. Checks the answers
   * that it gets; a wrong one is an exception.
   *
   * @throws org.dharch.core.message.DHArchException if it cannot run here; says why
   * @throws Exception if it cannot measure
   */
  protected abstract void run() throws Exception;
}
