package org.dharch.benchmarks.harness;

import java.io.PrintWriter;

/** What a running suite works with. One thread. */
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

  /** Where results and checks go. */
  public SuiteReport report() {
    return report;
  }

  /** How far it is. */
  public Progress progress() {
    return progress;
  }

  /** Starts handler nodes where the environment wants them; closed after the suite. */
  public Nodes nodes() {
    return nodes;
  }

  /** Tells something to the person who watches. */
  public void say(String line) {
    out.println(line);
  }
}
