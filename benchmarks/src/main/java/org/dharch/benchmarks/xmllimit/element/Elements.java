package org.dharch.benchmarks.xmllimit.element;

import java.io.IOException;
import java.sql.SQLException;

/** The source of the elements of an answer. Any number of threads. */
public interface Elements {
  /** Receives elements one by one. */
  @FunctionalInterface
  interface Sink {
    void accept(Element element) throws IOException;
  }

  /**
   * Passes the elements with the keys {@code first} to {@code first + count - 1} to {@code sink},
   * as they are read.
   */
  void each(int first, int count, Sink sink) throws SQLException, IOException;

  /** Returns a source without a database: always the same element (seed 004, figure 3). */
  static Elements constant() {
    Element only = Element.of(0);
    return (first, count, sink) -> sink.accept(only);
  }
}
