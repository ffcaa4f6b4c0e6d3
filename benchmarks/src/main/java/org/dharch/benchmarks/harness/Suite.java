package org.dharch.benchmarks.harness;

import java.time.Duration;
import java.util.List;

/**
 * A benchmark suite; found by {@link java.util.ServiceLoader}, so it has a public constructor
 * without parameters and a line in {@code META-INF/services}. Run by one thread.
 */
public interface Suite {
  /** What it is called on the command line and what its files are called. */
  String name();

  /** One line: what it measures, against what. */
  String description();

  /** About how long it takes; said before it begins. Quick: under two minutes. */
  Duration duration(Options options);

  /**
   * Measures: adds results and checks to {@link SuiteRun#report()}, and says how it gets on with
   * {@link SuiteRun#progress()}. Checks the answers that it gets; a wrong one is an exception.
   *
   * @throws org.dharch.core.message.DHArchException if it cannot run here; says why
   * @throws Exception if it cannot measure
   */
  void run(SuiteRun run) throws Exception;

  /**
   * The figures that the report shows of results, made from the results alone, so that a report can
   * be written anew at any time. Results of an older version may lack something: leave it out.
   */
  List<Figure> figures(SuiteResults results);
}
