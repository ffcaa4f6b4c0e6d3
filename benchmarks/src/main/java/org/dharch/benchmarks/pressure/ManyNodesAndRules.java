package org.dharch.benchmarks.pressure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.JitCompilers;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.MeteredLoop;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.rule.Orchestrations;

/**
 * A manager with a thousand nodes, or a thousand rules: its own work, in memory, without the
 * transport's cost of each heartbeat and message.
 */
final class ManyNodesAndRules {
  static final String HEARTBEATS = "heartbeats of 1,000 nodes";
  static final String SHARE = "of a core";
  static final String MESSAGE = "a message of 2 KB in memory";
  static final String FEW = "10 nodes, 1 rule";
  static final String NODES = "1,000 nodes, 1 rule";
  static final String RULES = "10 nodes, 1,000 rules";

  private static final int MANY = 1000;
  private static final int SOME = 10;
  private static final int IN_FLIGHT = 8;
  private static final int WARM_UP_ROUNDS = 2;
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PHASE_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
  private static final double MAX_PERCENT = 1;
  private static final double MAX_RATIO = 1.2;

  private final SuiteRun run;
  private final int rounds;
  private final long roundNanos;
  private final int maxWarmUps;

  private record Contender(Subject subject) implements MeteredLoop.Contender {
    @Override
    public List<ChildJvm> far() {
      return List.of();
    }
  }

  ManyNodesAndRules(SuiteRun run) {
    this.run = run;
    rounds = run.options().choose(12, 40);
    roundNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(200, 750));
    maxWarmUps = run.options().choose(3, 10);
  }

  void measure() throws InterruptedException {
    heartbeats();
    messages();
  }

  private void heartbeats() throws InterruptedException {
    run.progress().phase(HEARTBEATS);
    InMemoryTransport transport = new InMemoryTransport();
    try (LoadedManager manager =
        new LoadedManager(DHManagerConfig.DEFAULT, rules(1), transport.manager())) {
      SimulatedNodes nodes = new SimulatedNodes(transport, MANY);
      manager.awaitServed(MANY, SimulatedNodes.HANDLER);
      nodes.warmUp();
      List<Double> percent = new ArrayList<>();
      for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
        double isSending = CoreUsage.of(() -> nodes.announce(PHASE_NANOS, true));
        double unheard = CoreUsage.of(() -> nodes.announce(PHASE_NANOS, false));
        if (round >= 0) {
          percent.add(100 * (isSending - unheard));
        }
      }
      if (manager.count(Counter.NODES_LOST) > 0) {
        throw new IllegalStateException(
            "manager must keep all nodes that send heartbeats (lost "
                + manager.count(Counter.NODES_LOST)
                + ")");
      }
      Map<String, Object> parameters = Map.of("nodes", MANY);
      run.report().add(HEARTBEATS, parameters, SHARE, "%", Statistics.of(percent));
      run.report()
          .atMost(
              HEARTBEATS + ": % of a core of their manager",
              Interval.ofMedian(percent),
              MAX_PERCENT);
    }
    run.progress().step();
  }

  private void messages() throws InterruptedException {
    run.progress().phase(MESSAGE);
    try (LoadedManager few = manager(SOME, 1);
        LoadedManager nodes = manager(MANY, 1);
        LoadedManager rules = manager(SOME, MANY)) {
      Map<String, Contender> contenders = new LinkedHashMap<>();
      contenders.put(FEW, contender(few, 1));
      contenders.put(NODES, contender(nodes, 1));
      contenders.put(RULES, contender(rules, MANY));
      for (Contender each : contenders.values()) {
        JitCompilers.awaitIdle(
            List.of(ProcessHandle.current().pid()),
            maxWarmUps,
            () -> ClosedLoop.run(each.subject(), IN_FLIGHT, WARM_UP_NANOS));
      }
      MeteredLoop.Rounds measured =
          MeteredLoop.alternate(
              contenders, IN_FLIGHT, WARM_UP_ROUNDS, rounds, roundNanos, run.progress()::step);
      measured.record(run.report(), MESSAGE, Map.of("in_flight", IN_FLIGHT));
      for (String crowd : List.of(NODES, RULES)) {
        run.report()
            .atMost(
                MESSAGE + ": CPU with " + crowd + " / with " + FEW,
                measured.interval(crowd, FEW, MeteredLoop.Round::cpuMicros),
                MAX_RATIO);
      }
    }
  }

  private static LoadedManager manager(int nodes, int rules) {
    InMemoryTransport transport = new InMemoryTransport();
    LoadedManager manager =
        new LoadedManager(
            DHManagerConfig.DEFAULT.nodeSilence(
                Duration.ofHours(1)), // the rest of the document is the same
            rules(rules),
            transport.manager());
    new SimulatedNodes(transport, nodes);
    manager.awaitServed(nodes, SimulatedNodes.HANDLER);
    return manager;
  }

  /** Returns a contender for the service of the last rule. */
  private static Contender contender(LoadedManager manager, int rules) {
    return new Contender(
        manager.messages(
            service(rules - 1),
            Envelope.of(2 * 1024),
            outcome -> outcome instanceof Outcome.Completed));
  }

  private static Orchestrations rules(int count) {
    StringBuilder xml =
        new StringBuilder("<orchestrations xmlns='urn:dharch:orchestration:1'>")
            .append("<orchestration name='one'><handler name='")
            .append(SimulatedNodes.HANDLER)
            .append("'/></orchestration>");
    for (int i = 0; i < count; i++) {
      xml.append("<rule orchestration='one' service='").append(service(i)).append("'/>");
    }
    return OrchestrationDocument.parse("crowd", xml.append("</orchestrations>").toString());
  }

  private static String service(int number) {
    return "Service" + number;
  }
}
