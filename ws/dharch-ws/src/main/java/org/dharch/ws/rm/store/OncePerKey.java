package org.dharch.ws.rm.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.dharch.ws.rm.SteadyClock;

/**
 * Makes a service with a database idempotent: its work runs once per message, even if the process
 * was killed before the message's end was recorded. The message's key, {@code dharch.rm.key}, is
 * inserted in the service's own transaction. Thread-safe, with one connection per thread.
 */
public final class OncePerKey {
  static final String TABLE = "dharch_once";

  private OncePerKey() {}

  /** Independent of changes to the host's clock. */
  private static final SteadyClock CLOCK = SteadyClock.system();

  /** The work to run once, in the connection's transaction. */
  @FunctionalInterface
  public interface Work {
    void in(Connection connection) throws SQLException;
  }

  /** Creates the table if it is missing. */
  public static void createTable(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS "
              + TABLE
              + " (once_key VARCHAR(400) NOT NULL PRIMARY KEY, done_at BIGINT NOT NULL)");
    }
  }

  /**
   * Runs {@code work} unless this key was used before. The caller commits or rolls back both. Waits
   * for other transactions with the same key.
   *
   * @param connection with auto-commit switched off
   * @param key the message's {@code dharch.rm.key}
   * @return whether the work was run
   * @throws IllegalStateException if the connection is in auto-commit mode
   * @throws SQLException if the database or the work fails
   */
  public static boolean run(Connection connection, String key, Work work) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "the connection must not be in auto-commit mode: call setAutoCommit(false) before and "
              + "commit() after this");
    }
    Savepoint before = connection.setSavepoint();
    try {
      insert(connection, key);
    } catch (SQLException e) {
      connection.rollback(before); // otherwise some databases reject further statements
      if (!exists(connection, key)) {
        throw e;
      }
      return false;
    }
    work.in(connection);
    return true;
  }

  private static void insert(Connection connection, String key) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + TABLE + " VALUES (?, ?)")) {
      insert.setString(1, key);
      insert.setLong(2, CLOCK.millis());
      insert.executeUpdate();
    }
  }

  private static boolean exists(Connection connection, String key) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT 1 FROM " + TABLE + " WHERE once_key = ?")) {
      select.setString(1, key);
      try (ResultSet found = select.executeQuery()) {
        return found.next();
      }
    }
  }

  /**
   * Deletes older keys. {@code olderThanMillis} should exceed possible clock differences between
   * runs of the process.
   *
   * @return the number of deleted keys
   */
  public static int forget(Connection connection, long olderThanMillis) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM " + TABLE + " WHERE done_at < ?")) {
      delete.setLong(1, CLOCK.millis() - olderThanMillis);
      return delete.executeUpdate();
    }
  }
}
