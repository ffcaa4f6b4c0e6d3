package org.dharch.monitor;

import io.opentelemetry.sdk.trace.IdGenerator;

/** Span and trace ids that are said before each span is begun. For one thread. */
final class GivenIds implements IdGenerator {
  private final IdGenerator random = IdGenerator.random();
  private String trace = "";
  private String span = "";

  /** Those of the next span; a trace's is used if it begins one. Empty: any. */
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
