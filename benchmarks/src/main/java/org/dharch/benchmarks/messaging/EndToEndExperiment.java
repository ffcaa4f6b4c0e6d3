package org.dharch.benchmarks.messaging;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.dharch.benchmarks.harness.Options;
import org.dharch.benchmarks.harness.Progress;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteReport;
import org.dharch.benchmarks.site.PostgresServer;

/**
 * Measures end-to-end reliable exchanges: DHArch and CXF alternate round by round, each with its
 * messages in a database of the same PostgreSQL. One thread.
 */
final class EndToEndExperiment {
  static final String DHARCH = "DHArch, PostgreSQL";
  static final String CXF = "CXF with RMTxStore, PostgreSQL";
  static final String SQLITE = "DHArch, SQLite";

  /** All names, in the order of the table. */
  static final List<String> NAMES = List.of(DHARCH, CXF, SQLITE);

  static final List<Integer> IN_FLIGHT = List.of(1, 64);
  static final String RATE = "rate";
  static final String CALL = "call p50";
  static final String CPU = "CPU";
  static final String RATIO = "DHArch's rate / CXF's";
  static final double MIN = 2;

  /** The column type of CXF's tables. */
  private static final String BLOB = "CREATE DOMAIN blob AS bytea";

  private final Options options;
  private final SuiteReport report;
  private final Progress progress;

  EndToEndExperiment(Options options, SuiteReport report, Progress progress) {
    this.options = options;
    this.report = report;
    this.progress = progress;
  }

  /** Returns the name of a result. */
  static String name(String contender, int inFlight) {
    return "end-to-end exchange, " + inFlight + " in flight: " + contender;
  }

  static int steps(Options options) {
    return IN_FLIGHT.size() * (rounds(options) + warmUps(options));
  }

  private static int rounds(Options options) {
    return options.choose(3, 15);
  }

  private static int warmUps(Options options) {
    return options.choose(1, 10);
  }

  void run() throws Exception {
    int clients = IN_FLIGHT.get(IN_FLIGHT.size() - 1);
    try (ScratchFolder folder = ScratchFolder.create("dharch-whole");
        PostgresServer server = PostgresServer.start(folder.path());
        EndToEndExchange ours =
            EndToEndExchange.dharch(
                folder.path().resolve("dharch"),
                server.newDatabase(),
                server.newDatabase(),
                clients);
        EndToEndExchange cxf =
            EndToEndExchange.cxf(
                folder.path().resolve("cxf"),
                "org.postgresql.Driver",
                server.newDatabase(BLOB),
                server.newDatabase(BLOB),
                clients);
        EndToEndExchange sqlite =
            EndToEndExchange.dharch(
                folder.path().resolve("sqlite"),
                "jdbc:sqlite:source.db",
                "jdbc:sqlite:sink.db",
                clients)) {
      Map<String, EndToEndExchange> contenders = new LinkedHashMap<>();
      contenders.put(DHARCH, ours);
      contenders.put(CXF, cxf);
      contenders.put(SQLITE, sqlite);
      for (int inFlight : IN_FLIGHT) {
        progress.phase("end-to-end exchanges, " + inFlight + " in flight");
        alternate(contenders, inFlight);
      }
    }
  }

  private void alternate(Map<String, EndToEndExchange> contenders, int inFlight) throws Exception {
    int count = inFlight == 1 ? options.choose(30, 300) : options.choose(128, 2_000);
    Map<String, List<EndToEndExchange.Round>> all = new LinkedHashMap<>();
    NAMES.forEach(name -> all.put(name, new ArrayList<>()));
    for (int round = -warmUps(options); round < rounds(options); round++) {
      for (int i = 0; i < NAMES.size(); i++) {
        String next = NAMES.get(Math.floorMod(round + i, NAMES.size()));
        EndToEndExchange.Round measured = contenders.get(next).round(count, inFlight);
        if (round >= 0) {
          all.get(next).add(measured);
        }
      }
      progress.step();
    }
    all.forEach((name, rounds) -> record(name(name, inFlight), inFlight, rounds));
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < rounds(options); i++) {
      ratios.add(all.get(DHARCH).get(i).rate() / all.get(CXF).get(i).rate());
    }
    Statistics ratio = Statistics.of(ratios);
    String name = name(DHARCH, inFlight);
    report.add(name, Map.of("in_flight", inFlight), RATIO, "", ratio);
    report.atLeast(name + ": rate / CXF's", ratio.median(), MIN);
  }

  private void record(String name, int inFlight, List<EndToEndExchange.Round> rounds) {
    Map<String, Object> parameters = Map.of("in_flight", inFlight, "bytes", 1_000);
    report.add(name, parameters, RATE, "1/s", of(rounds, EndToEndExchange.Round::rate));
    report.add(name, parameters, CALL, "us", of(rounds, EndToEndExchange.Round::p50Micros));
    report.add(name, parameters, CPU, "us", of(rounds, EndToEndExchange.Round::cpuMicros));
  }

  private static Statistics of(
      List<EndToEndExchange.Round> rounds, Function<EndToEndExchange.Round, Double> figure) {
    return Statistics.of(rounds.stream().map(figure).toList());
  }
}
