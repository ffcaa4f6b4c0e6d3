package org.dharch.benchmarks.bookstore;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads rows that a request's keys name. Stateless. */
final class Rows {
  private Rows() {}

  /**
   * Moves to the row of {@code key}.
   *
   * @param what of what the key is, for the error
   * @throws IllegalArgumentException if there is no such row
   */
  static void find(ResultSet rows, String what, int key) throws SQLException {
    if (!rows.next()) {
      throw new IllegalArgumentException(what + " " + key + " is unknown");
    }
  }
}
