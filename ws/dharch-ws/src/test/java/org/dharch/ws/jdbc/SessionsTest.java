package org.dharch.ws.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.testing.TestPostgres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionsTest {
  @TempDir Path folder;

  private Database database() {
    Database database =
        new Database(
            "jdbc:sqlite:" + folder.resolve("a.db"), new Properties(), InstantSource.system());
    database.prepare("test", 1, List.of("CREATE TABLE t (n INTEGER PRIMARY KEY)"));
    return database;
  }

  private static int count(Sessions sessions) {
    return sessions.transact(
        session ->
            session.one("SELECT COUNT(*) FROM t", bind -> {}, row -> row.getInt(1)).orElseThrow());
  }

  @Test
  void retriesConflictsThenGivesUp() {
    try (Sessions sessions = new Sessions(database(), 1)) {
      AtomicInteger tries = new AtomicInteger();
      assertThrows(
          ConflictException.class,
          () ->
              sessions.transact(
                  session -> {
                    session.update("INSERT INTO t VALUES (?)", bind -> bind.number(1));
                    assertEquals(tries.incrementAndGet(), session.attempt());
                    throw new ConflictException("the row");
                  }));
      assertEquals(20, tries.get());
      assertEquals(0, count(sessions));
    }
  }

  @Test
  void rollsBackFailureAndRetriesOnce() {
    try (Sessions sessions = new Sessions(database(), 1)) {
      AtomicInteger tries = new AtomicInteger();
      StoreException failed =
          assertThrows(
              StoreException.class,
              () ->
                  sessions.transact(
                      session -> {
                        tries.incrementAndGet();
                        session.update("INSERT INTO t VALUES (?)", bind -> bind.number(1));
                        return session.update("INSERT INTO none VALUES (?)", bind -> {});
                      }));
      assertTrue(failed.getMessage().startsWith("the database failed: "), failed.getMessage());
      assertEquals(2, tries.get());
      assertEquals(0, count(sessions));
    }
  }

  @Test
  void propagatesErrorOfWork() {
    try (Sessions sessions = new Sessions(database(), 1)) {
      assertThrows(
          IllegalStateException.class,
          () ->
              sessions.transact(
                  session -> {
                    session.update("INSERT INTO t VALUES (?)", bind -> bind.number(1));
                    throw new IllegalStateException("here");
                  }));
      assertEquals(0, count(sessions));
    }
  }

  /** An operator's transaction that stays open: none of its node's threads hangs for that. */
  @Test
  void boundsLockWait() throws Exception {
    String url = TestPostgres.newDatabase();
    Database shared = new Database(url, new Properties(), InstantSource.system());
    shared.prepare("test", 1, List.of("CREATE TABLE t (n INTEGER PRIMARY KEY)"));
    AtomicInteger tries = new AtomicInteger();
    try (Sessions sessions = new Sessions(shared, 1);
        Connection operator = DriverManager.getConnection(url);
        Statement statement = operator.createStatement()) {
      sessions.transact(it -> it.update("INSERT INTO t VALUES (1)", bind -> {}));
      operator.setAutoCommit(false);
      statement.execute("UPDATE t SET n = n");
      StoreException held =
          assertThrows(
              StoreException.class,
              () ->
                  sessions.transact(
                      session -> {
                        tries.incrementAndGet();
                        return session.update("UPDATE t SET n = n + 1", bind -> {});
                      }));
      assertTrue(held.getMessage().contains("lock timeout"), held.getMessage());
      assertEquals(1, tries.get(), "it would wait as long again");
    }
  }

  /** What was waited for a connection is no more there for what others hold. */
  @Test
  void lockWaitUsesRemainingTime() throws Exception {
    String url = TestPostgres.newDatabase();
    Database shared = new Database(url, new Properties(), InstantSource.system());
    try (Session session = shared.connect()) {
      assertEquals("8s", lockTimeout(session, 8_000));
      assertEquals("3s", lockTimeout(session, 3_000));
      assertEquals("1ms", lockTimeout(session, -5));
      assertEquals("8s", lockTimeout(session, 7_999));
    }
  }

  private static String lockTimeout(Session session, long millis) throws Exception {
    session.begin(millis);
    String output =
        session.one("SHOW lock_timeout", bind -> {}, row -> row.getString(1)).orElseThrow();
    session.commit();
    return output;
  }

  @Test
  void rejectsTooManyConnections() {
    StoreException many = assertThrows(StoreException.class, () -> new Sessions(database(), 65));
    assertEquals("connections must be 1 to 64 (got 65)", many.getMessage());
  }

  /** As one that is stopped in the middle of a transaction, or whose host is gone. */
  @Test
  void releasesLocksOfSilentNode() {
    Database shared =
        new Database(TestPostgres.newDatabase(), new Properties(), InstantSource.system());
    shared.prepare("test", 1, List.of("CREATE TABLE t (n INTEGER PRIMARY KEY)"));
    try (Sessions silent = new Sessions(shared, 1);
        Sessions other = new Sessions(shared, 1)) {
      silent.transact(it -> it.update("INSERT INTO t VALUES (1)", bind -> {}));
      AtomicBoolean isThrough = new AtomicBoolean();
      AtomicInteger tries = new AtomicInteger();
      silent.transact(
          session -> {
            int changed = session.update("UPDATE t SET n = n", bind -> {});
            if (tries.incrementAndGet() == 1) {
              other.transact(it -> it.update("UPDATE t SET n = n + 1", bind -> {}));
              isThrough.set(true);
            }
            return changed;
          });
      assertTrue(isThrough.get());
      assertEquals(2, tries.get(), "its own is done again on another connection");
    }
  }
}
