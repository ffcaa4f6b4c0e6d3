package org.dharch.cli;

import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * A benchmark suite that {@code dharch bench} can run; found by {@link java.util.ServiceLoader}, so
 * that the command line depends on no benchmark. Run once, by one thread.
 */
public interface Suite {
  /** What it is called on the command line. */
  String name();

  /** One line: what it measures, against what. */
  String description();

  /**
   * Measures, tells how it gets on, and writes {@code DIR/<name>.json}.
   *
   * @param quick fewer and shorter rounds, under two minutes
   * @param folder where the results go; made if it is not there
   * @return whether every check holds
   * @throws Exception if it cannot measure
   */
  boolean run(boolean quick, Path folder, PrintWriter out) throws Exception;
}
