package org.dharch.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.message.Admission;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.TraceContext;
import org.dharch.core.metrics.Counter;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.spi.Gateway;
import org.dharch.core.view.TraceListener;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Messages are reported to a collector that speaks OTLP, as OpenTelemetry's own exporter does. */
final class TracingTest {
  private static final String ENDPOINT = "otel.exporter.otlp.endpoint";
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String CLIENT = "b7ad6b7169203331";

  private final ConcurrentLinkedQueue<Span> spans = new ConcurrentLinkedQueue<>();
  private final Map<String, String> seen = new ConcurrentHashMap<>();
  private HttpServer collector;
  private DHManager manager;
  private HandlerNode node;

  /** What the gateway was given back, and whether it had completed. */
  private record Ended(Outcome outcome) {}

  private static final Gateway<CompletableFuture<Ended>> GATEWAY =
      new Gateway<>() {
        @Override
        public void completed(CompletableFuture<Ended> context, Outcome.Completed outcome) {
          context.complete(new Ended(outcome));
        }

        @Override
        public void failed(CompletableFuture<Ended> context, Outcome.Failed outcome) {
          context.complete(new Ended(outcome));
        }

        @Override
        public void responded(CompletableFuture<Ended> context, Outcome.Responded outcome) {
          context.complete(new Ended(outcome));
        }
      };

