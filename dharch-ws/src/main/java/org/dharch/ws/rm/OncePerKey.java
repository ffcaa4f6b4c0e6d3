package org.dharch.ws.rm;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;

/**
 * For services with a data base: what a message makes them do is done once, even if it comes twice
 * because a process was killed between the service's return and the note of it. The message's key,
 * {@code dharch.rm.key}, goes into a table of the service's own data base, in the service's own
 * transaction: both are there, or neither is. Any thread, each with a connection of its own.
 */
public final class OncePerKey {
  /** Whose primary key decides. */
  static final String TABLE = "dharch_once";

  private OncePerKey() {}

  /** That a host's clock is set does not make a key old. */
  private static final SteadyClock CLOCK = SteadyClock.system();

  /** What is to be done once, in the transaction of the connection. */
  @FunctionalInterface
  public interface Work {
    void in(Connection connection) throws SQLException;
  }

  /** Makes the table, if it is missing. */
  public static void createTable(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS "
              + TABLE
              + " (once_key VARCHAR(400) NOT NULL PRIMARY KEY, done_at BIGINT NOT NULL)");
    }
  }

  /**
   * Does {@code work}, unless it was done under this key; the caller commits, or rolls both back.
   * While another transaction does it under the same key, this one waits for how that ends.
   *
   * @param connection with a transaction under way, or about to be
   * @param key the message's {@code dharch.rm.key}
   * @return whether it was done now
   * @throws IllegalStateException if the connection commits every statement by itself: then the key
   *     could be there without the work
   * @throws SQLException if the data base fails, or the work
   */
  public static boolean run(Connection connection, String key, Work work) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "the connection commits every statement by itself; setAutoCommit(false) is needed, and "
              + "one commit() after this");
    }
    Savepoint before = connection.setSavepoint();
    try {
      insert(connection, key);
    } catch (SQLException e) {
      connection.rollback(before); // some data bases take nothing more otherwise
      if (!isThere(connection, key)) {
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

  private static boolean isThere(Connection connection, String key) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT 1 FROM " + TABLE + " WHERE once_key = ?")) {
      select.setString(1, key);
      try (ResultSet found = select.executeQuery()) {
        return found.next();
      }
    }
  }

  /**
   * Forgets keys that are older: no message comes again whose sequence is forgotten. That the
   * host's clock is set while this process runs does not count; what it is set by between two
   * processes does, so {@code olderThanMillis} should exceed that too.
   *
   * @return how many
   */
  public static int forget(Connection connection, long olderThanMillis) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM " + TABLE + " WHERE done_at < ?")) {
      delete.setLong(1, CLOCK.millis() - olderThanMillis);
      return delete.executeUpdate();
    }
  }
}
