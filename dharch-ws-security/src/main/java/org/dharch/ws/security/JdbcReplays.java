package org.dharch.ws.security;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.RepeatedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores replay keys in a database that all nodes with the handler share. The first node that
 * inserts a key wins. Uses a few connections, each by one thread at a time; closes failed ones.
 */
final class JdbcReplays implements Replays {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcReplays.class);
  private static final int CONNECTIONS = 4;
  private static final long WAIT_SECONDS = 8; // less than the time limit of a handler
  private static final Duration TIDY = Duration.ofSeconds(30);
  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS wss_replay (id VARCHAR(100) NOT NULL PRIMARY KEY,"
          + " message VARCHAR(100) NOT NULL, until_ms BIGINT NOT NULL)";
  private static final String INDEX =
      "CREATE INDEX IF NOT EXISTS wss_replay_until ON wss_replay (until_ms)";

  private final RepeatedLog said = new RepeatedLog(System::nanoTime, LOG::warn);
  private final String url;
  private final Properties properties;
  private final int most;
  private final Semaphore places = new Semaphore(CONNECTIONS, true);
  private final Deque<Connection> idle = new ArrayDeque<>(); // guarded by itself
  private Instant tidied = Instant.MIN; // guarded by this
  private boolean full; // guarded by this
  private volatile boolean closed;

  JdbcReplays(String url, Properties login, int most) {
    this.url = url;
    this.most = most;
    properties = new Properties();
    properties.putAll(login);
    if (url.startsWith("jdbc:sqlite:")) {
      properties.setProperty("journal_mode", "WAL");
      properties.setProperty(
          "synchronous", "FULL"); // a key is on the disk before its message continues
      properties.setProperty("busy_timeout", "8000");
    } else if (url.startsWith(
        "jdbc:postgresql:")) { // the same, independent of the server's defaults
      properties.setProperty("options", "-c synchronous_commit=on -c lock_timeout=8s");
    }
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
      statement.execute(INDEX);
    } catch (SQLException e) {
      throw new DHArchException("replays='" + url + "' cannot be opened: " + e.getMessage(), e);
    }
  }

  /** Opens and configures a connection. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url, properties);
  }

  @Override
  public boolean isFirst(String key, String message, Instant until, Instant now)
      throws ReplaysFullException {
    enter();
    try {
      Optional<Connection> kept = kept();
      if (kept.isPresent()) {
        try {
          return ask(kept.get(), key, message, until, now);
        } catch (SQLException e) {
          // it may have been closed while idle; the statement may be repeated
        }
      }
      return ask(connect(), key, message, until, now);
    } catch (SQLException e) {
      said.say("replays='" + url + "': " + e.getMessage()); // the sender must not see the details
      throw new ReplaysFullException("replay protection failed; see the log of the node", e);
    } finally {
      places.release();
    }
  }

  private boolean ask(Connection connection, String key, String message, Instant until, Instant now)
      throws SQLException, ReplaysFullException {
    boolean works = true;
    try {
      tidy(connection, now);
      return insert(connection, key, message, until, now);
    } catch (SQLException e) {
      works = false;
      throw e;
    } finally {
      keep(connection, works);
    }
  }

  private static boolean insert(
      Connection connection, String key, String message, Instant until, Instant now)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO wss_replay (id, message, until_ms) VALUES (?, ?, ?)"
                + " ON CONFLICT (id) DO UPDATE SET message = excluded.message,"
                + " until_ms = excluded.until_ms WHERE wss_replay.until_ms < ?")) {
      insert.setString(1, key);
      insert.setString(2, message);
      insert.setLong(3, until.toEpochMilli());
      insert.setLong(4, now.toEpochMilli());
      if (insert.executeUpdate() == 1) {
        return true;
      }
    }
    try (PreparedStatement select =
        connection.prepareStatement("SELECT message FROM wss_replay WHERE id = ?")) {
      select.setString(1, key);
      try (ResultSet row = select.executeQuery()) {
        return row.next() && row.getString(1).equals(message);
      }
    }
  }

  /** Deletes expired keys from time to time and counts the others. */
  private synchronized void tidy(Connection connection, Instant now)
      throws SQLException, ReplaysFullException {
    if (tidied.isBefore(now.minus(full ? Duration.ofSeconds(1) : TIDY))) {
      tidied = now;
      try (PreparedStatement delete =
          connection.prepareStatement("DELETE FROM wss_replay WHERE until_ms < ?")) {
        delete.setLong(1, now.toEpochMilli());
        delete.executeUpdate();
      }
      try (Statement count = connection.createStatement();
          ResultSet row = count.executeQuery("SELECT COUNT(*) FROM wss_replay")) {
        full = row.next() && row.getLong(1) >= most;
      }
    }
    if (full) {
      throw new ReplaysFullException("maxReplays=" + most + " are remembered");
    }
  }

  private void enter() throws ReplaysFullException {
    try {
      if (closed || !places.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new ReplaysFullException("replays: no free connection");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReplaysFullException("replays: interrupted", e);
    }
  }

  private Optional<Connection> kept() {
    synchronized (idle) {
      return Optional.ofNullable(idle.poll());
    }
  }

  private void keep(Connection connection, boolean works) {
    synchronized (idle) {
      if (works && !closed) {
        idle.push(connection);
        return;
      }
    }
    close(connection);
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // it is no longer usable
    }
  }

  @Override
  public void close() {
    closed = true;
    synchronized (idle) {
      idle.forEach(JdbcReplays::close);
      idle.clear();
    }
  }
}
