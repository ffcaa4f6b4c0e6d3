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
 * inserts a key wins.
 */
final class JdbcReplays implements Replays {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcReplays.class);
  private static final int CONNECTIONS = 4;
  private static final long WAIT_SECONDS = 8; // less than the time limit of a handler
  private static final Duration CLEANUP_INTERVAL = Duration.ofSeconds(30);
  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS wss_replay (id VARCHAR(100) NOT NULL PRIMARY KEY,"
          + " message VARCHAR(100) NOT NULL, until_ms BIGINT NOT NULL)";
  private static final String INDEX =
      "CREATE INDEX IF NOT EXISTS wss_replay_until ON wss_replay (until_ms)";

  private final RepeatedLog log = new RepeatedLog(System::nanoTime, LOG::warn);
  private final String url;
  private final Properties properties;
  private final int max;
  private final Semaphore permits = new Semaphore(CONNECTIONS, true);
  private final Deque<Connection> idle = new ArrayDeque<>(); // guarded by itself
  private Instant cleanedUpAt = Instant.MIN; // guarded by this
  private boolean full; // guarded by this
  private volatile boolean closed;

  JdbcReplays(String url, Properties login, int max) {
    this.url = url;
    this.max = max;
    properties = new Properties();
    properties.putAll(login);
    if (url.startsWith("jdbc:sqlite:")) {
      properties.setProperty("journal_mode", "WAL");
      properties.setProperty("synchronous", "FULL"); // a key is stored before its message continues
      properties.setProperty("busy_timeout", "8000");
    } else if (url.startsWith("jdbc:postgresql:")) { // independent of the server's defaults
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

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url, properties);
  }

  @Override
  public boolean isFirst(String key, String message, Instant until, Instant now)
      throws ReplaysFullException {
    acquire();
    try {
      Optional<Connection> pooled = pooled();
      if (pooled.isPresent()) {
        try {
          return insertOn(pooled.get(), key, message, until, now);
        } catch (SQLException e) {
          // the idle connection may have been closed
        }
      }
      return insertOn(connect(), key, message, until, now);
    } catch (SQLException e) {
      log.log("replays='" + url + "': " + e.getMessage());
      throw new ReplaysFullException("replay protection failed; see the log of the node", e);
    } finally {
      permits.release();
    }
  }

  private boolean insertOn(
      Connection connection, String key, String message, Instant until, Instant now)
      throws SQLException, ReplaysFullException {
    boolean isUsable = true;
    try {
      cleanUp(connection, now);
      return insert(connection, key, message, until, now);
    } catch (SQLException e) {
      isUsable = false;
      throw e;
    } finally {
      giveBack(connection, isUsable);
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

  /** Deletes expired keys and counts the others at intervals. */
  private synchronized void cleanUp(Connection connection, Instant now)
      throws SQLException, ReplaysFullException {
    if (cleanedUpAt.isBefore(now.minus(full ? Duration.ofSeconds(1) : CLEANUP_INTERVAL))) {
      cleanedUpAt = now;
      try (PreparedStatement delete =
          connection.prepareStatement("DELETE FROM wss_replay WHERE until_ms < ?")) {
        delete.setLong(1, now.toEpochMilli());
        delete.executeUpdate();
      }
      try (Statement count = connection.createStatement();
          ResultSet row = count.executeQuery("SELECT COUNT(*) FROM wss_replay")) {
        full = row.next() && row.getLong(1) >= max;
      }
    }
    if (full) {
      throw new ReplaysFullException("maxReplays=" + max + " are remembered");
    }
  }

  private void acquire() throws ReplaysFullException {
    try {
      if (closed || !permits.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new ReplaysFullException("replays: no free connection");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReplaysFullException("replays: interrupted", e);
    }
  }

  private Optional<Connection> pooled() {
    synchronized (idle) {
      return Optional.ofNullable(idle.poll());
    }
  }

  private void giveBack(Connection connection, boolean isUsable) {
    synchronized (idle) {
      if (isUsable && !closed) {
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
      // no longer usable
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
