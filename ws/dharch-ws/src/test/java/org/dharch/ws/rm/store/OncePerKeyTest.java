package org.dharch.ws.rm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.dharch.testing.Awaits;
import org.dharch.testing.TestPostgres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a service does once, in a SQLite and in a PostgreSQL. */
class OncePerKeyTest {
  @TempDir Path folder;

  private static Connection open(String url) throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    OncePerKey.createTable(connection);
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS done (what VARCHAR(20))");
    }
    connection.setAutoCommit(false);
    return connection;
  }

  private static void write(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO done VALUES ('it')");
    }
  }

  private static int done(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM done")) {
      row.next();
      return row.getInt(1);
    }
  }

  private static void onceIn(String url) throws SQLException {
    try (Connection connection = open(url)) {
      assertTrue(OncePerKey.run(connection, "s/1", OncePerKeyTest::write));
      connection.commit();
      assertFalse(OncePerKey.run(connection, "s/1", OncePerKeyTest::write));
      assertTrue(OncePerKey.run(connection, "s/2", OncePerKeyTest::write)); // still in one
      connection.commit();
      assertEquals(2, done(connection));
    }
  }

  private static void togetherIn(String url) throws SQLException {
    try (Connection connection = open(url)) {
      assertTrue(OncePerKey.run(connection, "s/1", OncePerKeyTest::write));
      connection.rollback(); // as when the process is killed
      assertEquals(0, done(connection));
      SQLException own =
          assertThrows(
              SQLException.class,
              () ->
                  OncePerKey.run(
                      connection,
                      "s/1",
                      in -> {
                        write(in);
                        throw new SQLException("mine");
                      }));
      assertEquals("mine", own.getMessage());
      connection.rollback();
      assertTrue(OncePerKey.run(connection, "s/1", OncePerKeyTest::write));
      connection.commit();
      assertEquals(1, done(connection));
    }
  }

  private String sqlite() {
    return "jdbc:sqlite:" + folder.resolve("service.db");
  }

  @Test
  void skipsKnownKey() throws SQLException {
    onceIn(sqlite());
    onceIn(TestPostgres.newDatabase());
  }

  @Test
  void keyAndWorkAreAtomic() throws SQLException {
    togetherIn(sqlite());
    togetherIn(TestPostgres.newDatabase());
  }

  @Test
  void rejectsAutoCommit() throws SQLException {
    try (Connection connection = open(sqlite())) {
      connection.setAutoCommit(true);
      IllegalStateException refused =
          assertThrows(
              IllegalStateException.class,
              () -> OncePerKey.run(connection, "s/1", OncePerKeyTest::write));
      assertTrue(refused.getMessage().contains("call setAutoCommit(false)"));
    }
  }

  @Test
  void databaseFailureIsNotDuplicateKey() throws SQLException {
    try (Connection connection = open(sqlite())) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("DROP TABLE " + OncePerKey.TABLE);
      }
      assertThrows(
          SQLException.class, () -> OncePerKey.run(connection, "s/1", OncePerKeyTest::write));
    }
  }

  @Test
  void forgetsOldKeys() throws SQLException {
    try (Connection connection = open(sqlite())) {
      OncePerKey.run(connection, "s/1", OncePerKeyTest::write);
      assertEquals(0, OncePerKey.forget(connection, 60_000));
      assertEquals(1, OncePerKey.forget(connection, -60_000));
      assertTrue(OncePerKey.run(connection, "s/1", OncePerKeyTest::write));
    }
  }

  @Test
  void serializesConcurrentCallers() throws Exception {
    String url = TestPostgres.newDatabase();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (Connection first = open(url);
        Connection second = open(url);
        Connection watch = open(url)) {
      first.commit();
      OncePerKey.run(first, "s/1", OncePerKeyTest::write);
      Future<Boolean> waits = other.submit(() -> OncePerKey.run(second, "s/1", in -> write(in)));
      Awaits.soon().until(() -> isWaiting(watch));
      first.commit();
      assertFalse(waits.get());
      second.commit();
      OncePerKey.run(first, "s/2", OncePerKeyTest::write);
      Future<Boolean> again = other.submit(() -> OncePerKey.run(second, "s/2", in -> write(in)));
      Awaits.soon().until(() -> isWaiting(watch));
      first.rollback(); // it was not done, so the other does it
      assertTrue(again.get());
      second.commit();
      assertEquals(2, done(watch));
    } finally {
      other.shutdown();
    }
  }

  private static boolean isWaiting(Connection watch) throws SQLException {
    try (Statement statement = watch.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")) {
      row.next();
      return row.getInt(1) > 0;
    } finally {
      watch.commit();
    }
  }
}
