package org.dharch.ws.security;

import static org.dharch.ws.security.Secured.SOAP11;
import static org.dharch.ws.security.Secured.after;
import static org.dharch.ws.security.Secured.assertRefused;
import static org.dharch.ws.security.Secured.in;
import static org.dharch.ws.security.Secured.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.dharch.testing.TestPostgres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may come once only, in memory and in a data base. */
final class ReplaysTest {
  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

  @TempDir Path folder;

  private Replays open(String where, int most) {
    return where.equals("memory")
        ? new MemoryReplays(most)
        : new JdbcReplays(url(where), new Properties(), most);
  }

  private String url(String where) {
    return where.equals("PostgreSQL")
        ? TestPostgres.newDatabase()
        : "jdbc:sqlite:" + folder.resolve("r.db");
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "SQLite", "PostgreSQL"})
  void acceptsKeyOnceUntilExpired(String where) throws Exception {
    try (Replays replays = open(where, 100)) {
      Instant until = NOW.plusSeconds(10);
      assertTrue(replays.isFirst("k", "m1", until, NOW));
      assertTrue(replays.isFirst("k", "m1", until, NOW), "the message again");
      assertFalse(replays.isFirst("k", "m2", until, NOW));
      assertFalse(replays.isFirst("k", "m2", until, until));
      assertTrue(replays.isFirst("k", "m2", until.plusSeconds(10), until.plusSeconds(1)));
      assertFalse(replays.isFirst("k", "m1", until.plusSeconds(10), until.plusSeconds(1)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "SQLite", "PostgreSQL"})
  void acceptsOneOfConcurrentKeys(String where) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (Replays replays = open(where, 10_000)) {
      for (int round = 0; round < 20; round++) {
        String key = "k" + round;
        List<Callable<Boolean>> tries = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          String message = "m" + i;
          tries.add(() -> replays.isFirst(key, message, NOW.plusSeconds(10), NOW));
        }
        int first = 0;
        for (Future<Boolean> each : threads.invokeAll(tries)) {
          first += each.get() ? 1 : 0;
        }
        assertEquals(1, first, key);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "SQLite", "PostgreSQL"})
  void fullStoreForgetsNothing(String where) throws Exception {
    try (Replays replays = open(where, 2)) {
      replays.isFirst("a", "m", NOW.plusSeconds(60), NOW);
      replays.isFirst("b", "m", NOW.plusSeconds(60), NOW);
      Instant later = NOW.plusSeconds(31);
      assertThrows(
          ReplaysFullException.class,
          () -> replays.isFirst("c", "m", later.plusSeconds(60), later));
      Instant over = NOW.plusSeconds(62);
      assertTrue(replays.isFirst("c", "m", over.plusSeconds(60), over));
    }
  }

  /** Where they are, and what the data base says, is for the log. */
  @ParameterizedTest
  @ValueSource(strings = {"SQLite", "PostgreSQL"})
  void failureHidesDatabase(String where) throws Exception {
    JdbcReplays replays = (JdbcReplays) open(where, 10);
    try (replays;
        Connection connection = replays.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE wss_replay");
      ReplaysFullException failed =
          assertThrows(
              ReplaysFullException.class,
              () -> replays.isFirst("k", "m", NOW.plusSeconds(10), NOW));
      assertEquals("replay protection failed; see the log of the node", failed.getMessage());
    }
  }

  /** What was said to have come has come after a power failure, too. */
  @ParameterizedTest
  @CsvSource({"SQLite, PRAGMA synchronous, 2", "PostgreSQL, SHOW synchronous_commit, on"})
  void keysSurviveRestart(String where, String question, String answer) throws Exception {
    JdbcReplays replays = (JdbcReplays) open(where, 10);
    try (replays;
        Connection connection = replays.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      assertTrue(row.next());
      assertEquals(answer, row.getString(1));
    }
  }

  /** Two nodes with one data base take a message once. */
  @ParameterizedTest
  @ValueSource(strings = {"SQLite", "PostgreSQL"})
  void nodesShareKeys(String where) throws Exception {
    String url = url(where);
    SecurityInHandler one = in("replays", url);
    SecurityInHandler two = in("replays", url);
    byte[] message = after(out("Timestamp Signature"), SOAP11.of("<o:order/>"));
    after(one, message);
    assertRefused("InvalidSecurity", two, message);
    one.close();
    two.close();
    SecurityInHandler three = in("replays", url);
    assertRefused("InvalidSecurity", three, message);
    three.close();
  }

  /** A data base that was started again is asked again, and knows what has come. */
  @Test
  void replacesClosedConnection() throws Exception {
    try (JdbcReplays replays = new JdbcReplays(url("PostgreSQL"), new Properties(), 10)) {
      assertTrue(replays.isFirst("k", "m1", NOW.plusSeconds(60), NOW));
      try (Connection connection = replays.connect()) {
        TestPostgres.closeOtherConnections(connection);
      }
      assertFalse(replays.isFirst("k", "m2", NOW.plusSeconds(60), NOW));
    }
  }
}
