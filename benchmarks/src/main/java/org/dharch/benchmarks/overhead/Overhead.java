package org.dharch.benchmarks.overhead;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.site.SoapConnection;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.FarHandler;
import org.dharch.benchmarks.subject.MeteredLoop;
import org.dharch.samples.AxisServer;

/** The measuring part of {@link OverheadSuite}. Once, by one thread. */
final class Overhead extends Experiment {
  static final String CALLER_RUNS = "DHArch, caller runs";
  static final String SUSPENDING = "suspend and resume";
  static final String FIVE = "five no-op handlers, 10 KB, 64 in flight";
  static final String MONITORED = "admin port, metrics and tracing, 10 KB, 64 in flight";
  static final String SEQUENCE = "one no-op handler a stage, 10 KB, ";
  static final int[] SEQUENCE_IN_FLIGHT = {1, 64};
  static final int[] WORK_MICROS = {50, 500};
  static final int[] READ_KILOBYTES = {10, 100};
  static final List<Integer> IN_FLIGHT = List.of(1, 8, 64);
  static final String OF_JMS = "throughput / raw JMS";

  private static final double STAGE_BOUND = 1.25;
  private static final double FIVE_HANDLERS_BOUND = 3;
  private static final double FIVE_STAGES_BOUND = 1.3;
  private static final double MONITORED_BOUND = 1.02;
  private static final double IN_MEMORY_BOUND_MICROS = 20;

  /**
   * 3 sizes by 3 numbers in flight, five handlers, in memory, monitored, sequences, and some
   * handlers that work or read.
   */
  private static final int COMPARISONS =
      3 * 3 + 4 + SEQUENCE_IN_FLIGHT.length + WORK_MICROS.length + READ_KILOBYTES.length;

  private static final String MONITORED_CELL = "watched";

  private final int rounds;
  private final long roundNanos;
  private final long warmUpNanos;
  private final List<Integer> inFlights;

  /**
   * Selects cells of the first table, as {@code KB/in flight}, or {@code monitored}, for a partial
   * run; empty for all.
   */
  private final List<String> cells;

