package org.dharch.benchmarks.pressure;

import java.util.Map;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.cmanager.broker.EmbeddedBroker;

/** The measuring part of {@link PressureSuite}. Once, by one thread. */
final class Pressure extends Experiment {
  Pressure(SuiteRun run) {
    super(run);
  }

  @Override
  protected void run() throws Exception {
    new ManyNodesAndRules(run).measure(); // first, because no other thread runs in this JVM yet
    try (EmbeddedBroker broker = EmbeddedBroker.start(run.nodes().brokerAddress(), Map.of())) {
      new HeartbeatsOverJms(run).measure(broker);
      new MixedMessageSizes(run).measure(broker);
      new ManyManagers(run).measure(broker);
      new ShortDeadlines(run).measure(broker);
      new BusyMachine(run).measure(broker);
    }
  }
}
