package org.dharch.monitor;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.dharch.core.DHManager;
import org.dharch.core.metrics.Counter;
import org.dharch.core.spi.BridgeState;
import org.dharch.core.wire.NodeStatus;

/** The metrics of a manager or a node, in Prometheus format. Safe for any thread. */
final class Metrics {
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private Metrics() {}

  /** The manager's counters, queues and handler latencies. */
  static Metrics of(DHManager manager, RecommendedWorkers wanted) {
    Metrics metrics = new Metrics();
    for (Counter counter : Counter.values()) {
      FunctionCounter.builder(
              "dharch." + counter.name().toLowerCase(Locale.ROOT).replace('_', '.'),
              manager,
              m -> m.status().counters().get(counter))
          .description(counter.help())
          .register(metrics.registry);
    }
    metrics.gauge(
        "dharch.messages.in.flight",
        "Messages that are here, waiting or in execution",
        manager,
        m -> m.status().inFlight());
    metrics.gauge(
        "dharch.concurrency.limit",
        "How many may be in execution at once",
        manager,
        m -> m.status().concurrencyLimit());
    metrics.gauge("dharch.nodes", "Nodes alive", manager, m -> m.status().nodes().size());
    PrometheusRegistry prometheus = metrics.registry.getPrometheusRegistry();
    prometheus.register(new LatencyMetrics(manager.status().latencies()));
    prometheus.register(new LoadMetrics(manager, wanted));
    prometheus.register(new CertificateMetrics(manager.status()::certificates));
    prometheus.register(
        new BrokerMetrics(
            manager.status()::brokers,
            () -> manager.status().brokers().stream().flatMap(b -> b.bridges().stream()).toList()));
    return metrics;
  }

  /** The metrics of bridges, for a broker in a separate process. */
  static Metrics ofBridges(Supplier<List<BridgeState>> bridges) {
    Metrics metrics = new Metrics();
    metrics.registry.getPrometheusRegistry().register(new BrokerMetrics(List::of, bridges));
    return metrics;
  }

  /** The load of a node. */
  static Metrics of(Supplier<NodeStatus> status) {
    Metrics metrics = new Metrics();
    metrics.gauge(
        "dharch.node.workers", "How many handlers it runs at once", status, s -> s.get().workers());
    metrics.gauge("dharch.node.active", "How many run now", status, s -> s.get().active());
    metrics.gauge(
        "dharch.node.waiting", "Tasks that wait for a worker", status, s -> s.get().waiting());
    return metrics;
  }

  private <T> void gauge(String name, String help, T of, ToDoubleFunction<T> value) {
    Gauge.builder(name, of, value).description(help).strongReference(true).register(registry);
  }

  AdminPage page() {
    return AdminPage.alone(() -> new AdminPage.Answer(200, TYPE, registry.scrape()));
  }
}
