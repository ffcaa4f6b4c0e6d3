package org.dharch.ws.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Which version the tables have that a part of DHArch keeps in a data base: table {@code
 * dharch_schema}, one row a part. Another version than this one's is refused before anything is
 * read.
 */
final class SchemaVersion {
  /** Held while tables are made in a PostgreSQL: several nodes may begin at once. */
  private static final long MAKING = 0x6468617263685f31L;

  private SchemaVersion() {}

  /**
   * Makes the tables that are missing and checks their version; commits.
   *
   * @param url for errors
   * @throws StoreException if the tables are of another version
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
   * Checks the version of tables that have to be there.
   *
   * @throws StoreException if they are not there, or of another version
   */
  static void require(Connection connection, String url, String part, int version)
      throws SQLException {
    boolean isThere;
    try {
      isThere = isThere(connection, url, part, version);
    } catch (SQLException e) {
      throw new StoreException("nothing is kept in " + url + ": " + e.getMessage(), e);
    }
    if (!isThere) {
      throw new StoreException("nothing of '" + part + "' is kept in " + url);
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
              + "; this DHArch reads and writes version "
              + version);
    }
    return found != 0;
  }

  /** 0 if the part has none yet. */
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
