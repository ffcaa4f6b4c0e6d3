package org.dharch.ws.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.regex.Pattern;

/** What differs between the data bases. */
public enum Dialect {
  /** A file, of one node. */
  SQLITE("BLOB", "", "", "") {
    @Override
    void configure(Properties properties) {
      properties.setProperty("journal_mode", "WAL");
      properties.setProperty("synchronous", "FULL"); // a commit is on the disk when it returns
      properties.setProperty("busy_timeout", String.valueOf(WAIT_MILLIS));
    }

    /**
     * By hand: the driver's own begin the next as soon as one ends, and keep all others out. SQLite
     * looks again ever more rarely whether a file is free that another process works on all the
     * time, so it is asked anew.
     */
    @Override
    void begin(Connection connection, long millis) throws SQLException {
      execute(connection, "PRAGMA busy_timeout = " + BUSY_MILLIS);
      long end = System.nanoTime() + millis * 1_000_000;
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
  /** A server, of any number of nodes. */
  POSTGRESQL(
      "BYTEA",
      " FOR UPDATE SKIP LOCKED",
      " FOR UPDATE",
      "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)") {
    @Override
    void configure(Properties properties) {
      properties.setProperty("ApplicationName", "dharch");
      // whatever the server's default is: a commit is on the disk when it returns; and what another
      // transaction holds is not waited for without end. It is let go before that if its node is
      // silent, as one that is stopped, or whose host is gone, which the server hears after hours
      properties.setProperty(
          "options",
          "-c synchronous_commit=on -c lock_timeout="
              + WAIT_MILLIS
              + " -c idle_in_transaction_session_timeout="
              + SILENT_MILLIS);
    }

    @Override
    void begin(Connection connection, long millis) throws SQLException {
      connection.setAutoCommit(false); // it begins with the first statement
      if (millis < WAIT_MILLIS - LITTLE_MILLIS) {
        execute(connection, "SET LOCAL lock_timeout = " + Math.max(1, millis));
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
   * How long a transaction waits for what others hold. Less than a handler may take, so that its
   * sender hears what it waited for in vain: a driver heeds no interrupt, and a node whose threads
   * all hang takes no work, not for others either.
   */
  static final long WAIT_MILLIS = 8_000;

  private static final long SILENT_MILLIS = 6_000; // less than what others wait
  private static final long LITTLE_MILLIS = 500; // not worth a question to the server
  private static final long BUSY_MILLIS = 20;

  /** SQLite's code for a file that another has. */
  private static final int BUSY = 5;

  /** PostgreSQL: what was wanted was held by another for too long. */
  private static final String LOCKED = "55P03";

  /** SQLite's that are in no file: of no name, of this one, or said to be so. */
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

  /** How a connection has to be opened. */
  abstract void configure(Properties properties);

  /**
   * Begins a transaction; no other is kept out before.
   *
   * @param millis how long it may wait for what others hold, {@value #WAIT_MILLIS} at most
   */
  abstract void begin(Connection connection, long millis) throws SQLException;

  abstract void commit(Connection connection) throws SQLException;

  abstract void rollBack(Connection connection) throws SQLException;

  /** Whether another process had the file for as long as that is waited for. */
  public static boolean isBusy(SQLException problem) {
    return problem.getErrorCode() == BUSY && problem.getMessage().contains("SQLITE_BUSY");
  }

  /** Whether others had the file, or what was wanted of it, for as long as that is waited for. */
  public static boolean isHeld(SQLException problem) {
    return isBusy(problem) || LOCKED.equals(problem.getSQLState());
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Its type of bytes of any length. */
  public String bytes() {
    return bytes;
  }

  /** The data base's own time, in milliseconds, as SQL; empty if it has none but this host's. */
  public String now() {
    return now;
  }

  /** What is added to a query of rows that are to be changed, to pass over those of others. */
  public String skipLocked() {
    return skipLocked;
  }

  /** What is added to a query of a row that is to be changed, to keep others from it. */
  public String lock() {
    return lock;
  }

  /**
   * That of a JDBC URL.
   *
   * @throws StoreException if it is one that nothing can be kept in
   */
  public static Dialect of(String url) {
    if (url.startsWith(StoreFile.URL) && !IN_MEMORY.matcher(url).matches()) {
      return SQLITE;
    } else if (url.startsWith("jdbc:postgresql:")) {
      return POSTGRESQL;
    }
    String why = "";
    if (url.startsWith("jdbc:h2:")) {
      why = "; H2 does not force its log to the disk with every commit";
    } else if (url.startsWith(StoreFile.URL)) {
      why = "; that is no file, and gone with each connection";
    }
    throw new StoreException(
        "nothing can be kept in "
            + url
            + why
            + "; jdbc:sqlite:FILE and jdbc:postgresql:… are allowed");
  }
}
