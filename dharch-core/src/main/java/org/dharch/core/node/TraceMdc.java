package org.dharch.core.node;

import java.util.Optional;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.TraceContext;
import org.dharch.core.node.journal.AttemptKey;
import org.slf4j.MDC;

/**
 * The span that an attempt is reported as, or its client's if its manager reports none, in the
 * logging context of its thread: {@code trace_id}, {@code span_id}, {@code trace_flags}, and {@code
 * traceparent} for what its handler sends itself. Used by one thread.
 */
final class TraceMdc {
  private static final TraceMdc NONE = new TraceMdc();

  private TraceMdc() {}

  /** Puts it there, if the message is part of a trace. */
  static TraceMdc put(MessageProperties properties, AttemptKey attempt) {
    Optional<TraceContext> message = TraceContext.of(properties);
    if (message.isEmpty()) {
      return NONE;
    }
    boolean reported = message.get().span().equals(TraceContext.spanOf(attempt.id()));
    String span = TraceContext.spanOf(attempt.id(), attempt.index(), attempt.attempt());
    TraceContext own = reported ? message.get().within(span) : message.get();
    MDC.put("trace_id", own.traceId());
    MDC.put("span_id", own.span());
    MDC.put("trace_flags", own.flags());
    MDC.put("traceparent", own.toString());
    return new TraceMdc();
  }

  /** Takes it away. */
  void remove() {
    if (this != NONE) {
      MDC.remove("trace_id");
      MDC.remove("span_id");
      MDC.remove("trace_flags");
      MDC.remove("traceparent");
    }
  }
}
