package org.dharch.benchmarks.messaging;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.dharch.benchmarks.harness.Options;
import org.dharch.benchmarks.harness.Progress;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteReport;
import org.dharch.benchmarks.site.PostgresServer;

/** Figure 15: the cost of storage at a source and at a sink. One thread. */
final class StorageExperiment {
  /** Sizes of message bodies, in bytes. */
  static final List<Integer> SIZES = List.of(100, 1_000, 10_000);

  static final String SQLITE = "SQLite";
  static final String POSTGRESQL = "PostgreSQL";
  static final String SOURCE = "source";
  static final String SINK = "sink";
  static final String RATE = "messages";
  static final int IN_FLIGHT = 64;

  /** Upper bounds of the median, in microseconds. */
  static final Map<String, Double> BOUNDS = Map.of(SQLITE, 600.0, POSTGRESQL, 1_200.0);

  /** The minimum messages per second with this many in flight. */
  static final double MIN_RATE = 3_000;

  private final Options options;
  private final SuiteReport report;
  private final Progress progress;

  StorageExperiment(Options options, SuiteReport report, Progress progress) {
    this.options = options;
    this.report = report;
    this.progress = progress;
  }

  /** Returns the name of a result. */
  static String name(String store, int size) {
    return "a message of " + size + " B with storage in " + store;
  }

  /** Returns the name of a throughput result. */
  static String inFlight() {
    return IN_FLIGHT + " in flight, 1000 B, with storage in " + SQLITE;
  }

  static int steps() {
    return 2 * SIZES.size() + 1;
  }

  void run() throws Exception {
    try (ScratchFolder folder = ScratchFolder.create("dharch-rm")) {
      progress.phase("figure 15, SQLite");
      for (int size : SIZES) {
        oneAtATime(SQLITE, size, sqlite(folder, "a" + size), sqlite(folder, "b" + size));
      }
      progress.phase("figure 15, " + IN_FLIGHT + " in flight");
      together(sqlite(folder, "source"), sqlite(folder, "sink"));
      progress.phase("figure 15, PostgreSQL");
      try (PostgresServer server = PostgresServer.start(folder.path())) {
        for (int size : SIZES) {
          oneAtATime(POSTGRESQL, size, server.newDatabase(), server.newDatabase());
        }
      }
    }
  }

  private static String sqlite(ScratchFolder folder, String name) throws Exception {
    Path within = Files.createDirectories(folder.path().resolve("sqlite"));
    return "jdbc:sqlite:" + within.resolve(name + ".db");
  }

  private void oneAtATime(String store, int size, String from, String to) {
    int count = options.choose(100, 3_000);
    double[] source = new double[count];
    double[] atSink = new double[count];
    try (StoredMessages messages = new StoredMessages(from, to, size)) {
      StoredMessages.Conversation conversation = messages.new Conversation(1);
      for (int i = -count; i < count; i++) {
        StoredMessages.Times times = conversation.one();
        if (i >= 0) { // earlier iterations warm up
          source[i] = times.source();
          atSink[i] = times.sink();
        }
      }
    }
    String name = name(store, size);
    Map<String, Object> parameters = Map.of("bytes", size, "store", store);
    Statistics sent = Statistics.of(source);
    Statistics taken = Statistics.of(atSink);
    report.add(name, parameters, SOURCE, "us", sent);
    report.add(name, parameters, SINK, "us", taken);
    if (!options.quick()) {
      report.atMost(name + ", source: us", sent.median(), BOUNDS.get(store));
      report.atMost(name + ", sink: us", taken.median(), BOUNDS.get(store));
    }
    progress.step();
  }

  /** Each sends its next message as soon as the previous one is acknowledged. */
  private void together(String from, String to) throws Exception {
    int each = options.choose(10, 200);
    double[] rates = new double[options.choose(3, 7)];
    ExecutorService senders = Executors.newFixedThreadPool(IN_FLIGHT);
    try (StoredMessages messages = new StoredMessages(from, to, 1_000)) {
      List<StoredMessages.Conversation> conversations = new ArrayList<>();
      for (int n = 0; n < IN_FLIGHT; n++) {
        conversations.add(messages.new Conversation(n));
      }
      for (int round = -1; round < rates.length; round++) {
        long begin = System.nanoTime();
        List<Future<?>> all = new ArrayList<>();
        for (StoredMessages.Conversation conversation : conversations) {
          all.add(
              senders.submit(
                  () -> {
                    for (int i = 0; i < each; i++) {
                      conversation.one();
                    }
                  }));
        }
        for (Future<?> one : all) {
          one.get();
        }
        if (round >= 0) { // the first round warms up
          rates[round] = IN_FLIGHT * each / ((System.nanoTime() - begin) / 1e9);
        }
      }
    } finally {
      senders.shutdown();
    }
    Statistics rate = Statistics.of(rates);
    report.add(
        inFlight(),
        Map.of("in_flight", IN_FLIGHT, "store", SQLITE, "bytes", 1_000),
        RATE,
        "1/s",
        rate);
    if (!options.quick()) {
      report.atLeast(inFlight() + ": 1/s", rate.median(), MIN_RATE);
    }
    progress.step();
  }
}
