package org.dharch.ws.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Creates and checks the tables of each part of DHArch in a database. The table {@code
 * dharch_schema} contains their versions.
 */
final class SchemaVersion {
  /** PostgreSQL advisory lock, because several nodes may create tables at the same time. */
  private static final long CREATION_LOCK = 0x6468617263685f31L;

  private SchemaVersion() {}

  /**
   * Creates missing tables and commits.
   *
   * @throws StoreException if existing tables have another version
   */
  static void prepare(
      Connection connection,
      Dialect dialect,
      String url,
      String part,
      int version,
      List<String> ddl)
      throws SQLException {
    dialect.begin(connection, Dialect.WAIT_MILLIS);
    try (Statement statement = connection.createStatement()) {
      if (dialect == Dialect.POSTGRESQL) {
        statement.execute("SELECT pg_advisory_xact_lock(" + CREATION_LOCK + ")");
      }
      statement.execute(
          "CREATE TABLE IF NOT EXISTS dharch_schema"
              + " (part VARCHAR(50) NOT NULL PRIMARY KEY, version INTEGER NOT NULL)");
      if (!exists(connection, url, part, version)) {
        for (String statementText : ddl) {
          statement.execute(statementText);
        }
        statement.execute("INSERT INTO dharch_schema VALUES ('" + part + "', " + version + ")");
      }
    }
    dialect.commit(connection);
  }

  /**
   * @throws StoreException if the tables are missing or have another version
   */
  static void require(Connection connection, String url, String part, int version)
      throws SQLException {
    boolean exists;
    try {
      exists = exists(connection, url, part, version);
    } catch (SQLException e) {
      throw new StoreException("no store found in " + url + ": " + e.getMessage(), e);
    }
    if (!exists) {
      throw new StoreException("no tables of '" + part + "' found in " + url);
    }
  }

  private static boolean exists(Connection connection, String url, String part, int version)
      throws SQLException {
    int installed = installed(connection, part);
    if (installed != 0 && installed != version) {
      throw new StoreException(
          "the tables of '"
              + part
              + "' in "
              + url
              + " have version "
              + installed
              + "; this release requires version "
              + version);
    }
    return installed != 0;
  }

  /** Returns 0 if the part has no tables. */
  private static int installed(Connection connection, String part) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT version FROM dharch_schema WHERE part = ?")) {
      select.setString(1, part);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getInt(1) : 0;
      }
    }
  }
}
