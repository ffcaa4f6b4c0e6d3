package org.dharch.benchmarks.harness;

import java.nio.file.Path;
import java.util.List;

/**
 * How a suite is to run.
 *
 * @param quick fewer and shorter rounds, so that the suite ends in some minutes at most
 * @param environment where its parts run; {@link Nodes} sees to that
 * @param hosts in environment lan: other machines; none: network namespaces on this one
 * @param out where the results go
 */
public record Options(
    boolean quick, BenchmarkEnvironment environment, List<String> hosts, Path out) {
  public Options {
    hosts = List.copyOf(hosts);
  }

  /**
   * How many rounds a full run has: {@code usual}, or fewer if the system property {@code
   * bench.rounds} says so.
   */
  public int rounds(int usual) {
    return Math.max(1, Math.min(usual, Integer.getInteger("bench.rounds", usual)));
  }

  /** One of two values. */
  public int choose(int ifQuick, int ifFull) {
    return quick ? ifQuick : ifFull;
  }
}
