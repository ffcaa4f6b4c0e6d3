package org.dharch.monitor;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.dharch.core.spi.BridgeState;
import org.dharch.core.spi.BrokerState;

/**
 * The state of brokers and bridges for Prometheus; several with one address are summed. Safe for
 * any thread.
 */
final class BrokerMetrics implements MultiCollector {
  private final Supplier<List<BrokerState>> brokers;
  private final Supplier<List<BridgeState>> bridges;

  /**
   * @param brokers those of a manager
   * @param bridges of all brokers of this process
   */
  BrokerMetrics(Supplier<List<BrokerState>> brokers, Supplier<List<BridgeState>> bridges) {
    this.brokers = brokers;
    this.bridges = bridges;
  }

  @Override
  public MetricSnapshots collect() {
    List<BrokerState> ownBrokers = brokers.get();
    List<BridgeState> all = bridges.get();
    return MetricSnapshots.of(
        ofBrokers(
            "dharch_broker_connected",
            "Whether the manager has a connection to a broker",
            ownBrokers,
            broker -> broker.connected() ? 1 : 0),
        ofBrokers(
            "dharch_broker_nodes",
            "Nodes by broker of the latest heartbeat",
            ownBrokers,
            BrokerState::nodes),
        gauge(
            "dharch_bridge_connected",
            "Whether both brokers of a bridge are there",
            all,
            bridge -> bridge.connected() ? 1 : 0),
        gauge(
            "dharch_bridge_waiting",
            "Messages at the own broker for who listens behind a bridge",
            all,
            BridgeState::waiting),
        counter(
            "dharch_bridge_messages",
            "Messages that a bridge has carried",
            all,
            BridgeState.Carried::messages),
        counter(
            "dharch_bridge_bytes",
            "Bytes that a bridge has carried",
            all,
            BridgeState.Carried::bytes),
        counter(
            "dharch_bridge_dropped",
            "Heartbeats, calls and queries that arrived while a bridge was not connected",
            all,
            BridgeState.Carried::dropped));
  }

  private static GaugeSnapshot ofBrokers(
      String name, String help, List<BrokerState> brokers, ToDoubleFunction<BrokerState> value) {
    return gauge(name, help, "broker", sums(brokers, BrokerState::address, value));
  }

  private static GaugeSnapshot gauge(
      String name, String help, List<BridgeState> bridges, ToDoubleFunction<BridgeState> value) {
    return gauge(name, help, "bridge", sums(bridges, BridgeState::to, value));
  }

  private static <T> Map<String, Double> sums(
      List<T> all, Function<T, String> name, ToDoubleFunction<T> value) {
    Map<String, Double> sums = new TreeMap<>();
    all.forEach(one -> sums.merge(name.apply(one), value.applyAsDouble(one), Double::sum));
    return sums;
  }

  private static GaugeSnapshot gauge(
      String name, String help, String label, Map<String, Double> values) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    values.forEach(
        (of, value) ->
            gauge.dataPoint(
                GaugeSnapshot.GaugeDataPointSnapshot.builder()
                    .value(value)
                    .labels(Labels.of(label, of))
                    .build()));
    return gauge.build();
  }

  private static CounterSnapshot counter(
      String name, String help, List<BridgeState> all, ToLongFunction<BridgeState.Carried> value) {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
    add(counter, "out", sums(all, BridgeState::to, b -> value.applyAsLong(b.out())));
    add(counter, "in", sums(all, BridgeState::to, b -> value.applyAsLong(b.in())));
    return counter.build();
  }

  private static void add(CounterSnapshot.Builder builder, String way, Map<String, Double> values) {
    values.forEach(
        (bridge, value) ->
            builder.dataPoint(
                CounterSnapshot.CounterDataPointSnapshot.builder()
                    .value(value)
                    .labels(Labels.of("bridge", bridge, "way", way))
                    .build()));
  }
}
