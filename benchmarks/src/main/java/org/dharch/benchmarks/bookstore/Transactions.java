package org.dharch.benchmarks.bookstore;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;

/** Runs what a request does as one transaction, again if the data base asks for it. Any thread. */
final class Transactions {
  private static final int ATTEMPTS = 10;

  /** A serialization failure, a deadlock. */
  private static final Set<String> AGAIN = Set.of("40001", "40P01");

  private final DataSource source;

  Transactions(DataSource source) {
    this.source = source;
  }

  /** What is done in a transaction. */
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
          if (attempt == ATTEMPTS || !AGAIN.contains(e.getSQLState())) {
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
