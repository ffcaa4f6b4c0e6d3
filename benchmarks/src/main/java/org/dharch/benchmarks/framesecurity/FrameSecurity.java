package org.dharch.benchmarks.framesecurity;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.JitCompilers;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.FarEnd;
import org.dharch.benchmarks.subject.MeteredLoop;
import org.dharch.benchmarks.subject.RemoteStage;
import org.dharch.cmanager.frame.GuardedEnds;
import org.dharch.cmanager.frame.GuardedEnds.Guard;

/** The measuring part of {@link FrameSecuritySuite}. Once, by one thread. */
final class FrameSecurity extends Experiment {
  static final String SITUATION = "10 KB, 64 in flight";
  static final String HANDLER = "one no-op handler, " + SITUATION;
  static final String RATIO = "CPU per message relative to none";

  private static final int BYTES = 10 * 1024;
  private static final int IN_FLIGHT = 64;
  private static final double BOUND = 1.05;

  private final int rounds;
  private final long roundNanos;
  private final int maxWarmUps;

  /** A stage with one kind of frame protection, and its node. */
  private record Guarded(RemoteStage stage, ChildJvm node) implements AutoCloseable {
    @Override
    public void close() {
      node.close();
      stage.close();
    }
  }

  FrameSecurity(SuiteRun run) {
    super(run);
    rounds = run.options().choose(9, 30);
    roundNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(1000, 2000));
    maxWarmUps = run.options().choose(4, 12);
    progress.steps((long) rounds * Guard.values().length);
  }

  static String name(Guard guard) {
    return HANDLER + ": " + guard;
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
        JitCompilers.awaitIdle(
            List.of(ProcessHandle.current().pid(), one.node().pid()),
            maxWarmUps,
            () -> ClosedLoop.run(one.stage(), IN_FLIGHT, roundNanos));
      }
      progress.phase(SITUATION);
      MeteredLoop.Rounds measured = new MeteredLoop.Rounds();
      List<Guard> order = new ArrayList<>(all.keySet());
      for (int i = 0; i < rounds; i++) {
        Collections.rotate(order, 1);
        for (Guard guard : order) {
          Guarded one = all.get(guard);
          measured.add(
              guard.name(),
              MeteredLoop.run(one.stage(), List.of(one.node()), IN_FLIGHT, roundNanos));
          progress.step();
        }
      }
      record(measured);
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
    return new Guarded(stage, node);
  }

  private void record(MeteredLoop.Rounds measured) {
    Map<String, Object> parameters = Map.of("payload_kb", BYTES / 1024, "in_flight", IN_FLIGHT);
    measured.record(report, HANDLER, parameters);
    for (Guard guard : List.of(Guard.SIGNED, Guard.ENCRYPTED)) {
      Statistics ratio =
          measured.ratios(guard.name(), Guard.NONE.name(), MeteredLoop.Round::cpuMicros);
      report.add(name(guard), parameters, RATIO, "x", ratio);
      if (guard == Guard.SIGNED) {
        report.atMost(
            name(guard) + ": CPU per message relative to none",
            measured.interval(guard.name(), Guard.NONE.name(), MeteredLoop.Round::cpuMicros),
            BOUND);
      }
    }
  }
}
