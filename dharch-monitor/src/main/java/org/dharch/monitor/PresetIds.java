package org.dharch.monitor;

import io.opentelemetry.sdk.trace.IdGenerator;

/** Uses span and trace ids that are set before each span starts. Not thread-safe. */
final class PresetIds implements IdGenerator {
  private final IdGenerator random = IdGenerator.random();
  private String trace = "";
  private String span = "";

  /**
   * Sets the ids of the next span; the trace id is used if it starts a trace. Empty: random ones.
   */
  void next(String traceId, String spanId) {
    trace = traceId;
    span = spanId;
  }

  @Override
  public String generateSpanId() {
    return span.isEmpty() ? random.generateSpanId() : span;
  }

  @Override
  public String generateTraceId() {
    return trace.isEmpty() ? random.generateTraceId() : trace;
  }
}
