package org.dharch.benchmarks.pressure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.core.config.DHManagerConfig;

/**
 * The transport's cost of a heartbeat: a few real nodes that announce themselves as often as a
 * hundred times as many nodes would. One machine cannot run a thousand real nodes.
 */
final class HeartbeatsOverJms {
  static final String OVER_JMS = "heartbeats over JMS, the broker in the manager's JVM";
  static final String EACH = "CPU a heartbeat";

  private static final int NODES = 10;
  private static final long EVERY_MILLIS = 10;
  private static final long PHASE_MILLIS = 1500;

  private final SuiteRun run;
  private final int rounds;

  HeartbeatsOverJms(SuiteRun run) {
    this.run = run;
    rounds = run.options().choose(Interval.FEWEST, 15);
  }

  void measure(EmbeddedBroker broker) throws Exception {
    run.progress().phase(OVER_JMS);
    String[] names = IntStream.range(0, NODES).mapToObj(i -> "often" + i).toArray(String[]::new);
    double perSecond = NODES * 1e3 / EVERY_MILLIS;
    List<Double> micros = new ArrayList<>();
    try (LoadedManager manager =
        new LoadedManager(
            DHManagerConfig.DEFAULT,
            LargeMessage.orchestrations(),
            new JmsCManagerProvider().manager(broker.localUri(), Map.of()))) {
      double without = CoreUsage.of(HeartbeatsOverJms::phase);
      try (ChildJvm nodes = LoadedNodes.start(broker, 1, LoadedNodes.SMALL, EVERY_MILLIS, names)) {
        nodes.awaitReady();
        manager.awaitServed(NODES, LoadedNodes.SMALL);
        for (int round = -1; round < rounds; round++) { // the first round warms up
          double share = CoreUsage.of(HeartbeatsOverJms::phase) - without;
          if (round >= 0) {
            micros.add(share * 1e6 / perSecond);
          }
        }
      }
    }
    run.report().add(OVER_JMS, Map.of("per_second", perSecond), EACH, "us", Statistics.of(micros));
    run.progress().step();
  }

  private static void phase() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(PHASE_MILLIS);
  }
}
