package org.dharch.ws.rm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.dharch.testing.ForkedJvm;
import org.dharch.ws.jdbc.Database;
import org.dharch.ws.jdbc.Session;
import org.dharch.ws.jdbc.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteRmStoreTest extends RmStoreContract {
  @TempDir Path folder;
  private long now = 1_000_000;

  @Override
  RmStore open() {
    return open("rm.db");
  }

  private RmStore open(String file) {
    return JdbcRmStore.open(
        url(file), new Properties(), () -> Instant.ofEpochMilli(now), "node", 4);
  }

  private String url(String file) {
    return "jdbc:sqlite:" + folder.resolve(file);
  }

  @Override
  long now() {
    return now;
  }

  @Override
  boolean advance(long millis) {
    now += millis;
    return true;
  }

  @Test
  void sequencesSurviveRestart() {
    RmStore first = open("again.db");
    first.transact(
        "",
        tx -> {
          tx.put(Sequences.everySinkField());
          return null;
        });
    first.close();
    try (RmStore second = open("again.db")) {
      assertEquals(
          Optional.of(Sequences.everySinkField()),
          second.transact("", tx -> tx.sequence("urn:a:sink")));
      assertEquals(new RmUsage(1, 0, 0), second.transact("", RmTransaction::usage));
    }
  }

  /** What is to be done in a minute is not done in a day because the host's clock was set back. */
  @Test
  void timeContinuesAfterClockSetBack() {
    RmStore first = open("back.db");
    assertEquals(List.of(), first.lease("node", 1_000, 1));
    now += RecordedTime.INTERVAL_MILLIS - 1;
    assertEquals(List.of(), first.lease("node", 1_000, 1));
    now += 1;
    assertEquals(List.of(), first.lease("node", 1_000, 1));
    long noted = now;
    first.close();
    now -= 900_000;
    try (RmStore second = open("back.db")) {
      assertEquals(noted, second.transact("", RmTransaction::now));
      now += 60_000;
      assertEquals(noted + 60_000, second.transact("", RmTransaction::now));
    }
    now = noted + 86_400_000; // set right, and a day later
    try (RmStore third = open("back.db")) {
      assertEquals(now, third.transact("", RmTransaction::now));
    }
    try (RmStore visitor =
        JdbcRmStore.openForOperator(
            url("back.db"), new Properties(), () -> Instant.ofEpochMilli(5), "operator", 1)) {
      assertEquals(noted, visitor.transact("", RmTransaction::now), "as far as it was noted");
    }
  }

  @Test
  void operatorMayAccessOpenStore() {
    try (RmStore node = open("shared.db");
        RmStore operator =
            JdbcRmStore.openForOperator(
                url("shared.db"),
                new Properties(),
                () -> Instant.ofEpochMilli(now),
                "operator",
                1)) {
      for (RmStore each : List.of(node, operator, node, operator)) {
        each.transact(
            "",
            tx -> {
              tx.put(Sequences.sink("urn:a:" + (tx.keys("", 9).size() + 1)));
              return null;
            });
      }
      assertEquals(4, node.transact("", tx -> tx.keys("", 9)).size());
    }
  }

  /** Fault: the driver kept every other process out as long as the node had the store open. */
  @Test
  void otherProcessMayAccessOpenStore() throws IOException {
    try (ForkedJvm node =
            ForkedJvm.start(
                folder.resolve("node.log"), List.of(), StoreHolder.class, url("held.db"));
        RmStore operator = visited(node)) {
      assertEquals(List.of(StoreHolder.OWN), operator.transact("", tx -> tx.keys("", 9)));
      StoreHolder.put(operator, StoreHolder.OPERATORS);
      assertEquals(StoreHolder.OPERATORS, node.await(Pattern.compile("(?m)^SEEN (.*)$")));
      assertEquals(
          List.of(StoreHolder.OWN, StoreHolder.OPERATORS),
          operator.transact("", tx -> tx.keys("", 9)));
      assertTrue(node.process().isAlive());
    }
  }

  private RmStore visited(ForkedJvm node) {
    node.await(Pattern.compile("(?m)^OPEN (.*)$"));
    return JdbcRmStore.openForOperator(
        url("held.db"), new Properties(), Instant::now, "operator", 1);
  }

  /** Else it would be acknowledged, and be gone when the process is. */
  @ParameterizedTest
  @ValueSource(strings = {"lost.db", "lost.db-wal"})
  void deletedFileRejectsWrites(String deleted) throws IOException {
    try (RmStore store = open("lost.db")) {
      put(store, "urn:a:1");
      Files.delete(folder.resolve(deleted));
      for (String name : List.of("urn:a:2", "urn:a:3")) {
        StoreException lost = assertThrows(StoreException.class, () -> put(store, name));
        assertEquals(
            "its file '"
                + deleted
                + "' was deleted or replaced while it was in use; the store rejects writes until"
                + " the node is restarted",
            lost.getMessage());
      }
      assertFalse(Files.exists(folder.resolve(deleted)), "nor is another made");
    }
  }

  @Test
  void replacedFileRejectsWrites() throws IOException {
    try (RmStore store = open("own.db")) {
      put(store, "urn:a:1");
      open("other.db").close();
      Files.move(
          folder.resolve("other.db"),
          folder.resolve("own.db"),
          StandardCopyOption.REPLACE_EXISTING);
      assertThrows(StoreException.class, () -> put(store, "urn:a:2"));
    }
  }

  private static void put(RmStore store, String name) {
    store.transact(
        "",
        tx -> {
          tx.put(Sequences.sink(name));
          return null;
        });
  }

  /**
   * What waits for a file that another process keeps hears so before its handler's time is over.
   */
  @Test
  void boundsWaitForLockedFile() throws SQLException {
    try (RmStore store = open("kept.db");
        Connection other = DriverManager.getConnection(url("kept.db"));
        Statement statement = other.createStatement()) {
      put(store, "urn:a:1");
      statement.execute("BEGIN IMMEDIATE");
      StoreException busy =
          assertTimeout(
              Duration.ofSeconds(10),
              () -> assertThrows(StoreException.class, () -> put(store, "urn:a:2")));
      assertTrue(busy.getMessage().contains("SQLITE_BUSY"), busy.getMessage());
      statement.execute("ROLLBACK");
      put(store, "urn:a:2");
    }
  }

  @Test
  void commitsAreDurable() throws SQLException {
    Database database = new Database(url("forced.db"), new Properties(), Instant::now);
    try (RmStore store = open("forced.db");
        Session session = database.connect()) {
      store.transact("", tx -> tx.keys("", 1));
      assertEquals(
          List.of("wal"),
          session.query("PRAGMA journal_mode", bind -> {}, mode -> mode.getString(1)));
      assertEquals(
          List.of(2), session.query("PRAGMA synchronous", bind -> {}, full -> full.getInt(1)));
    }
  }

  @Test
  void operatorRequiresExistingStore() throws SQLException {
    StoreException none = assertThrows(StoreException.class, () -> visit("none.db"));
    assertEquals("file not found: '" + folder.resolve("none.db") + "'", none.getMessage());
    try (Connection connection = DriverManager.getConnection(url("other.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE something (what INTEGER)");
    }
    StoreException other = assertThrows(StoreException.class, () -> visit("other.db"));
    assertTrue(
        other.getMessage().startsWith("no store found in " + url("other.db")), other.getMessage());
  }

  private void visit(String file) {
    JdbcRmStore.openForOperator(url(file), new Properties(), Instant::now, "operator", 1).close();
  }

  @Test
  void rejectsTablesOfOtherVersion() throws SQLException {
    open("old.db").close();
    try (Connection connection = DriverManager.getConnection(url("old.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE dharch_schema SET version = 99");
    }
    StoreException refused = assertThrows(StoreException.class, () -> open("old.db"));
    assertEquals(
        "the tables of 'rm' in "
            + url("old.db")
            + " have version 99; this release requires version 1",
        refused.getMessage());
  }

  @Test
  void rejectsUnsupportedStores() {
    StoreException h2 =
        assertThrows(
            StoreException.class,
            () -> JdbcRmStore.open("jdbc:h2:mem:x", new Properties(), Instant::now, "node", 1));
    assertEquals(
        "unsupported store URL: jdbc:h2:mem:x; H2 does not force its log to the disk with every"
            + " commit; it must be jdbc:sqlite:FILE or jdbc:postgresql:…",
        h2.getMessage());
    StoreException nowhere = assertThrows(StoreException.class, () -> open("no/such/folder/rm.db"));
    assertTrue(nowhere.getMessage().contains("no/such/folder/rm.db cannot be opened: "));
    StoreException many =
        assertThrows(
            StoreException.class,
            () -> JdbcRmStore.open(url("x.db"), new Properties(), Instant::now, "node", 65));
    assertEquals("connections must be 1 to 64 (got 65)", many.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:sqlite:",
        "jdbc:sqlite::memory:",
        "jdbc:sqlite:file::memory:?cache=shared",
        "jdbc:sqlite:file:x?cache=shared&mode=memory",
        "jdbc:sqlite:?cache=shared"
      })
  void rejectsInMemoryDatabases(String url) {
    StoreException refused =
        assertThrows(
            StoreException.class,
            () -> JdbcRmStore.open(url, new Properties(), Instant::now, "node", 1));
    assertEquals(
        "unsupported store URL: "
            + url
            + "; an in-memory database ends with its connection; it must be jdbc:sqlite:FILE or"
            + " jdbc:postgresql:…",
        refused.getMessage());
  }

  @Test
  void closedStoreFails() {
    RmStore store = open("closed.db");
    store.transact("", tx -> tx.keys("", 1));
    store.close();
    store.close();
    StoreException closed =
        assertThrows(StoreException.class, () -> store.transact("", tx -> List.of(tx.now())));
    assertEquals("the database failed: the store is closed", closed.getMessage());
  }
}
