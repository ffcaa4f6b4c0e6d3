package org.dharch.core.context;

import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.metrics.Counters;
import org.dharch.core.metrics.Latencies;

/** The counters, latencies, traces, failure logs and ended messages of a manager. Thread-safe. */
public record Telemetry(
    Counters counters,
    Latencies latencies,
    MessageTraces traces,
    FailureLines failures,
    EndedMessages ended) {

  public static Telemetry of(DHManagerConfig config) {
    Counters counters = new Counters(config.ticker()::nanos);
    return new Telemetry(
        counters,
        new Latencies(config.ticker()::nanos),
        new MessageTraces(counters),
        new FailureLines(config.ticker()::nanos),
        new EndedMessages(config.keptTimelines(), config.ticker()));
  }
}
