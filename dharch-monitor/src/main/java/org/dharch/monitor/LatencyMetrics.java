package org.dharch.monitor;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.dharch.core.metrics.Latencies;
import org.dharch.core.metrics.LatencyHistogram;

/** A manager's latencies as Prometheus' histograms. Safe for any thread. */
final class LatencyMetrics implements MultiCollector {
  private static final double NANOS = 1e9;
  private static final List<Double> BOUNDS = bounds();

  private final Latencies latencies;

  LatencyMetrics(Latencies latencies) {
    this.latencies = latencies;
  }

  private static List<Double> bounds() {
    List<Double> bounds = new ArrayList<>();
    LatencyHistogram.upperBounds().forEach(nanos -> bounds.add(nanos / NANOS));
    bounds.add(Double.POSITIVE_INFINITY);
    return List.copyOf(bounds);
  }

  @Override
  public MetricSnapshots collect() {
    Map<Latencies.Place, Latencies.AttemptTimes> places = latencies.byPlace();
    Map<String, Latencies.MessageTimes> messages = latencies.byOrchestration();
    return MetricSnapshots.of(
        attempts(places),
        histogram(
            "dharch_handler_wait_seconds",
            "How long attempts waited for their turn on their node",
            places,
            LatencyMetrics::labels,
            Latencies.AttemptTimes::waited),
        histogram(
            "dharch_handler_way_seconds",
            "How long attempts were on their way to the node and back",
            places,
            LatencyMetrics::labels,
            Latencies.AttemptTimes::way),
        histogram(
            "dharch_handler_run_seconds",
            "How long attempts ran in their handler",
            places,
            LatencyMetrics::labels,
            Latencies.AttemptTimes::ran),
        histogram(
            "dharch_message_wait_seconds",
            "How long messages waited for a slot",
            messages,
            LatencyMetrics::labels,
            Latencies.MessageTimes::waited),
        histogram(
            "dharch_message_merge_seconds",
            "How long it took to merge what a message's handlers had changed",
            messages,
            LatencyMetrics::labels,
            Latencies.MessageTimes::merged),
        histogram(
            "dharch_message_seconds",
            "How long messages took from admission to end",
            messages,
            LatencyMetrics::labels,
            Latencies.MessageTimes::took));
  }

  private static Labels labels(Latencies.Place place) {
    return Labels.of("handler", place.handler(), "version", place.version(), "node", place.node());
  }

  private static Labels labels(String orchestration) {
    return Labels.of("orchestration", orchestration);
  }

  private static CounterSnapshot attempts(Map<Latencies.Place, Latencies.AttemptTimes> places) {
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder().name("dharch_attempts").help("How attempts ended");
    places.forEach(
        (place, times) ->
            times
                .results()
                .forEach(
                    (result, count) ->
                        counter.dataPoint(
                            CounterSnapshot.CounterDataPointSnapshot.builder()
                                .value(count)
                                .labels(labels(place).merge(Labels.of("result", result)))
                                .build())));
    return counter.build();
  }

  private static <K, V> HistogramSnapshot histogram(
      String name,
      String help,
      Map<K, V> all,
      Function<K, Labels> labels,
      Function<V, LatencyHistogram.Snapshot> which) {
    HistogramSnapshot.Builder histogram = HistogramSnapshot.builder().name(name).help(help);
    all.forEach(
        (key, value) -> {
          LatencyHistogram.Snapshot of = which.apply(value);
          histogram.dataPoint(
              HistogramSnapshot.HistogramDataPointSnapshot.builder()
                  .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS, of.counts()))
                  .sum(of.sumNanos() / NANOS)
                  .labels(labels.apply(key))
                  .build());
        });
    return histogram.build();
  }
}
