package org.dharch.ws.handlers.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.dharch.testing.ForkedJvm;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmSettings;
import org.dharch.ws.rm.store.JdbcRmStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/rm.md promises from end to end: an Axis2 client, its RM node, its broker, and an Axis2
 * service, its RM node, its broker, each a process that is killed with {@code kill -9} under load.
 * Only with {@code -Prm-kill -Drmkill.minutes=M}, which has it do so for M minutes, with 0 each
 * once (two minutes, with 20 sequences); {@code -Drmkill.seed} repeats what an earlier run did.
 */
@EnabledIfSystemProperty(named = "rmkill.minutes", matches = "\\d+")
class RmChainKillTest {
  private static final Pattern READY = Pattern.compile("(?m)^READY (\\S+)");
  private static final int MINUTES = Integer.getInteger("rmkill.minutes", 0);
  private static final long SEED =
      Long.getLong("rmkill.seed", new Random().nextInt(Integer.MAX_VALUE));
  private static final int SEQUENCES = MINUTES > 0 ? 200 : 20;
  private static final int PARALLEL = 5;

  /** Past a lease and some retransmissions. */
  private static final Duration LIMIT = Duration.ofMinutes(4);

  /** Processes, in the order in which they are started. */
  private enum Part {
    SOURCE_BROKER,
    SINK_BROKER,
    SOURCE_NODE,
    SINK_NODE,
    SINK_MANAGER,
    SOURCE_MANAGER
  }

  /** What is killed at once. */
  private static final List<List<Part>> KILLS =
      List.of(
          List.of(Part.SINK_NODE),
          List.of(Part.SINK_MANAGER),
          List.of(Part.SOURCE_NODE),
          List.of(Part.SOURCE_MANAGER),
          List.of(Part.SINK_NODE, Part.SINK_MANAGER),
          List.of(Part.SOURCE_NODE, Part.SOURCE_MANAGER),
          List.of(Part.SOURCE_BROKER),
          List.of(Part.SINK_BROKER),
          List.of(Part.values()));

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  private final Random random = new Random(SEED);
  private final Map<Part, ForkedJvm> running = new EnumMap<>(Part.class);
  private final Map<Part, Integer> ports = new EnumMap<>(Part.class);
  private final Map<String, Integer> kills = new TreeMap<>();
  private int incarnations;

