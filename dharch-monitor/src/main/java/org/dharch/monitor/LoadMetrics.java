package org.dharch.monitor;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.dharch.core.DHManager;
import org.dharch.core.view.QueueLengths;
import org.dharch.core.wire.NodeStatus;

/**
 * The queue lengths of a manager and the load of its nodes, for Prometheus. Safe for any thread.
 */
final class LoadMetrics implements MultiCollector {
  private final DHManager manager;
  private final RecommendedWorkers wanted;

  LoadMetrics(DHManager manager, RecommendedWorkers wanted) {
    this.manager = manager;
    this.wanted = wanted;
  }

  @Override
  public MetricSnapshots collect() {
    QueueLengths queues = manager.status().queues();
    List<NodeStatus> nodes = manager.status().nodes();
    Map<String, Double> workers = wanted.now(queues);
    return MetricSnapshots.of(
        GaugeSnapshot.builder()
            .name("dharch_backlog")
            .help("Messages that wait for a slot")
            .dataPoint(point(queues.waiting(), Labels.EMPTY))
            .build(),
        byHandler("dharch_handler_backlog", "Messages that wait for room on a node", queues.held()),
        byHandler("dharch_handler_wanted_workers", "Workers that a handler could use", workers),
        GaugeSnapshot.builder()
            .name("dharch_wanted_workers")
            .help("Workers that all handlers could use")
            .dataPoint(
                point(
                    workers.values().stream().mapToDouble(Double::doubleValue).sum(), Labels.EMPTY))
            .build(),
        byNode("dharch_node_workers", "Workers of a node", nodes, NodeStatus::workers),
        byNode("dharch_node_active", "Workers that run a handler", nodes, NodeStatus::active),
        byNode("dharch_node_waiting", "Tasks that wait for a worker", nodes, NodeStatus::waiting));
  }

  private static GaugeSnapshot byHandler(
      String name, String help, Map<String, ? extends Number> values) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    values.forEach(
        (handler, value) ->
            gauge.dataPoint(point(value.doubleValue(), Labels.of("handler", handler))));
    return gauge.build();
  }

  /** By the node's name; nodes of the same name are summed. */
  private static GaugeSnapshot byNode(
      String name, String help, List<NodeStatus> nodes, ToIntFunction<NodeStatus> value) {
    Map<String, Integer> byName = new TreeMap<>();
    nodes.forEach(node -> byName.merge(node.node().name(), value.applyAsInt(node), Integer::sum));
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    byName.forEach((node, sum) -> gauge.dataPoint(point(sum, Labels.of("node", node))));
    return gauge.build();
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot point(double value, Labels labels) {
    return GaugeSnapshot.GaugeDataPointSnapshot.builder().value(value).labels(labels).build();
  }
}
