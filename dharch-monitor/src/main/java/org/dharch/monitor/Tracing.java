package org.dharch.monitor;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingDecision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.dharch.api.MessageId;
import org.dharch.core.DHManager;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.TraceContext;
import org.dharch.core.view.TraceListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports a manager's messages and their attempts as spans, by OpenTelemetry, configured by its own
 * settings: {@code OTEL_EXPORTER_OTLP_ENDPOINT} and the others, in the environment or as system
 * properties. A separate thread creates the spans from timelines after the end of a message. If
 * {@value #MOST} messages wait for it, further ones are not reported, which is logged. Safe for any
 * thread; close it after the manager.
 */
public final class Tracing implements TraceListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Tracing.class);
  private static final int MOST = 2048;
  private static final String HTTP = "http/protobuf";
  private static final long CLOSE_SECONDS = 5;

  private final OpenTelemetrySdk sdk;
  private final Sampler sampler;
  private final MessageSpans spans;
  private final BlockingQueue<Runnable> ended = new ArrayBlockingQueue<>(MOST);
  private final AtomicLong dropped = new AtomicLong();
  private final Thread thread = new Thread(this::run, "dharch-tracing");
  private volatile boolean closed;

  private Tracing(OpenTelemetrySdk sdk, Sampler sampler, MessageSpans spans) {
    this.sdk = sdk;
    this.sampler = sampler;
    this.spans = spans;
    thread.setDaemon(true);
  }

  /**
   * Starts to report.
   *
   * @throws DHArchException if OpenTelemetry's settings are invalid
   */
  public static Tracing start(DHManager manager) {
    PresetIds ids = new PresetIds();
    AtomicReference<Sampler> sampled = new AtomicReference<>();
    try {
      OpenTelemetrySdk sdk =
          AutoConfiguredOpenTelemetrySdk.builder()
              .addPropertiesSupplier(Tracing::usual)
              .addPropertiesCustomizer(Tracing::own)
              .addTracerProviderCustomizer((provider, config) -> provider.setIdGenerator(ids))
              .addSamplerCustomizer(
                  (sampler, config) -> {
                    sampled.set(sampler);
                    return Sampler.alwaysOn(); // the decision is made before
                  })
              .setServiceClassLoader(Tracing.class.getClassLoader())
              .disableShutdownHook()
              .build()
              .getOpenTelemetrySdk();
      boolean disabled = sampled.get() == null; // without a sampler nothing is sampled
      Sampler sampler = disabled ? Sampler.alwaysOff() : sampled.get();
      Tracing tracing =
          new Tracing(sdk, sampler, new MessageSpans(sdk.getTracer("org.dharch"), ids));
      tracing.thread.start();
      if (disabled) {
        LOG.info("OpenTelemetry is disabled by its own settings");
      } else {
        manager.traces(tracing);
      }
      return tracing;
    } catch (ConfigurationException e) {
      throw new DHArchException("dharch.tracing: OpenTelemetry failed: " + reasons(e), e);
    }
  }

  /** OpenTelemetry wraps unexpected errors, so only their cause is informative. */
  private static String reasons(ConfigurationException e) {
    Throwable cause = e.getCause();
    return cause == null
            || cause.getMessage() == null
            || e.getMessage().contains(cause.getMessage())
        ? e.getMessage()
        : e.getMessage() + ": " + cause.getMessage();
  }

  /**
   * The settings that override an environment shared by many processes: only spans are reported,
   * over HTTP, with W3C headers only.
   */
  private static Map<String, String> own(ConfigProperties config) {
    String all = config.getString("otel.exporter.otlp.protocol", HTTP);
    String protocol = config.getString("otel.exporter.otlp.traces.protocol", all);
    if (!protocol.equals(HTTP)) {
      throw new ConfigurationException(
          "OTEL_EXPORTER_OTLP_PROTOCOL must be "
              + HTTP
              + ", which most collectors accept at port 4318 (got '"
              + protocol
              + "'); OTEL_EXPORTER_OTLP_TRACES_PROTOCOL sets it for spans only");
    }
    return Map.of(
        "otel.metrics.exporter", "none",
        "otel.logs.exporter", "none",
        "otel.propagators", "tracecontext");
  }

  private static Map<String, String> usual() {
    Map<String, String> usual = new HashMap<>();
    usual.put("otel.service.name", "dharch");
    usual.put("otel.exporter.otlp.protocol", HTTP);
    return usual;
  }

  @Override
  public boolean reports(MessageId id) {
    return sampler
            .shouldSample(
                Context.root(), drawn(id), "", SpanKind.SERVER, Attributes.empty(), List.of())
            .getDecision()
        == SamplingDecision.RECORD_AND_SAMPLE;
  }

  /** A ratio sampler uses the last digits, and those of our ids only count up. */
  private static String drawn(MessageId id) {
    return TraceContext.spanOf(id, 0, 0) + TraceContext.spanOf(id);
  }

  @Override
  public void ended(Submission submission, TraceContext parent, Outcome outcome) {
    long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    if (!ended.offer(() -> spans.report(submission, parent, outcome, now))
        && Long.bitCount(dropped.incrementAndGet()) == 1) { // 1, 2, 4, 8 …
      LOG.warn("Dropped spans messages={} reason=queue-full", dropped.get());
    }
  }

  private void run() {
    try {
      while (!closed || !ended.isEmpty()) {
        Runnable next = ended.poll(100, TimeUnit.MILLISECONDS);
        if (next != null) {
          report(next);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // only at the end of the JVM
    }
  }

  private static void report(Runnable next) {
    try {
      next.run();
    } catch (RuntimeException e) {
      LOG.warn("Failed to report the spans of a message", e);
    }
  }

  /** Reports the remaining messages, at most 5 s, and ends. Idempotent. */
  @Override
  public void close() {
    closed = true;
    try {
      thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sdk.shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