  @Test
  void deliversAcceptedOnceInOrder() throws Exception {
    System.out.println("rm chaos: seed " + SEED);
    ChainService.open(ledger()).close();
    for (Part part : Part.values()) {
      ports.put(part, freePort());
    }
    long began = System.nanoTime();
    String address = "http://127.0.0.1:" + ports.get(Part.SINK_MANAGER) + "/axis2/services/Ledger/";
    try (ChainSender sender =
        new ChainSender(ports.get(Part.SOURCE_MANAGER), address, SEQUENCES, PARALLEL)) {
      for (Part part : Part.values()) {
        start(part);
      }
      sender.start();
      List<List<Part>> each = new ArrayList<>(KILLS);
      do {
        Collections.shuffle(each, random);
        for (List<Part> parts : each) {
          int enough = sender.count() + 1 + random.nextInt(40);
          Awaitility.await("messages are accepted")
              .atMost(LIMIT)
              .until(() -> sender.count() >= enough);
          kill(parts);
        }
      } while (System.nanoTime() - began < Duration.ofMinutes(MINUTES).toNanos());
      sender.end();
      judge(sender, began);
    } finally {
      running.values().forEach(ForkedJvm::close);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private String ledger() {
    return "jdbc:sqlite:" + folder.resolve("service.db");
  }

  private String store(String end) {
    return "jdbc:sqlite:" + folder.resolve(end + ".db");
  }

  private void kill(List<Part> parts) throws IOException {
    kills.merge(parts.size() == Part.values().length ? "all" : parts.toString(), 1, Integer::sum);
    parts.forEach(part -> running.get(part).process().destroyForcibly());
    parts.forEach(part -> running.get(part).close());
    for (Part part : parts) {
      start(part);
    }
  }

  private void start(Part part) throws IOException {
    String port = Integer.toString(ports.get(part));
    String sourceBroker = "tcp://127.0.0.1:" + ports.get(Part.SOURCE_BROKER);
    String sinkBroker = "tcp://127.0.0.1:" + ports.get(Part.SINK_BROKER);
    ForkedJvm jvm =
        switch (part) {
          case SOURCE_BROKER -> start(part, ChainBroker.class, sourceBroker);
          case SINK_BROKER -> start(part, ChainBroker.class, sinkBroker);
          case SOURCE_NODE ->
              start(
                  part,
                  ChainNode.class,
                  ChainDocuments.sourceNode(folder, store("source")).toString(),
                  sourceBroker);
          case SINK_NODE ->
              start(
                  part,
                  ChainNode.class,
                  ChainDocuments.sinkNode(folder, store("sink")).toString(),
                  sinkBroker);
          case SINK_MANAGER ->
              start(
                  part,
                  ChainServer.class,
                  port,
                  sinkBroker,
                  ChainDocuments.sink(folder).toString());
          case SOURCE_MANAGER ->
              start(
                  part,
                  ChainClient.class,
                  port,
                  sourceBroker,
                  ChainDocuments.source(folder).toString());
        };
    running.put(part, jvm);
    jvm.await(READY);
  }

  private ForkedJvm start(Part part, Class<?> main, String... args) throws IOException {
    return ForkedJvm.start(
        folder.resolve(part + "." + ++incarnations + ".log"),
        List.of(
            "-Xmx256m",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-D" + ChainService.DATABASE + "=" + ledger()),
        main,
        args);
  }

  private void judge(ChainSender sender, long began) throws Exception {
    try (JdbcRmStore source = visit("source");
        JdbcRmStore sink = visit("sink");
        Connection connection = ChainService.open(ledger())) {
      RmEngine atSource = engine(source);
      RmEngine atSink = engine(sink);
      Awaitility.await("everything is acknowledged and delivered")
          .atMost(LIMIT)
          .until(() -> isAtRest(atSource, atSink));
      ChainLedger ledger = ChainLedger.read(connection, sender.accepted());
      long numbered = sources(atSource).stream().mapToLong(one -> one.numbers().taken()).sum();
      System.out.printf(
          "rm chaos: seed %d, %d s, SQLite, %d messages accepted and %d of which nobody knew in %d"
              + " sequences, %d of them delivered, kills %s: lost %d, twice %d, out of order %d;"
              + " %d came again and did nothing%n",
          SEED,
          Duration.ofNanos(System.nanoTime() - began).toSeconds(),
          sender.count(),
          sender.unknown(),
          ledger.sequences(),
          ledger.taken(),
          kills,
          ledger.lost(),
          ledger.twice(),
          ledger.outOfOrder(),
          ledger.again());
      assertEquals(0, ledger.lost());
      assertEquals(0, ledger.twice());
      assertEquals(0, ledger.outOfOrder());
      // fewer only where a sequence is forgotten, which is over with nothing lost
      assertTrue(numbered <= ledger.taken(), numbered + " have a number: " + ledger);
      assertTrue(ledger.sequences() > 0);
    }
  }

  private JdbcRmStore visit(String end) {
    return JdbcRmStore.openForOperator(
        store(end), new Properties(), InstantSource.system(), "visitor", 1);
  }

  private static RmEngine engine(JdbcRmStore store) {
    return new RmEngine(store, RmSettings.DEFAULT, new SplittableRandom(), "visitor");
  }

  private static List<SourceSequence> sources(RmEngine engine) {
    return engine.sequences("", 10 * SEQUENCES).stream()
        .filter(SourceSequence.class::isInstance)
        .map(SourceSequence.class::cast)
        .toList();
  }

  private static boolean isAtRest(RmEngine source, RmEngine sink) {
    return sources(source).stream().allMatch(one -> one.unacknowledged().isEmpty())
        && sink.sequences("", 10 * SEQUENCES).stream()
            .filter(SinkSequence.class::isInstance)
            .map(SinkSequence.class::cast)
            .allMatch(one -> one.counts().held() == 0);
  }
}