  @BeforeEach
  void start() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext("/v1/traces", this::collect);
    collector.start();
    System.setProperty(ENDPOINT, "http://127.0.0.1:" + collector.getAddress().getPort());
    InMemoryTransport transport = new InMemoryTransport();
    node =
        HandlerNode.builder("n")
            .handler(
                "look",
                1,
                message -> {
                  for (String key : List.of("span_id", "trace_id", "traceparent")) {
                    seen.put(key, String.valueOf(MDC.get(key)));
                  }
                  return Changes.NONE;
                })
            .handler(
                "bad",
                1,
                message -> {
                  throw new IllegalStateException("card number too short");
                })
            .start(transport.node());
    Orchestrations both =
        Orchestrations.of(
            List.of(
                Orchestration.of("look", Stage.of("look")),
                Orchestration.of("bad", Stage.of("bad"))),
            List.of());
    manager = DHManager.start(DHManagerConfig.DEFAULT, both, transport.manager());
  }

  @AfterEach
  void stop() {
    System.clearProperty(ENDPOINT);
    System.clearProperty("otel.traces.sampler");
    manager.close();
    node.close();
    collector.stop(0);
  }

  private void collect(HttpExchange exchange) throws IOException {
    boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    byte[] body =
        zipped
            ? new GZIPInputStream(exchange.getRequestBody()).readAllBytes()
            : exchange.getRequestBody().readAllBytes();
    for (ResourceSpans resource :
        ExportTraceServiceRequest.parseFrom(body).getResourceSpansList()) {
      resource.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
    }
    exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private Outcome send(String orchestration, MessageProperties properties) throws Exception {
    return send(Direction.IN, orchestration, properties, Optional.empty());
  }

  private Outcome send(
      Direction flow, String orchestration, MessageProperties properties, Optional<MessageId> of)
      throws Exception {
    Submission message =
        new Submission(
            flow,
            "Cards",
            "pay",
            "",
            new MessageContent(Utf8.bytes(EnvelopeText.SOAP11.of("<x/>")), properties, Set.of()),
            Optional.of(orchestration),
            Optional.empty(),
            false,
            "",
            of);
    CompletableFuture<Ended> end = new CompletableFuture<>();
    assertTrue(manager.admit(GATEWAY, end, message) instanceof Admission.Accepted);
    return end.get(20, TimeUnit.SECONDS).outcome();
  }

  /** Reported, and the collector has it when this returns. */
  private Outcome traced(String orchestration, MessageProperties properties) throws Exception {
    Tracing tracing = Tracing.start(manager);
    try {
      return send(orchestration, properties);
    } finally {
      tracing.close();
    }
  }

  /** A request and its answer, which bears no header of its own. */
  private Outcome.Completed answered(MessageProperties properties) throws Exception {
    Tracing tracing = Tracing.start(manager);
    try {
      Optional<MessageId> request = Optional.of(send("look", properties).id());
      return (Outcome.Completed) send(Direction.OUT, "look", MessageProperties.empty(), request);
    } finally {
      tracing.close();
    }
  }

  private static MessageProperties from(String flags) {
    return MessageProperties.empty()
        .with(TraceContext.PROPERTY, "00-" + TRACE + "-" + CLIENT + "-" + flags);
  }

  private Span span(String name) {
    return spans.stream().filter(span -> span.getName().equals(name)).findFirst().orElseThrow();
  }

  private static String hex(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  @Test
  void clientMessageAttemptAndServiceAreOneTrace() throws Exception {
    Outcome.Completed outcome = (Outcome.Completed) traced("look", from("01"));
    Span message = span("Cards/pay in");
    Span attempt = span("look");
    assertEquals(TRACE, hex(message.getTraceId()));
    assertEquals(CLIENT, hex(message.getParentSpanId()));
    assertEquals(hex(message.getSpanId()), hex(attempt.getParentSpanId()));
    assertEquals(hex(attempt.getSpanId()), seen.get("span_id"));
    assertEquals(TRACE, seen.get("trace_id"));
    assertEquals("00-" + TRACE + "-" + hex(attempt.getSpanId()) + "-01", seen.get("traceparent"));
    String onwards = outcome.properties().text(TraceContext.PROPERTY, "");
    assertEquals("00-" + TRACE + "-" + hex(message.getSpanId()) + "-01", onwards);
    assertTrue(attempt.getStartTimeUnixNano() >= message.getStartTimeUnixNano());
    assertTrue(attempt.getEndTimeUnixNano() <= message.getEndTimeUnixNano());
  }

  @Test
  void traceIdIsDerivedFromMessageId() throws Exception {
    MessageId id = traced("bad", MessageProperties.empty()).id();
    Span message = span("Cards/pay in");
    assertEquals(id.toString(), hex(message.getTraceId()));
    assertTrue(message.getParentSpanId().isEmpty());
    assertEquals(Status.StatusCode.STATUS_CODE_ERROR, message.getStatus().getCode());
    assertTrue(message.getStatus().getMessage().contains("card number too short"));
    assertEquals(Status.StatusCode.STATUS_CODE_ERROR, span("bad").getStatus().getCode());
  }

  /** The client decides, as the specification has it. */
  @Test
  void unsampledTraceIsPropagatedAndNotReported() throws Exception {
    Outcome.Completed outcome = (Outcome.Completed) traced("look", from("00"));
    assertTrue(spans.isEmpty(), spans::toString);
    assertTrue(outcome.properties().text(TraceContext.PROPERTY, "").startsWith("00-" + TRACE));
  }

  @Test
  void responseOfUnsampledRequestIsNotReported() throws Exception {
    Outcome.Completed answer = answered(from("00"));
    assertTrue(spans.isEmpty(), spans::toString);
    String client = "00-" + TRACE + "-" + CLIENT + "-00";
    assertEquals(client, answer.properties().text(TraceContext.PROPERTY, ""));
    assertEquals(client, seen.get("traceparent"));
    System.setProperty("otel.traces.sampler", "always_off");
    answered(MessageProperties.empty());
    assertTrue(spans.isEmpty(), spans::toString);
  }

  /** What counts requests by spans that are a server's counts each once. */
  @Test
  void responseBelongsToTraceOfRequest() throws Exception {
    answered(from("01"));
    assertEquals(TRACE, hex(span("Cards/pay out").getTraceId()));
    assertEquals(Span.SpanKind.SPAN_KIND_INTERNAL, span("Cards/pay out").getKind());
    assertEquals(Span.SpanKind.SPAN_KIND_SERVER, span("Cards/pay in").getKind());
  }

  @Test
  void traceStateIsReported() throws Exception {
    String state = SoapProperties.HTTP_HEADER + "tracestate";
    traced("look", from("01").with(state, "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"));
    assertEquals("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", span("Cards/pay in").getTraceState());
    spans.clear();
    traced("look", from("01").with(state, "\u0000=,,"));
    assertEquals("", span("Cards/pay in").getTraceState());
    assertEquals(CLIENT, hex(span("Cards/pay in").getParentSpanId()));
  }

  @Test
  void messageSpanNamesFailedHandler() throws Exception {
    traced("bad", MessageProperties.empty());
    assertTrue(
        span("Cards/pay in").getEventsList().stream()
            .map(event -> event.getAttributes(0).getValue().getStringValue())
            .anyMatch(
                note -> note.contains("card number too short") && note.contains("TracingTest")),
        () -> span("Cards/pay in").toString());
  }

  @Test
  void withoutListenerClientSpanIsPropagated() throws Exception {
    Outcome.Completed outcome = (Outcome.Completed) send("look", from("01"));
    String client = "00-" + TRACE + "-" + CLIENT + "-01";
    assertEquals(client, outcome.properties().text(TraceContext.PROPERTY, ""));
    assertEquals(client, seen.get("traceparent"));
    send("look", MessageProperties.empty().with(TraceContext.PROPERTY, "nonsense"));
    assertEquals("null", seen.get("traceparent"));
  }

  @Test
  void invalidSettingsAreReported() {
    System.setProperty("otel.traces.sampler", "nosuch");
    DHArchException e = assertThrows(DHArchException.class, () -> Tracing.start(manager));
    assertTrue(e.getMessage().contains("nosuch"), e.getMessage());
  }

  /** Once each message of a manager whose OpenTelemetry was disabled was refused. */
  @Test
  void disabledTracingReportsNothing() throws Exception {
    System.setProperty("otel.sdk.disabled", "true");
    try {
      assertTrue(traced("look", MessageProperties.empty()) instanceof Outcome.Completed);
      assertTrue(traced("look", from("01")) instanceof Outcome.Completed);
      assertTrue(spans.isEmpty(), spans::toString);
    } finally {
      System.clearProperty("otel.sdk.disabled");
    }
  }

  /** What an environment says that other programs have too. */
  @Test
  void otherTelemetrySettingsAreIgnored() throws Exception {
    Map<String, String> others =
        Map.of(
            "otel.metrics.exporter", "prometheus",
            "otel.logs.exporter", "otlp",
            "otel.propagators", "tracecontext,b3");
    others.forEach(System::setProperty);
    try {
      traced("look", from("01"));
      assertEquals(CLIENT, hex(span("Cards/pay in").getParentSpanId()));
    } finally {
      others.keySet().forEach(System::clearProperty);
    }
  }

  @Test
  void unsupportedExporterIsReported() throws Exception {
    System.setProperty("otel.exporter.otlp.protocol", "grpc");
    try {
      DHArchException e = assertThrows(DHArchException.class, () -> Tracing.start(manager));
      assertTrue(e.getMessage().contains("must be http/protobuf"), e.getMessage());
      System.setProperty("otel.exporter.otlp.traces.protocol", "http/protobuf");
      traced("look", from("01"));
      assertEquals(TRACE, hex(span("look").getTraceId()));
    } finally {
      System.clearProperty("otel.exporter.otlp.protocol");
      System.clearProperty("otel.exporter.otlp.traces.protocol");
    }
  }

  @Test
  void throwingListenerDropsNoMessage() throws Exception {
    manager.traces(
        new TraceListener() {
          @Override
          public boolean reports(MessageId id) {
            throw new IllegalStateException("of a sampler's own");
          }

          @Override
          public void ended(Submission submission, TraceContext came, Outcome outcome) {}
        });
    assertTrue(send("look", MessageProperties.empty()) instanceof Outcome.Completed);
    assertEquals(1L, manager.status().counters().get(Counter.ERRORS));
  }

  /** The ids of one manager only count up in their last digits, by which samplers go. */
  @Test
  void samplingRatioIsApplied() {
    System.setProperty("otel.traces.sampler", "parentbased_traceidratio");
    System.setProperty("otel.traces.sampler.arg", "0.1");
    try (Tracing tracing = Tracing.start(manager)) {
      long reported = 0;
      for (int n = 0; n < 10_000; n++) {
        reported += tracing.reports(new MessageId(0x1234_5678_9abc_def0L, n)) ? 1 : 0;
      }
      assertTrue(800 < reported && reported < 1_200, () -> "not about a tenth");
    } finally {
      System.clearProperty("otel.traces.sampler");
      System.clearProperty("otel.traces.sampler.arg");
    }
  }
}
