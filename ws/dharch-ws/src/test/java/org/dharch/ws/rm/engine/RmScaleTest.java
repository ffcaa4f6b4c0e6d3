package org.dharch.ws.rm.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SteadyClock;
import org.dharch.ws.rm.Terms;
import org.dharch.ws.rm.store.JdbcRmStore;
import org.dharch.ws.rm.store.RmStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many open sequences at a sink on a SQLite file, and on a PostgreSQL that forces what it commits,
 * a message to each, and a restart: {@code -Drmscale.sequences=N}; 2,000 with -Pfull.
 */
@Tag("full")
class RmScaleTest {
  private static final int COUNT = Integer.getInteger("rmscale.sequences", 2_000);
  private static final int THREADS = 32;
  private static final int MOST_HEAP_BYTES = 1_024;
  private static final double MOST_RESTART_SECONDS = 20;
  private static final byte[] ENVELOPE = new byte[1_300];

  private static final int CONNECTIONS = 4; // as handlers have by default

  @TempDir Path folder;

  private static RmStore open(String url) {
    InstantSource clock = SteadyClock.system();
    return JdbcRmStore.open(url, new Properties(), clock, "node", CONNECTIONS);
  }

  private static RmEngine engine(RmStore store, int incarnation) {
    return new RmEngine(store, RmSettings.DEFAULT, new SecureRandom(), "node~" + incarnation);
  }

  private static SequenceRequest request(int n) {
    Terms terms =
        new Terms(
            RmVersion.RM_1_1,
            "http://www.w3.org/2005/08/addressing",
            "http://schemas.xmlsoap.org/soap/envelope/",
            "Greeter",
            "",
            "",
            DeliveryAssurance.EXACTLY_ONCE_IN_ORDER,
            IncompleteSequenceBehavior.NO_DISCARD,
            3_600_000,
            "urn:uuid:create-" + n);
    return new SequenceRequest(terms, RmMessage.NEVER, Optional.empty(), Optional.empty());
  }

  /** All of them, by several threads, each its share; what came of each in its place. */
  private static <T> List<T> all(IntFunction<T> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<List<T>>> shares = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        int from = (int) ((long) COUNT * t / THREADS);
        int to = (int) ((long) COUNT * (t + 1) / THREADS);
        shares.add(
            threads.submit(
                () -> {
                  List<T> done = new ArrayList<>(to - from);
                  for (int n = from; n < to; n++) {
                    done.add(work.apply(n));
                  }
                  return done;
                }));
      }
      List<T> all = new ArrayList<>(COUNT);
      for (Future<List<T>> share : shares) {
        all.addAll(share.get());
      }
      return all;
    } finally {
      threads.shutdownNow();
    }
  }

  /** It is acknowledged, and delivered. */
  private static boolean takes(RmEngine engine, SequenceId id, long number) {
    RmResult result = engine.oneWay(id, number, false, false, ENVELOPE);
    assertTrue(result.answer().orElseThrow().action() instanceof RmAction.Acknowledge);
    for (RmDirective emission : result.emissions()) {
      RmAction.Deliver deliver = (RmAction.Deliver) emission.action();
      RmResult next = engine.delivered(id.value(), deliver.number(), deliver.owner(), true);
      assertEquals(List.of(), next.emissions());
    }
    return true;
  }

  private static long usedHeap() throws InterruptedException {
    long least = Long.MAX_VALUE;
    for (int n = 0; n < 4; n++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  @Test
  void manySequencesOnSqlite() throws Exception {
    manyAreOpen("SQLite", "jdbc:sqlite:" + folder.resolve("rm.db"));
  }

  @Test
  void manySequencesOnPostgresql() throws Exception {
    try (EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setDataDirectory(folder.resolve("postgresql"))
            .setPGStartupWait(Duration.ofMinutes(2))
            .setLocaleConfig("locale", "C")
            .setServerConfig("fsync", "on")
            .start()) {
      manyAreOpen("PostgreSQL", server.getJdbcUrl("postgres", "postgres"));
    }
  }

  private static void manyAreOpen(String kind, String url) throws Exception {
    RmStore store = open(url);
    RmEngine engine = engine(store, 1);
    assertTrue(takes(engine, created(engine, 0), 1)); // what is made once is made
    long empty = usedHeap();
    long start = System.nanoTime();
    List<SequenceId> ids = all(n -> created(engine, n));
    double creating = seconds(start);
    start = System.nanoTime();
    List<Boolean> taken = all(n -> takes(engine, ids.get(n), 1));
    double messages = seconds(start);
    assertEquals(COUNT, taken.size());
    assertEquals(List.of(), engine.due(64).directives());
    long own = COUNT * (24L + 8 + 24 + 24 + 48); // the ids that this test has: list, id, text
    long heap = Math.max(0, (usedHeap() - empty - own) / COUNT);
    store.close();

    start = System.nanoTime();
    try (RmStore again = open(url)) {
      RmEngine next = engine(again, 2);
      assertEquals(List.of(), next.due(64).directives());
      assertTrue(takes(next, ids.get(COUNT / 2), 2));
      double restart = seconds(start);
      assertEquals(COUNT, again.transact("", tx -> tx.usage()).sequences());
      System.out.printf(
          "rm scale: %s: %d open sequences, created in %.1f s, a message to each delivered in %.1f"
              + " s, %d B of heap each, restart in %.2f s%n",
          kind, COUNT, creating, messages, heap, restart);
      assertTrue(heap <= MOST_HEAP_BYTES, heap + " B of heap for each");
      assertTrue(restart <= MOST_RESTART_SECONDS, restart + " s to begin again");
    }
  }

  private static SequenceId created(RmEngine engine, int n) {
    RmDirective answer = engine.create(request(n)).answer().orElseThrow();
    assertTrue(answer.action() instanceof RmAction.Granted, () -> answer.toString());
    return ((SinkSequence) answer.sequence()).id();
  }
}
