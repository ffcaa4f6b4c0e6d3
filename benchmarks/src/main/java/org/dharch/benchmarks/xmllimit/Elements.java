package org.dharch.benchmarks.xmllimit;

import java.io.IOException;
import java.sql.SQLException;

/** Where the elements of an answer come from. Any number of threads. */
interface Elements {
  /** Takes one element after another. */
  @FunctionalInterface
  interface Sink {
    void take(Element element) throws IOException;
  }

  /**
   * Hands the elements with the keys {@code first} to {@code first + count - 1} to {@code sink}, as
   * they are found.
   */
  void each(int first, int count, Sink sink) throws SQLException, IOException;

  /** No data base: always the same one element (seed 004, figure 3). */
  static Elements constant() {
    Element only = Element.of(0);
    return (first, count, sink) -> sink.take(only);
  }
}
