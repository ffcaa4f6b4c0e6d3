package org.dharch.ws.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The version of the tables of each part of DHArch in a database: one row of the table {@code
 * dharch_schema}. Rejects other versions before any read.
 */
final class SchemaVersion {
  /** PostgreSQL advisory lock while tables are created, because several nodes may start at once. */
  private static final long MAKING = 0x6468617263685f31L;

  private SchemaVersion() {}

  /**
   * Creates missing tables, checks their version and commits.
   *
   * @param url for errors
   * @throws StoreException if the tables have another version
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
        statement.execute("SELECT pg_advisory_xact_lock(" + MAKING + ")");
      }
      statement.execute(
          "CREATE TABLE IF NOT EXISTS dharch_schema"
              + " (part VARCHAR(50) NOT NULL PRIMARY KEY, version INTEGER NOT NULL)");
      if (!isThere(connection, url, part, version)) {
        for (String one : ddl) {
          statement.execute(one);
        }
        statement.execute("INSERT INTO dharch_schema VALUES ('" + part + "', " + version + ")");
      }
    }
    dialect.commit(connection);
  }

  /**
   * Checks the version of existing tables.
   *
   * @throws StoreException if they are missing or have another version
   */
  static void require(Connection connection, String url, String part, int version)
      throws SQLException {
    boolean isThere;
    try {
      isThere = isThere(connection, url, part, version);
    } catch (SQLException e) {
      throw new StoreException("no store found in " + url + ": " + e.getMessage(), e);
    }
    if (!isThere) {
      throw new StoreException("no tables of '" + part + "' found in " + url);
    }
  }

  private static boolean isThere(Connection connection, String url, String part, int version)
      throws SQLException {
    int found = found(connection, part);
    if (found != 0 && found != version) {
      throw new StoreException(
          "the tables of '"
              + part
              + "' in "
              + url
              + " have version "
              + found
              + "; this release requires version "
              + version);
    }
    return found != 0;
  }

  /** Returns 0 if the part has no version yet. */
  private static int found(Connection connection, String part) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT version FROM dharch_schema WHERE part = ?")) {
      select.setString(1, part);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getInt(1) : 0;
      }
    }
  }
}
