package org.dharch.ws.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
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
}
