package org.dharch.ws.rm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.dharch.testing.Awaits;
import org.dharch.testing.TestPostgres;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.rm.MessageState;
import org.dharch.ws.rm.SourceSequence;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class PostgresRmStoreTest extends RmStoreContract {
  private String url;

  @BeforeEach
  void makeOne() {
    url = TestPostgres.newDatabase();
  }

  @Override
  RmStore open() {
    return open("node");
  }

  private RmStore open(String node) {
    // a host whose clock is wrong: the data base's own counts
    return JdbcRmStore.open(url, new Properties(), () -> Instant.EPOCH, node, 3);
  }

  @Override
  long now() {
    return store().transact("", RmTransaction::now);
  }

  @Override
  boolean advance(long millis) {
    return false;
  }

  @Test
  void usesServerTime() {
    long seen = now();
    assertTrue(Math.abs(System.currentTimeMillis() - seen) < 60_000, "" + seen);
  }

  @Test
  void concurrentNodesLoseNoUpdates() throws Exception {
    store()
        .transact(
            "",
            tx -> {
              tx.put(Sequences.source("urn:a:1", "there"));
              return null;
            });
    ExecutorService threads = Executors.newFixedThreadPool(6);
    List<RmStore> nodes = List.of(open("n1"), open("n2"), open("n3"));
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int t = 0; t < 90; t++) {
        RmStore node = nodes.get(t % nodes.size());
        done.add(threads.submit(() -> untilDone(node)));
      }
      for (Future<?> each : done) {
        each.get();
      }
    } finally {
      threads.shutdown();
      nodes.forEach(RmStore::close);
    }
    SourceSequence end =
        (SourceSequence) store().transact("", tx -> tx.sequence("urn:a:1")).orElseThrow();
    assertEquals(90, end.numbers().taken());
  }

  /** As a message that is put off when another node was faster. */
  private static void untilDone(RmStore node) {
    boolean isDone;
    do {
      isDone = isDone(node);
    } while (!isDone);
  }

  private static boolean isDone(RmStore node) {
    try {
      return node.transact(
          "urn:a:1",
          tx -> {
            SourceSequence was = (SourceSequence) tx.sequence("urn:a:1").orElseThrow();
            tx.put(Sequences.taken(was, was.numbers().taken() + 1));
            return true;
          });
    } catch (ConflictException e) {
      return false;
    }
  }

  /** A plan that is made while a table is empty is kept until the table is analyzed. */
  @Test
  void queriesUseIndices() throws Exception {
    put(Sequences.sink("urn:a:1"));
    long count = 300;
    for (long n = 1; n <= count; n++) {
      long number = n;
      keep("urn:a:1", message(n, MessageState.ACKNOWLEDGED, Long.MAX_VALUE - n, "h" + n));
      assertTrue(messages("urn:a:1", held -> held.at(number)).isPresent());
      assertTrue(messages("urn:a:1", held -> held.ownedBy("h" + number)).isPresent());
      assertEquals(List.of(), messages("urn:a:1", held -> held.in(MessageState.SENT, 9)));
    }
    close(); // its connections report what they have done when they end
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      Awaits.soon().until(() -> sum(statement, "idx_scan") >= 3 * count);
      assertTrue(sum(statement, "idx_tup_read") < 10 * count, () -> "read: " + reads(statement));
    }
  }

  private static long sum(Statement statement, String column) throws SQLException {
    try (ResultSet row =
        statement.executeQuery(
            "SELECT SUM(" + column + ") FROM pg_stat_user_indexes WHERE relname = 'rm_message'")) {
      row.next();
      return row.getLong(1);
    }
  }

  private static String reads(Statement statement) {
    List<String> reads = new ArrayList<>();
    try (ResultSet row =
        statement.executeQuery(
            "SELECT indexrelname, idx_scan, idx_tup_read FROM pg_stat_user_indexes"
                + " WHERE relname = 'rm_message'")) {
      while (row.next()) {
        reads.add(row.getString(1) + ": " + row.getLong(2) + " scans, " + row.getLong(3));
      }
    } catch (SQLException e) {
      reads.add(String.valueOf(e));
    }
    return String.valueOf(reads);
  }

  @Test
  void reopensLostConnection() throws Exception {
    store().transact("", tx -> tx.keys("", 1));
    try (Connection connection = DriverManager.getConnection(url)) {
      TestPostgres.closeOtherConnections(connection);
    }
    store()
        .transact(
            "",
            tx -> {
              tx.put(Sequences.sink("urn:a:1"));
              return null;
            });
    assertEquals(List.of("urn:a:1"), store().transact("", tx -> tx.keys("", 9)));
  }
}
