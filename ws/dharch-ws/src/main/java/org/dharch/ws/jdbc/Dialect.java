package org.dharch.ws.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.regex.Pattern;

/** The differences between the supported databases. */
public enum Dialect {
  /** A file of one node. */
  SQLITE("BLOB", "", "", "") {
    @Override
    void configure(Properties properties) {
      properties.setProperty("journal_mode", "WAL");
      properties.setProperty("synchronous", "FULL"); // a commit is on the disk when it returns
      properties.setProperty("busy_timeout", String.valueOf(WAIT_MILLIS));
    }

    /**
     * Begins explicitly, because the driver's own transactions would follow each other without a
     * gap and block all others. Retries at short intervals; SQLite's own intervals grow.
     */
    @Override
    void begin(Connection connection, long maxWaitMillis) throws SQLException {
      execute(connection, "PRAGMA busy_timeout = " + BUSY_MILLIS);
      long end = System.nanoTime() + maxWaitMillis * 1_000_000;
      while (true) {
        try {
          execute(connection, "BEGIN IMMEDIATE");
          return;
        } catch (SQLException e) {
          if (e.getErrorCode() != BUSY || System.nanoTime() - end > 0) {
            throw e;
          }
        }
      }
    }

    @Override
    void commit(Connection connection) throws SQLException {
      execute(connection, "COMMIT");
    }

    @Override
    void rollBack(Connection connection) throws SQLException {
      execute(connection, "ROLLBACK");
    }
  },
  /** A server that nodes share. */
  POSTGRESQL(
      "BYTEA",
      " FOR UPDATE SKIP LOCKED",
      " FOR UPDATE",
      "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)") {
    @Override
    void configure(Properties properties) {
      properties.setProperty("ApplicationName", "dharch");
      // independent of the server's defaults: forces commits to the disk, bounds lock waits, and
      // aborts transactions of a silent node, which the server would detect only after hours
      properties.setProperty(
          "options",
          "-c synchronous_commit=on -c lock_timeout="
              + WAIT_MILLIS
              + " -c idle_in_transaction_session_timeout="
              + IDLE_MILLIS);
    }

    @Override
    void begin(Connection connection, long maxWaitMillis) throws SQLException {
      connection.setAutoCommit(false); // the transaction begins with its first statement
      if (maxWaitMillis < WAIT_MILLIS - MIN_SAVED_MILLIS) {
        execute(connection, "SET LOCAL lock_timeout = " + Math.max(1, maxWaitMillis));
      }
    }

    @Override
    void commit(Connection connection) throws SQLException {
      connection.commit();
    }

    @Override
    void rollBack(Connection connection) throws SQLException {
      connection.rollback();
    }
  };

  /**
   * How long a transaction waits for locks, in milliseconds. Less than the time limit of a handler,
   * so that the sender receives the reason.
   */
  static final long WAIT_MILLIS = 8_000;

  private static final long IDLE_MILLIS = 6_000; // less than the lock wait of other transactions
  private static final long MIN_SAVED_MILLIS = 500; // a smaller saving is not worth a round trip
  private static final long BUSY_MILLIS = 20;

  private static final int BUSY = 5;

  /** PostgreSQL's state for a lock timeout. */
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /** SQLite URLs without a file. */
  private static final Pattern IN_MEMORY =
      Pattern.compile("jdbc:sqlite:(file:)?(:memory:.*|(\\?.*)?|.*\\?(.*&)?mode=memory.*)");

  private final String bytes;
  private final String skipLocked;
  private final String lock;
  private final String now;

  Dialect(String bytes, String skipLocked, String lock, String now) {
    this.bytes = bytes;
    this.skipLocked = skipLocked;
    this.lock = lock;
    this.now = now;
  }

  abstract void configure(Properties properties);

  /**
   * Begins a transaction.
   *
   * @param maxWaitMillis how long it may wait for locks, at most {@value #WAIT_MILLIS}
   */
  abstract void begin(Connection connection, long maxWaitMillis) throws SQLException;

  abstract void commit(Connection connection) throws SQLException;

  abstract void rollBack(Connection connection) throws SQLException;

  /** Returns true if another process locked the file for the whole wait. */
  public static boolean isBusy(SQLException problem) {
    return problem.getErrorCode() == BUSY && problem.getMessage().contains("SQLITE_BUSY");
  }

  /** Returns true if other transactions locked the file or a row for the whole wait. */
  public static boolean isLockTimeout(SQLException problem) {
    return isBusy(problem) || LOCK_NOT_AVAILABLE.equals(problem.getSQLState());
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The SQL type for binary data. */
  public String bytes() {
    return bytes;
  }

  /**
   * The SQL expression for the database's time in milliseconds; empty if it uses this host's clock.
   */
  public String now() {
    return now;
  }

  /** The clause for a query that skips rows locked by other transactions. */
  public String skipLocked() {
    return skipLocked;
  }

  /** The clause for a query that locks its rows. */
  public String lock() {
    return lock;
  }

  /**
   * Returns the dialect of a JDBC URL.
   *
   * @throws StoreException if the database is not supported for stores
   */
  public static Dialect of(String url) {
    if (url.startsWith(StoreFile.URL) && !IN_MEMORY.matcher(url).matches()) {
      return SQLITE;
    } else if (url.startsWith("jdbc:postgresql:")) {
      return POSTGRESQL;
    }
    String hint = "";
    if (url.startsWith("jdbc:h2:")) {
      hint = "; H2 does not force its log to the disk with every commit";
    } else if (url.startsWith(StoreFile.URL)) {
      hint = "; an in-memory database ends with its connection";
    }
    throw new StoreException(
        "unsupported store URL: "
            + url
            + hint
            + "; it must be jdbc:sqlite:FILE or jdbc:postgresql:…");
  }
}
