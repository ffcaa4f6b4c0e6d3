package org.dharch.benchmarks.overhead;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.site.SoapConnection;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.FarEnd;
import org.dharch.benchmarks.subject.RawJms;
import org.dharch.benchmarks.subject.RawTcp;
import org.dharch.benchmarks.subject.RemoteStage;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.cmanager.EmbeddedBroker;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.samples.AxisServer;

/** The measuring part of {@link OverheadSuite}. Once, by one thread. */
final class Overhead extends Experiment {
  static final String CALLER_RUNS = "DHArch, caller runs";

  private static final double STAGE_BOUND = 1.25;
  private static final double FIVE_HANDLERS_BOUND = 3;
  private static final double IN_MEMORY_BOUND_MICROS = 20;
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** 3 sizes by 3 numbers in flight, five handlers, in memory. */
  private static final int COMPARISONS = 3 * 3 + 2;

  private final int rounds;
  private final long roundNanos;

  Overhead(SuiteRun run) {
    super(run);
    rounds = run.options().choose(3, 9);
    roundNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(300, 1000));
    progress.steps((long) COMPARISONS * rounds);
  }

  @Override
  protected void run() throws Exception {
    progress.phase("warming up");
    try (EmbeddedBroker broker = EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), Map.of())) {
      String uri = broker.uri().toString();
      try (ChildJvm tcp = far("tcp", uri);
          ChildJvm raw = far("raw", uri);
          ChildJvm node = far("dharch", uri)) {
        String tcpReady = tcp.awaitReady();
        raw.awaitReady();
        node.awaitReady();
        warmUp(broker, tcpReady);
        for (int kilobytes : new int[] {1, 10, 100}) {
          for (int inFlight : new int[] {1, 8, 64}) {
            oneStage(broker, tcpReady, kilobytes, inFlight);
          }
        }
        fiveHandlers(broker);
      }
    }
    inMemory();
  }

  /** One client on one connection, as the bound is one of latency. */
  private void inMemory() throws Exception {
    byte[] envelope = Envelope.of(1024);
    try (InMemoryStage servers = new InMemoryStage();
        SoapConnection plain = connect(servers.plain);
        SoapConnection suspending = connect(servers.suspending);
        SoapConnection dharch = connect(servers.dharch);
        SoapConnection callerRuns = connect(servers.callerRuns)) {
      progress.phase("in memory");
      SoapLoop loop = new SoapLoop(roundNanos, envelope);
      Map<String, List<Histogram>> measured =
          loop.compare(
              rounds,
              Map.of(
                  "plain",
                  plain,
                  "suspend and resume",
                  suspending,
                  "DHArch",
                  dharch,
                  CALLER_RUNS,
                  callerRuns));
      measured.forEach(
          (name, all) -> record("Axis2, 1 KB echo: " + name, Map.of(), ClosedLoop.sum(all)));
      List<Double> added = new ArrayList<>();
      for (int i = 0; i < measured.get("DHArch").size(); i++) {
        added.add(
            (median(measured.get("DHArch").get(i))
                    - median(measured.get("suspend and resume").get(i)))
                / 1e3);
      }
      report.atMost(
          "in-memory stage over Axis2's suspend and resume, us at the median",
          Statistics.median(added),
          IN_MEMORY_BOUND_MICROS);
    }
  }

  private static SoapConnection connect(AxisServer server) throws IOException {
    return new SoapConnection(server.endpoint("Echo"), "urn:echo");
  }

  private static double median(Histogram histogram) {
    return histogram.getValueAtPercentile(50);
  }

  /** Until the compilers of all six sides have had their say. */
  private void warmUp(EmbeddedBroker broker, String tcpReady) throws Exception {
    byte[] envelope = Envelope.of(1024);
    try (RawTcp tcp = new RawTcp(tcpReady, envelope);
        RawJms raw = new RawJms(local(broker), 1, envelope);
        RemoteStage stage = stage(broker, envelope, 1)) {
      for (int inFlight : new int[] {64, 8, 1}) {
        ClosedLoop.run(tcp, inFlight, WARM_UP_NANOS / 2);
        ClosedLoop.run(raw, inFlight, WARM_UP_NANOS);
        ClosedLoop.run(stage, inFlight, WARM_UP_NANOS);
      }
    }
  }

  private void oneStage(EmbeddedBroker broker, String tcpReady, int kilobytes, int inFlight)
      throws Exception {
    byte[] envelope = Envelope.of(kilobytes * 1024);
    try (RawTcp tcp = new RawTcp(tcpReady, envelope);
        RawJms raw = new RawJms(local(broker), 1, envelope);
        RemoteStage stage = stage(broker, envelope, 1)) {
      progress.phase(kilobytes + " KB, " + inFlight + " in flight");
      List<Compared> compared = compare(Optional.of(tcp), raw, stage, inFlight);
      double ratio = Statistics.median(compared.stream().map(Compared::latencyRatio).toList());
      String name = "one no-op handler, " + kilobytes + " KB, " + inFlight + " in flight";
      record(name, kilobytes, inFlight, compared);
      report.atMost(name + ": p50 of stage / raw JMS", ratio, STAGE_BOUND);
    }
  }

  private void fiveHandlers(EmbeddedBroker broker) throws Exception {
    byte[] envelope = Envelope.of(10 * 1024);
    try (RawJms raw = new RawJms(local(broker), 5, envelope);
        RemoteStage stage = stage(broker, envelope, 5)) {
      progress.phase("five handlers");
      List<Compared> compared = compare(Optional.empty(), raw, stage, 64);
      double ratio = Statistics.median(compared.stream().map(Compared::throughputRatio).toList());
      String name = "five no-op handlers, 10 KB, 64 in flight";
      record(name, 10, 64, compared);
      report.atLeast(
          name + ": throughput of stage / five request/replies", ratio, FIVE_HANDLERS_BOUND);
    }
  }

  private static ChildJvm far(String kind, String broker) throws IOException {
    return ChildJvm.start(kind, FarEnd.class.getName(), kind, broker, "0", "0", "1", "2", "3", "4");
  }

  /** The manager's JVM holds the broker, so both of them reach it without a socket. */
  private static String local(EmbeddedBroker broker) {
    return broker.localUri().toString();
  }

  private static RemoteStage stage(EmbeddedBroker broker, byte[] envelope, int handlers) {
    String[] names = IntStream.range(0, handlers).mapToObj(FarEnd::handler).toArray(String[]::new);
    RemoteStage stage =
        new RemoteStage(
            new JmsCManagerProvider().manager(broker.localUri(), Map.of()), envelope, names);
    stage.awaitServed();
    return stage;
  }

  private record Compared(
      Optional<ClosedLoop.Round> tcp, ClosedLoop.Round raw, ClosedLoop.Round stage) {
    double latencyRatio() {
      return (double) stage.latency().getValueAtPercentile(50)
          / raw.latency().getValueAtPercentile(50);
    }

    double throughputRatio() {
      return stage.perSecond() / raw.perSecond();
    }
  }

  private List<Compared> compare(Optional<RawTcp> tcp, Subject raw, Subject stage, int inFlight)
      throws InterruptedException {
    for (int warmUp = 0; warmUp < 2; warmUp++) {
      round(tcp, inFlight);
      ClosedLoop.run(raw, inFlight, roundNanos);
      ClosedLoop.run(stage, inFlight, roundNanos);
    }
    List<Compared> compared = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      compared.add(
          new Compared(
              round(tcp, inFlight),
              ClosedLoop.run(raw, inFlight, roundNanos),
              ClosedLoop.run(stage, inFlight, roundNanos)));
      progress.step();
    }
    return compared;
  }

  private Optional<ClosedLoop.Round> round(Optional<RawTcp> tcp, int inFlight)
      throws InterruptedException {
    return tcp.isEmpty()
        ? Optional.empty()
        : Optional.of(ClosedLoop.run(tcp.get(), inFlight, roundNanos));
  }

  private void record(String name, int kilobytes, int inFlight, List<Compared> compared) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("payload_kb", kilobytes);
    parameters.put("in_flight", inFlight);
    List<ClosedLoop.Round> tcp =
        compared.stream().map(Compared::tcp).flatMap(Optional::stream).toList();
    if (!tcp.isEmpty()) {
      record(name + ": raw TCP", parameters, tcp);
    }
    record(name + ": raw JMS", parameters, compared.stream().map(Compared::raw).toList());
    record(name + ": DHArch", parameters, compared.stream().map(Compared::stage).toList());
  }

  private void record(String name, Map<String, Object> parameters, List<ClosedLoop.Round> rounds) {
    record(
        name, parameters, ClosedLoop.sum(rounds.stream().map(ClosedLoop.Round::latency).toList()));
    Statistics perSecond = Statistics.of(rounds.stream().map(ClosedLoop.Round::perSecond).toList());
    report.add(name, parameters, "throughput", "1/s", perSecond);
  }

  private void record(String name, Map<String, Object> parameters, Histogram all) {
    report.add(name, parameters, "round trip", "us", Statistics.of(all, 1e3));
  }
}
