package org.dharch.benchmarks.bookstore;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;

/** Runs a request as one transaction and repeats it if the database requires that. Any thread. */
final class Transactions {
  private static final int ATTEMPTS = 10;

  /** Serialization failure and deadlock. */
  private static final Set<String> RETRIABLE = Set.of("40001", "40P01");

  private final DataSource source;

  Transactions(DataSource source) {
    this.source = source;
  }

  /** The work of a transaction. */
  interface UnitOfWork<T> {
    T in(Connection connection) throws SQLException;
  }

  <T> T run(UnitOfWork<T> work) throws SQLException {
    try (Connection connection = source.getConnection()) {
      for (int attempt = 1; ; attempt++) {
        try {
          T result = work.in(connection);
          connection.commit();
          return result;
        } catch (SQLException e) {
          connection.rollback();
          if (attempt == ATTEMPTS || !RETRIABLE.contains(e.getSQLState())) {
            throw e;
          }
        } catch (RuntimeException e) {
          connection.rollback();
          throw e;
        }
      }
    }
  }
}
