package org.dharch.outbound;

import java.net.http.HttpClient;
import java.security.NoSuchAlgorithmException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLContext;
import org.dharch.core.message.DHArchException;
import org.dharch.core.spi.Outbound;

/**
 * Sends with the JDK's HTTP client over HTTP/1.1. Resolves a host's name once for each request and
 * connects to the checked address: over {@code http} by the address itself, so a later change of
 * the name has no effect (DNS rebinding); over {@code https} by name, for which the host must
 * present a certificate before any byte of the message is sent. Redirects are not followed; they
 * are ordinary responses. Thread-safe.
 */
public final class HttpOutbound implements Outbound {
  private final OutboundSettings settings;
  private final HostList.Resolver resolver;
  private final Waiting waiting;
  private final ExecutorService lookUps = Workers.of("dharch-outbound-lookup", 4);
  private final ExecutorService workers = Workers.of("dharch-outbound", 4);
  private final TimeLimits limits = new TimeLimits();
  private final HttpClient client;
  private final LongAdder sent = new LongAdder();
  private final Map<Failure, LongAdder> failed = new EnumMap<>(Failure.class);
  private volatile boolean closed;

  /**
   * @throws DHArchException if this JVM's HTTP client does not allow the Host header to be set; the
   *     text has the fix
   */
  public HttpOutbound(OutboundSettings settings) {
    this(settings, HostList.Resolver.SYSTEM, defaultContext());
  }

  /** With these certificates and those that it trusts. */
  HttpOutbound(OutboundSettings settings, HostList.Resolver resolver, SSLContext tls) {
    HostHeader.check();
    this.settings = settings;
    this.resolver = resolver;
    this.waiting =
        new Waiting(settings.connectionsPerHost(), settings.connections(), settings.waiting());
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.timeToConnect())
            .sslContext(tls)
            .executor(workers)
            .build();
    for (Failure why : Failure.values()) {
      failed.put(why, new LongAdder());
    }
  }

  private static SSLContext defaultContext() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new DHArchException("this JVM has no TLS: " + e.getMessage(), e);
    }
  }

  @Override
  public CompletionStage<Result> send(Request request) {
    return send(request, Map.of());
  }

  /** As {@link #send(Request)}, with these HTTP headers besides. */
  public CompletionStage<Result> send(Request request, Map<String, String> headers) {
    CompletableFuture<Result> completion = new CompletableFuture<>();
    Sending sending = new Sending(this, request, headers, completion);
    CompletableFuture<Result> result =
        limits
            .bound(completion.copy(), request.limit())
            .handle((end, late) -> late == null ? end : sending.late())
            .thenApply(this::counted);
    if (closed) {
      completion.complete(sending.failed(Failure.UNREACHED, "sending is closed"));
    } else {
      sending
          .refusal()
          .ifPresentOrElse(
              reason -> completion.complete(sending.failed(Failure.REFUSED, reason)),
              () -> begin(sending, completion));
    }
    return result;
  }

  private void begin(Sending sending, CompletableFuture<Result> completion) {
    if (!waiting.enter(sending)) {
      String reason = settings.waiting() + " messages wait to be sent; no more may";
      completion.complete(sending.failed(Failure.UNREACHED, reason));
    }
  }

  private Result counted(Result result) {
    if (result instanceof Result.Failed failure) {
      failed.get(failure.why()).increment();
    } else {
      sent.increment();
    }
    return result;
  }

  /** Returns how many requests got a response, of any status. */
  public long sent() {
    return sent.sum();
  }

  /** How many requests have failed so. */
  public long failed(Failure why) {
    return failed.get(why).sum();
  }

  OutboundSettings settings() {
    return settings;
  }

  HostList.Resolver resolver() {
    return resolver;
  }

  Waiting waiting() {
    return waiting;
  }

  ExecutorService lookUps() {
    return lookUps;
  }

  TimeLimits limits() {
    return limits;
  }

  HttpClient client() {
    return client;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    waiting.all().forEach(Waiting.QueuedRequest::end);
    lookUps.shutdownNow();
    workers.shutdownNow();
    limits.close();
  }
}
