package org.dharch.handlers;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Exports a monitor's figures to Micrometer's global registry, with the tags {@code monitor} and
 * {@code node}. The only class that references Micrometer. Thread-safe.
 */
final class Meters implements MessageMeters {
  private static final List<String> FLOWS = List.of("in", "out", "in-fault", "out-fault");
  private static final String OTHER = "other";

  private final Tags tags;
  private final List<Meter> all = new ArrayList<>();
  private final Map<String, DistributionSummary> bytes = new HashMap<>();

  Meters(String node, String name, Monitor monitor) {
    tags = Tags.of("monitor", name, "node", node);
    for (String flow : FLOWS) {
      summary(flow);
    }
    summary(OTHER);
    counter("dharch.monitor.faults", monitor, Monitor::getFaults);
    counter("dharch.monitor.failed", monitor, Monitor::getFailed);
    counter("dharch.monitor.responded", monitor, Monitor::getResponded);
    all.add(
        Gauge.builder("dharch.monitor.clients", monitor, source -> source.getClients().size())
            .tags(tags)
            .register(Metrics.globalRegistry));
  }

  private void summary(String flow) {
    DistributionSummary summary =
        DistributionSummary.builder("dharch.monitor.messages")
            .baseUnit("bytes")
            .tags(tags)
            .tag("flow", flow)
            .register(Metrics.globalRegistry);
    bytes.put(flow, summary);
    all.add(summary);
  }

  private void counter(String meter, Monitor monitor, ToDoubleFunction<Monitor> of) {
    all.add(
        FunctionCounter.builder(meter, monitor, of).tags(tags).register(Metrics.globalRegistry));
  }

  @Override
  public void message(String flow, int size) {
    bytes.getOrDefault(flow, bytes.get(OTHER)).record(size);
  }

  @Override
  public void close() {
    all.forEach(Metrics.globalRegistry::remove);
  }
}
