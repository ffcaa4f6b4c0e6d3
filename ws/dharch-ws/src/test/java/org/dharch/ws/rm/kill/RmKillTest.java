package org.dharch.ws.rm.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.dharch.testing.ForkedJvm;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.store.JdbcRmStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/rm.md promises of a sink, with real processes that are killed with {@code kill -9}
 * under load. {@code -Prm-kill -Drmkill.minutes=M} has it do so for M minutes on each kind of
 * store; without, each is killed a few times.
 */
@Tag("full")
class RmKillTest {
  private static final Pattern READY = Pattern.compile("(?m)^READY (\\d+)$");
  private static final int KILLS = 4;
  private static final Duration STOPPED = Duration.ofSeconds(5);
  private static final int SEQUENCES = 200;
  private static final int PARALLEL = 6;
  private static final Duration LIMIT = Duration.ofMinutes(4);

  @TempDir Path folder;
  private final Random random = new Random(17);
  private final List<ForkedJvm> nodes = new ArrayList<>();
  private int[] ports = {};
  private String store = "";
  private String service = "";
  private int incarnations;
  private int kills;
  private int stops;
  private int databaseKills;
  private long at;

  @Test
  void killsOnSqlite() throws Exception {
    store = "jdbc:sqlite:" + folder.resolve("rm.db");
    service = "jdbc:sqlite:" + folder.resolve("service.db");
    run("SQLite", 1, Optional.empty());
  }

  @Test
  void killsOnSharedPostgres() throws Exception {
    try (KilledPostgres postgres =
        new KilledPostgres(folder.resolve("postgres"), freePorts(1)[0])) {
      store = postgres.database("rm");
      service = postgres.database("service");
      run("PostgreSQL", 2, Optional.of(postgres));
    }
  }

  private static int[] freePorts(int count) throws IOException {
    List<ServerSocket> open = new ArrayList<>();
    int[] ports = new int[count];
    for (int n = 0; n < count; n++) {
      open.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      ports[n] = open.get(n).getLocalPort();
    }
    for (ServerSocket one : open) {
      one.close();
    }
    return ports;
  }

  private void run(String what, int count, Optional<KilledPostgres> postgres) throws Exception {
    LedgerService.open(service).close();
    ports = freePorts(count);
    for (int n = 0; n < count; n++) {
      nodes.add(start(n));
    }
    try (KillSender sender = new KillSender(ports, SEQUENCES, PARALLEL, 1)) {
      nodes.forEach(node -> node.await(READY));
      sender.start();
      long end =
          System.nanoTime() + Duration.ofMinutes(Long.getLong("rmkill.minutes", 0)).toNanos();
      while (kills + databaseKills < KILLS || System.nanoTime() < end) {
        at = sender.acknowledged() + 1 + random.nextInt(300);
        Awaitility.await("acknowledgements go on").atMost(LIMIT).until(() -> isTime(sender));
        assertEquals("", sender.problem());
        kill(postgres);
      }
      sender.end();
      Awaitility.await("everything is acknowledged").atMost(LIMIT).until(sender::isOver);
      assertEquals("", sender.problem());
      judge(what, sender.promised());
    } finally {
      nodes.forEach(ForkedJvm::close);
    }
  }

  private boolean isTime(KillSender sender) {
    return sender.acknowledged() >= at || !sender.problem().isEmpty();
  }

  private ForkedJvm start(int node) throws IOException {
    return ForkedJvm.start(
        folder.resolve("node" + node + "." + ++incarnations + ".log"),
        List.of("-Xmx256m"),
        KilledSink.class,
        store,
        service,
        Integer.toString(ports[node]),
        "node" + node + "." + incarnations);
  }

  /**
   * One node, all of them at once, or the data base; or a node is stopped for longer than its
   * leases are, and goes on.
   */
  private void kill(Optional<KilledPostgres> postgres) throws Exception {
    int which = random.nextInt(5);
    if (which == 4 || (nodes.size() > 1 && stops == 0)) {
      stops++;
      ForkedJvm stopped = nodes.get(random.nextInt(nodes.size()));
      signal(stopped, "STOP");
      Awaitility.await().pollDelay(STOPPED).atMost(LIMIT).until(() -> true);
      signal(stopped, "CONT");
      return;
    }
    if (postgres.isPresent() && (which == 0 || (kills == KILLS - 1 && databaseKills == 0))) {
      databaseKills++;
      postgres.get().killAndStart();
      return;
    }
    List<Integer> killed =
        which == 1 ? List.of(0, nodes.size() - 1) : List.of(random.nextInt(nodes.size()));
    for (int n : killed.stream().distinct().toList()) {
      kills++;
      nodes.get(n).close();
      nodes.set(n, start(n));
      if (which > 1) {
        nodes.get(n).await(READY);
      }
    }
  }

  private static void signal(ForkedJvm node, String name) throws Exception {
    List<String> kill = List.of("kill", "-" + name, Long.toString(node.process().pid()));
    assertEquals(0, new ProcessBuilder(kill).start().waitFor());
  }

  private void judge(String what, Map<String, Ranges> promised) throws SQLException {
    try (Connection connection = LedgerService.open(service)) {
      awaitNothingHeld();
      KillLedger ledger = KillLedger.read(connection, promised);
      System.out.printf(
          "rm kill -9 on %s: %d sequences, %d messages acknowledged, %d kills of nodes, %d of the"
              + " data base, %d stops of a node, lost %d, twice %d, out of order %d; %d came again"
              + " and did nothing%n",
          what,
          promised.size(),
          ledger.acknowledged(),
          kills,
          databaseKills,
          stops,
          ledger.lost(),
          ledger.twice(),
          ledger.outOfOrder(),
          ledger.again());
      assertEquals(SEQUENCES, promised.size());
      assertTrue(ledger.acknowledged() > KILLS, ledger.toString());
      assertEquals(0, ledger.lost());
      assertEquals(0, ledger.twice());
      assertEquals(0, ledger.outOfOrder());
    }
  }

  /** An operator sees that nothing waits any more, while the nodes run. */
  private void awaitNothingHeld() {
    try (JdbcRmStore operator =
        JdbcRmStore.openForOperator(
            store, new Properties(), InstantSource.system(), "operator", 1)) {
      Awaitility.await("nothing is held")
          .atMost(LIMIT)
          .until(
              () ->
                  operator.transact(
                      "",
                      tx ->
                          tx.keys("", SEQUENCES + 1).stream()
                              .map(key -> (SinkSequence) tx.sequence(key).orElseThrow())
                              .allMatch(sink -> sink.counts().held() == 0)));
    }
  }
}
