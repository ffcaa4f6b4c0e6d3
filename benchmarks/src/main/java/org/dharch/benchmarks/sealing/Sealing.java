package org.dharch.benchmarks.sealing;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Compilers;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.FarEnd;
import org.dharch.benchmarks.subject.RemoteStage;
import org.dharch.cmanager.GuardedEnds;
import org.dharch.cmanager.GuardedEnds.Guard;

/** The measuring part of {@link SealingSuite}. Once, by one thread. */
final class Sealing extends Experiment {
  static final String SITUATION = "10 KB, 64 in flight";
  static final String CPU = "CPU per message";
  static final String RATIO = "CPU per message beside none";
  static final String ROUND_TRIP = "round trip";
  static final String THROUGHPUT = "throughput";

  private static final int BYTES = 10 * 1024;
  private static final int IN_FLIGHT = 64;
  private static final double BOUND = 1.05;

  private final int rounds;
  private final long roundNanos;
  private final int mostWarmUps;

  /** A stage under one guard, its node, and what its rounds gave. */
  private record Guarded(RemoteStage stage, ChildJvm node, List<Round> rounds)
      implements AutoCloseable {
    Duration cpu() {
      var here =
          (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      return node.cpu().plusNanos(here.getProcessCpuTime());
    }

    @Override
    public void close() {
      node.close();
      stage.close();
    }
  }

  private record Round(double cpuMicros, double perSecond, Histogram latency) {}

  Sealing(SuiteRun run) {
    super(run);
    rounds = run.options().choose(9, 30);
    roundNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(1000, 2000));
    mostWarmUps = run.options().choose(4, 12);
    progress.steps((long) rounds * Guard.values().length);
  }

  static String name(Guard guard) {
    return "one no-op handler, " + SITUATION + ": " + guard;
  }

  @Override
  protected void run() throws Exception {
    Map<Guard, Guarded> all = new EnumMap<>(Guard.class);
    try {
      for (Guard guard : Guard.values()) {
        all.put(guard, start(guard));
      }
      progress.phase("warming up");
      for (Guarded one : all.values()) {
        Compilers.letFinish(
            List.of(ProcessHandle.current().pid(), one.node().pid()),
            mostWarmUps,
            () -> ClosedLoop.run(one.stage(), IN_FLIGHT, roundNanos));
      }
      progress.phase(SITUATION);
      List<Guarded> order = new ArrayList<>(all.values());
      for (int i = 0; i < rounds; i++) {
        Collections.rotate(order, 1);
        for (Guarded one : order) {
          one.rounds().add(round(one));
          progress.step();
        }
      }
      all.forEach((guard, one) -> record(guard, one.rounds(), all.get(Guard.NONE).rounds()));
    } finally {
      all.values().forEach(Guarded::close);
    }
  }

  private static Guarded start(Guard guard) throws Exception {
    RemoteStage stage =
        new RemoteStage(
            GuardedEnds.manager(URI.create("embedded:tcp://127.0.0.1:0"), guard),
            Envelope.of(BYTES),
            FarEnd.handler(0));
    ChildJvm node =
        ChildJvm.start(
            "node " + guard,
            GuardedNode.class.getName(),
            guard.name(),
            stage.broker().orElseThrow().toString());
    node.awaitReady();
    stage.awaitServed();
    return new Guarded(stage, node, new ArrayList<>());
  }

  private Round round(Guarded one) throws InterruptedException {
    Duration before = one.cpu();
    ClosedLoop.Round round = ClosedLoop.run(one.stage(), IN_FLIGHT, roundNanos);
    double micros = one.cpu().minus(before).toNanos() / 1e3;
    return new Round(micros / round.latency().getTotalCount(), round.perSecond(), round.latency());
  }

  private void record(Guard guard, List<Round> ours, List<Round> none) {
    Map<String, Object> parameters = Map.of("payload_kb", BYTES / 1024, "in_flight", IN_FLIGHT);
    String name = name(guard);
    report.add(
        name, parameters, CPU, "us", Statistics.of(ours.stream().map(Round::cpuMicros).toList()));
    report.add(
        name,
        parameters,
        THROUGHPUT,
        "1/s",
        Statistics.of(ours.stream().map(Round::perSecond).toList()));
    report.add(
        name,
        parameters,
        ROUND_TRIP,
        "us",
        Statistics.of(ClosedLoop.sum(ours.stream().map(Round::latency).toList()), 1e3));
    if (guard == Guard.NONE) {
      return;
    }
    Statistics ratio =
        Statistics.of(
            IntStream.range(0, rounds)
                .mapToObj(i -> ours.get(i).cpuMicros() / none.get(i).cpuMicros())
                .toList());
    report.add(name, parameters, RATIO, "x", ratio);
    if (guard == Guard.SEALED) {
      report.atMost(name + ": CPU per message beside none", ratio.median(), BOUND);
    }
  }
}