  Overhead(SuiteRun run) {
    super(run);
    rounds = run.options().choose(12, 20);
    roundNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(100, 500));
    warmUpNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(2000, 3000));
    inFlights = run.options().quick() ? List.of(1, 64) : IN_FLIGHT;
    String only = System.getProperty("bench.cells", "");
    cells = only.isEmpty() ? List.of() : List.of(only.split(",", -1));
    int comparisons = cells.isEmpty() ? COMPARISONS : cells.size();
    progress.steps((long) comparisons * (rounds + RemoteStages.WARM_UP_ROUNDS));
  }

  static String noOp(int kilobytes, int inFlight) {
    return "one no-op handler, " + kilobytes + " KB, " + inFlight + " in flight";
  }

  static String working(int micros) {
    return "one handler of " + micros + " us of a core, 10 KB, 64 in flight";
  }

  static String reading(int kilobytes) {
    return "one Axis2 handler that reads the body, " + kilobytes + " KB, 64 in flight";
  }

  @Override
  protected void run() throws Exception {
    progress.phase("warming up");
    try (RemoteStages stages = new RemoteStages("0")) {
      stages.warmUp(warmUpNanos, inFlights);
      for (int kilobytes : new int[] {1, 10, 100}) {
        for (int inFlight : inFlights) {
          if (cells.isEmpty() || cells.contains(kilobytes + "/" + inFlight)) {
            oneStage(stages, kilobytes, inFlight);
          }
        }
      }
      if (cells.isEmpty() || cells.contains(MONITORED_CELL)) {
        monitored(stages);
      }
      if (!cells.isEmpty()) {
        return;
      }
      fiveHandlers(stages);
      for (int inFlight : SEQUENCE_IN_FLIGHT) {
        sequence(stages, inFlight);
      }
    }
    for (int micros : WORK_MICROS) {
      work(micros);
    }
    reading();
    inMemory();
  }

  private void oneStage(RemoteStages stages, int kilobytes, int inFlight) throws Exception {
    String name = noOp(kilobytes, inFlight);
    progress.phase(kilobytes + " KB, " + inFlight + " in flight");
    MeteredLoop.Rounds measured = stages.one(kilobytes, inFlight, rounds, roundNanos, progress);
    measured.record(report, name, parameters(kilobytes, inFlight));
    report.atMost(
        name + ": p50 of stage / raw JMS",
        measured.interval(RemoteStages.DHARCH, RemoteStages.JMS, MeteredLoop.Round::medianNanos),
        STAGE_BOUND);
    report.atMost(
        name + ": CPU of stage / raw JMS",
        measured.interval(RemoteStages.DHARCH, RemoteStages.JMS, MeteredLoop.Round::cpuMicros),
        STAGE_BOUND);
    DirectChecks.oneStage(report, measured, name, kilobytes, inFlight);
  }

  /** Measures the cost of monitoring. */
  private void monitored(RemoteStages stages) throws Exception {
    progress.phase("monitoring");
    MeteredLoop.Rounds measured = stages.monitored(10, 64, 2 * rounds, roundNanos, progress);
    measured.record(report, MONITORED, parameters(10, 64));
    report.atMost(
        MONITORED + ": p50 / without",
        measured.interval(
            RemoteStages.MONITORED, RemoteStages.DHARCH, MeteredLoop.Round::medianNanos),
        MONITORED_BOUND);
    report.atMost(
        MONITORED + ": CPU / without",
        measured.interval(
            RemoteStages.MONITORED, RemoteStages.DHARCH, MeteredLoop.Round::cpuMicros),
        MONITORED_BOUND);
  }

  private void fiveHandlers(RemoteStages stages) throws Exception {
    progress.phase("five handlers");
    MeteredLoop.Rounds measured = stages.five(10, 64, rounds, roundNanos, progress);
    measured.record(report, FIVE, parameters(10, 64));
    report.atLeast(
        FIVE + ": throughput of stage / five request/replies",
        measured.interval(RemoteStages.DHARCH, RemoteStages.JMS, MeteredLoop.Round::perSecond),
        FIVE_HANDLERS_BOUND);
  }

  /** Measures sequential stages on one node. */
  private void sequence(RemoteStages stages, int inFlight) throws Exception {
    String name = SEQUENCE + inFlight + " in flight";
    progress.phase("five stages on one node, " + inFlight + " in flight");
    MeteredLoop.Rounds measured = stages.sequence(10, inFlight, rounds, roundNanos, progress);
    measured.record(report, name, parameters(10, inFlight));
    report.atMost(
        name + ": p50 of five stages in one batch / one stage",
        measured.interval(
            RemoteStages.ONE_BATCH, RemoteStages.ONE_STAGE, MeteredLoop.Round::medianNanos),
        FIVE_STAGES_BOUND);
  }

  /** Measures handlers that use processor time, as those of real services do. */
  private void work(int micros) throws Exception {
    String name = working(micros);
    progress.phase("handlers of " + micros + " us");
    try (RemoteStages stages = new RemoteStages(FarHandler.cpu(micros))) {
      stages.warmUp(warmUpNanos, List.of(64));
      MeteredLoop.Rounds measured = stages.one(10, 64, rounds, roundNanos, progress);
      measured.record(report, name, parameters(10, 64));
      report.atLeast(
          name + ": throughput of stage / raw JMS",
          measured.interval(RemoteStages.DHARCH, RemoteStages.JMS, MeteredLoop.Round::perSecond),
          1);
      if (micros == 50) {
        DirectChecks.work(report, measured, name);
      }
    }
  }

  /** Measures Axis2 handlers on the node against parsing with the same Axiom. */
  private void reading() throws Exception {
    progress.phase("handlers that read the body");
    try (RemoteStages stages = new RemoteStages(FarHandler.READING)) {
      stages.warmUp(warmUpNanos, List.of(64));
      for (int kilobytes : READ_KILOBYTES) {
        MeteredLoop.Rounds measured = stages.one(kilobytes, 64, rounds, roundNanos, progress);
        measured.record(report, reading(kilobytes), parameters(kilobytes, 64));
        report.add(
            reading(kilobytes),
            parameters(kilobytes, 64),
            OF_JMS,
            "x",
            measured.ratios(RemoteStages.DHARCH, RemoteStages.JMS, MeteredLoop.Round::perSecond));
      }
    }
  }

  /** Measures one client on one connection, because the bound is on latency. */
  private void inMemory() throws Exception {
    byte[] envelope = Envelope.of(1024);
    try (InMemoryStage servers = new InMemoryStage();
        SoapConnection plain = connect(servers.plain);
        SoapConnection suspending = connect(servers.suspending);
        SoapConnection dharch = connect(servers.dharch);
        SoapConnection callerRuns = connect(servers.callerRuns)) {
      progress.phase("in memory");
      MeteredLoop.Rounds measured =
          new SoapLoop(roundNanos, warmUpNanos, envelope)
              .compare(
                  rounds,
                  Map.of(
                      "plain",
                      plain,
                      SUSPENDING,
                      suspending,
                      RemoteStages.DHARCH,
                      dharch,
                      CALLER_RUNS,
                      callerRuns));
      measured.record(report, "Axis2, 1 KB echo", Map.of());
      List<MeteredLoop.Round> ours = measured.of(RemoteStages.DHARCH);
      List<MeteredLoop.Round> theirs = measured.of(SUSPENDING);
      List<Double> added = new ArrayList<>();
      for (int i = 0; i < ours.size(); i++) {
        added.add((ours.get(i).medianNanos() - theirs.get(i).medianNanos()) / 1e3);
      }
      report.atMost(
          "in-memory stage over Axis2's suspend and resume, us at the median",
          Interval.ofMedian(added),
          IN_MEMORY_BOUND_MICROS);
    }
  }

  private static SoapConnection connect(AxisServer server) throws IOException {
    return new SoapConnection(server.endpoint("Echo"), "urn:echo");
  }

  private static Map<String, Object> parameters(int kilobytes, int inFlight) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("payload_kb", kilobytes);
    parameters.put("in_flight", inFlight);
    return parameters;
  }
}
