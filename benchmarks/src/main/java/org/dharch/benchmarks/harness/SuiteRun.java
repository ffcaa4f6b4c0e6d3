package org.dharch.benchmarks.harness;

import java.io.PrintWriter;

/** The context of a running suite. One thread. */
public final class SuiteRun {
  private final Options options;
  private final SuiteReport report;
  private final Progress progress;
  private final Nodes nodes;
  private final PrintWriter out;

  SuiteRun(Options options, SuiteReport report, Progress progress, Nodes nodes, PrintWriter out) {
    this.options = options;
    this.report = report;
    this.progress = progress;
    this.nodes = nodes;
    this.out = out;
  }

  public Options options() {
    return options;
  }

  /** Returns the report, which collects results and checks. */
  public SuiteReport report() {
    return report;
  }

  /** Returns the progress display. */
  public Progress progress() {
    return progress;
  }

  /** Returns the node launcher, which is closed after the suite. */
  public Nodes nodes() {
    return nodes;
  }

  /** Prints a line for the user. */
  public void print(String line) {
    out.println(line);
  }
}
