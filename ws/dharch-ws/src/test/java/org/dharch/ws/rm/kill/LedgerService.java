package org.dharch.ws.rm.kill;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.dharch.ws.rm.store.OncePerKey;

/**
 * A service that writes down in a data base of its own what it is given, once per key, and how
 * often it was given something again. One connection, one call at a time.
 */
final class LedgerService {
  private final String url;
  private Connection connection;

  LedgerService(String url) {
    this.url = url;
  }

  static Connection open(String url) throws SQLException {
    Properties properties = new Properties();
    boolean isSqlite = url.startsWith("jdbc:sqlite:");
    if (isSqlite) {
      properties.setProperty("journal_mode", "WAL");
      properties.setProperty("synchronous", "FULL");
      properties.setProperty("busy_timeout", "10000");
    }
    Connection connection = DriverManager.getConnection(url, properties);
    OncePerKey.createTable(connection);
    String number = isSqlite ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "BIGSERIAL PRIMARY KEY";
    try (Statement statement = connection.createStatement()) {
      for (String table : new String[] {"taken", "again"}) {
        statement.execute(
            "CREATE TABLE IF NOT EXISTS "
                + table
                + " (nth "
                + number
                + ", sequence VARCHAR(200) NOT NULL, number BIGINT NOT NULL)");
      }
    }
    return connection;
  }

  /**
   * Takes a message.
   *
   * @return false if it could not be done, or nobody knows
   */
  synchronized boolean take(String sequence, long number, String envelope) {
    String key = sequence + "/" + number;
    try {
      if (!key.equals(envelope)) {
        write("garbled", sequence, number); // there is no such table: it is never taken
      }
      if (connection == null) {
        connection = open(url);
        connection.setAutoCommit(false);
      }
      boolean isFirst = OncePerKey.run(connection, key, within -> write("taken", sequence, number));
      if (!isFirst) {
        write("again", sequence, number);
      }
      connection.commit();
      return true;
    } catch (SQLException e) {
      System.out.println("the service: " + e.getMessage());
      drop();
      return false;
    }
  }

  private void write(String table, String sequence, long number) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + " (sequence, number) VALUES (?, ?)")) {
      insert.setString(1, sequence);
      insert.setLong(2, number);
      insert.executeUpdate();
    }
  }

  private void drop() {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      System.out.println("the service's connection: " + e.getMessage());
    }
    connection = null;
  }
}
