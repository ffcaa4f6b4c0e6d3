package org.dharch.monitor;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.dharch.api.MessageId;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.message.TraceContext;

/** Creates spans of ended messages. Used by one thread. */
final class MessageSpans {
  private static final Set<String> WELL = Set.of("performed", "sent", "deferred", "superseded");
  private static final double MILLIS = 1e6;
  private static final AttributeKey<String> NOTE = AttributeKey.stringKey("dharch.note");

  private final Tracer tracer;
  private final PresetIds ids;

  MessageSpans(Tracer tracer, PresetIds ids) {
    this.tracer = tracer;
    this.ids = ids;
  }

  /**
   * Reports a message and its attempts.
   *
   * @param parent the span in which it arrived; its own if it starts the trace
   * @param endedAt nanoseconds of the wall clock
   */
  void report(Submission submission, TraceContext parent, Outcome outcome, long endedAt) {
    Timeline timeline = outcome.timeline();
    String own = TraceContext.spanOf(outcome.id());
    long begin = endedAt - timeline.endedNanos();
    SpanBuilder builder =
        tracer
            .spanBuilder(name(submission))
            .setSpanKind(submission.flow() == Direction.IN ? SpanKind.SERVER : SpanKind.INTERNAL)
            .setStartTimestamp(begin, TimeUnit.NANOSECONDS)
            .setAttribute("dharch.message.id", outcome.id().toString())
            .setAttribute("dharch.orchestration", timeline.orchestration())
            .setAttribute("dharch.flow", submission.flow().toString())
            .setAttribute("rpc.service", submission.service())
            .setAttribute("rpc.method", submission.operation())
            .setAttribute("dharch.queued_ms", timeline.selectedNanos() / MILLIS)
            .setAttribute("dharch.merge_ms", timeline.mergeNanos() / MILLIS);
    if (parent.span().equals(own)) {
      builder.setNoParent();
    } else {
      builder.setParent(remote(parent, submission));
    }
    ids.next(parent.traceId(), own);
    Span span = builder.startSpan();
    Context inside = Context.root().with(span);
    for (Timeline.Attempt attempt : timeline.attempts()) {
      attempt(outcome.id(), attempt, inside, begin, endedAt);
    }
    for (String note : timeline.notes()) { // at most 100, without times
      span.addEvent("dharch.note", Attributes.of(NOTE, note), endedAt, TimeUnit.NANOSECONDS);
    }
    if (outcome instanceof Outcome.Failed failed) {
      span.setStatus(StatusCode.ERROR, failed.fault().reason());
      span.setAttribute("dharch.fault", failed.fault().code().name());
      span.setAttribute("dharch.fault.handler", failed.fault().handler());
    }
    span.end(endedAt, TimeUnit.NANOSECONDS);
  }

  private void attempt(
      MessageId id, Timeline.Attempt attempt, Context inside, long begin, long endedAt) {
    boolean answered = attempt.receivedNanos() >= 0;
    ids.next(
        "", attempt.step() < 0 ? "" : TraceContext.spanOf(id, attempt.step(), attempt.number()));
    SpanBuilder builder =
        tracer
            .spanBuilder(attempt.handler())
            .setParent(inside)
            .setStartTimestamp(begin + attempt.sentNanos(), TimeUnit.NANOSECONDS)
            .setAttribute("dharch.handler", attempt.handler())
            .setAttribute("dharch.node", attempt.node())
            .setAttribute("dharch.stage", (long) attempt.stage() + 1)
            .setAttribute("dharch.attempt", (long) attempt.number())
            .setAttribute("dharch.result", attempt.result());
    if (answered) {
      builder
          .setAttribute("dharch.wait_ms", attempt.queueNanos() / MILLIS)
          .setAttribute("dharch.way_ms", attempt.transferNanos() / MILLIS)
          .setAttribute("dharch.run_ms", attempt.runNanos() / MILLIS);
    }
    Span span = builder.startSpan();
    if (!WELL.contains(attempt.result())) {
      span.setStatus(StatusCode.ERROR, attempt.result());
    }
    span.end(answered ? begin + attempt.receivedNanos() : endedAt, TimeUnit.NANOSECONDS);
  }

  private static String name(Submission submission) {
    String name = submission.service() + "/" + submission.operation();
    return (name.equals("/") ? "message" : name) + " " + submission.flow();
  }

  /** With the trace state of the client's tracing systems. */
  private static Context remote(TraceContext parent, Submission submission) {
    Map<String, String> headers =
        Map.of(
            "traceparent",
            parent.toString(),
            "tracestate",
            submission.properties().text(SoapProperties.HTTP_HEADER + "tracestate", ""));
    return W3CTraceContextPropagator.getInstance().extract(Context.root(), headers, Map::get);
  }
}
