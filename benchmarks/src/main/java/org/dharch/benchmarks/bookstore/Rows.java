package org.dharch.benchmarks.bookstore;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads the rows of a request's keys. Stateless. */
final class Rows {
  private Rows() {}

  /**
   * Moves to the row with {@code key}.
   *
   * @param what the kind of the key, for the error
   * @throws IllegalArgumentException if there is no such row
   */
  static void find(ResultSet rows, String what, int key) throws SQLException {
    if (!rows.next()) {
      throw new IllegalArgumentException(what + " " + key + " was not found");
    }
  }
}
