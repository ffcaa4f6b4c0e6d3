package org.dharch.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * Runs the suites of {@code dharch bench}; found by {@link java.util.ServiceLoader}, so that the
 * command line depends on no benchmark. Not thread-safe.
 */
public interface Benchmarks {
  /**
   * A request for a measurement.
   *
   * @param suite the suite's name
   * @param environment multicore, lan, single-cpu or wan
   * @param hosts in environment lan: the hosts on which nodes are started over ssh; empty for this
   *     machine, each node in a network namespace
   * @param quick fewer and shorter rounds, some minutes at most
   * @param out the folder of the results; created if it does not exist
   */
  record Request(String suite, String environment, List<String> hosts, boolean quick, Path out) {
    public Request {
      hosts = List.copyOf(hosts);
    }
  }

  /** The verdicts of a run's checks, from good to bad. */
  enum Verdict {
    /** All checks hold. */
    HOLDS(0),
    /** Some checks fail, but the machine was too busy for a valid result. */
    INVALID(4),
    /** Some checks fail. */
    BROKEN(1);

    private final int exitCode;

    Verdict(int exitCode) {
      this.exitCode = exitCode;
    }

    public int exitCode() {
      return exitCode;
    }

    public static Optional<Verdict> of(int exitCode) {
      return Stream.of(values()).filter(verdict -> verdict.exitCode == exitCode).findFirst();
    }

    /** Returns the worse of both. */
    public Verdict or(Verdict other) {
      return compareTo(other) >= 0 ? this : other;
    }
  }

  /** The suites, with one line about each. */
  SortedMap<String, String> suites();

  /**
   * Measures, reports progress, writes the results and updates the folder's report.
   *
   * @return the verdict of the run's checks
   * @throws org.dharch.core.message.DHArchException if the request cannot be met here
   * @throws Exception if it cannot measure
   */
  Verdict run(Request request, PrintWriter out) throws Exception;

  /**
   * Prints the significant differences of two result files of one suite.
   *
   * @return whether no check fails in the second only
   */
  boolean compare(Path before, Path after, PrintWriter out) throws IOException;

  /** Regenerates the report and the charts from the results in the folder. */
  void report(Path folder, PrintWriter out) throws IOException;
}
