package org.dharch.monitor;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.dharch.core.spi.CertificateExpiry;

/** The ends of certificates for Prometheus, by the path of their store. Safe for any thread. */
final class CertificateMetrics implements Collector {
  private final Supplier<List<CertificateExpiry>> certificates;

  CertificateMetrics(Supplier<List<CertificateExpiry>> certificates) {
    this.certificates = certificates;
  }

  @Override
  public MetricSnapshot collect() {
    Map<String, Long> ends = new TreeMap<>();
    certificates
        .get()
        .forEach(one -> ends.merge(one.store(), one.end().getEpochSecond(), Math::min));
    GaugeSnapshot.Builder gauge =
        GaugeSnapshot.builder()
            .name("dharch_certificate_expiry_timestamp_seconds")
            .help("When the earliest certificate of a key or trust store expires");
    ends.forEach(
        (store, end) ->
            gauge.dataPoint(
                GaugeSnapshot.GaugeDataPointSnapshot.builder()
                    .value(end)
                    .labels(Labels.of("store", store))
                    .build()));
    return gauge.build();
  }
}
