package org.dharch.benchmarks.harness;

import java.nio.file.Path;
import java.util.List;

/**
 * The options of a run.
 *
 * @param quick fewer and shorter rounds, so that the suite ends within minutes
 * @param environment where the parts run; {@link Nodes} implements it
 * @param hosts other machines for environment lan; empty for network namespaces on this machine
 * @param out the folder for the results
 */
public record Options(
    boolean quick, BenchmarkEnvironment environment, List<String> hosts, Path out) {
  public Options {
    hosts = List.copyOf(hosts);
  }

  /**
   * Returns the number of rounds of a full run: the system property {@code bench.rounds} if it is
   * lower than {@code usual}.
   */
  public int rounds(int usual) {
    return Math.max(1, Math.min(usual, Integer.getInteger("bench.rounds", usual)));
  }

  /** Returns {@code ifQuick} in a quick run, otherwise {@code ifFull}. */
  public int choose(int ifQuick, int ifFull) {
    return quick ? ifQuick : ifFull;
  }
}
