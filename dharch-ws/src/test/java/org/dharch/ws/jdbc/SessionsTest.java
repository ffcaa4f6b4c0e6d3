package org.dharch.ws.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
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
  void whatOthersAreInTheWayOfIsTriedAgainAndThenGivenUp() {
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
  void whatFailsChangesNothingAndIsTriedOnceMore() {
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
      assertTrue(failed.getMessage().startsWith("the data base failed: "), failed.getMessage());
      assertEquals(2, tries.get());
      assertEquals(0, count(sessions));
    }
  }

  @Test
  void anErrorOfTheWorkIsItsOwn() {
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

  @Test
  void manyConnectionsAreNotAllowed() {
    StoreException many = assertThrows(StoreException.class, () -> new Sessions(database(), 65));
    assertEquals("connections=65; 1 to 64 are allowed", many.getMessage());
  }

  /** As one that is stopped in the middle of a transaction, or whose host is gone. */
  @Test
  void whatASilentNodeHoldsIsLetGoBeforeOthersHaveWaitedInVain() {
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
