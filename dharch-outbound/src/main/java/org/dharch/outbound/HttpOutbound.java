package org.dharch.outbound;

import java.net.http.HttpClient;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import javax.net.ssl.SSLContext;
import org.dharch.core.message.DHArchException;
import org.dharch.core.spi.Outbound;

/**
 * Sends with the JDK's HTTP client over HTTP/1.1. Resolves a host's name once for each request.
 * Over {@code http} it connects to the checked address, which prevents DNS rebinding; over {@code
 * https} the host must present a certificate for its name. Does not follow redirects. Thread-safe.
 */
public final class HttpOutbound implements Outbound {
  private final OutboundSettings settings;
  private final HostList.Resolver resolver;
  private final RequestQueue waiting;
  private final ExecutorService resolverThreads = Workers.of("dharch-outbound-lookup", 4);
  private final ExecutorService workers = Workers.of("dharch-outbound", 4);
  private final TimeLimits limits = new TimeLimits();
  private final HttpClient client;
  private volatile boolean closed;

  /**
   * @throws DHArchException with a solution, if the Host header cannot be set in this JVM
   */
  public HttpOutbound(OutboundSettings settings) {
    this(settings, HostList.Resolver.SYSTEM, defaultContext());
  }

  /**
   * @param tls the trusted certificates
   */
  HttpOutbound(OutboundSettings settings, HostList.Resolver resolver, SSLContext tls) {
    HostHeader.check();
    this.settings = settings;
    this.resolver = resolver;
    this.waiting =
        new RequestQueue(settings.connectionsPerHost(), settings.connections(), settings.waiting());
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.timeToConnect())
            .sslContext(tls)
            .executor(workers)
            .build();
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

  /** Sends with additional HTTP headers. */
  public CompletionStage<Result> send(Request request, Map<String, String> headers) {
    CompletableFuture<Result> completion = new CompletableFuture<>();
    PendingRequest sending = new PendingRequest(this, request, headers, completion);
    CompletableFuture<Result> result =
        limits
            .bound(completion.copy(), request.limit())
            .handle((end, late) -> late == null ? end : sending.late());
    if (closed) {
      completion.complete(sending.failed(Failure.UNREACHED, "sending is closed"));
    } else {
      sending
          .refusal()
          .ifPresentOrElse(
              reason -> completion.complete(sending.failed(Failure.REFUSED, reason)),
              () -> enqueue(sending, completion));
    }
    return result;
  }

  private void enqueue(PendingRequest sending, CompletableFuture<Result> completion) {
    if (!waiting.enter(sending)) {
      String reason = settings.waiting() + " messages wait to be sent; no more may";
      completion.complete(sending.failed(Failure.UNREACHED, reason));
    }
  }

  OutboundSettings settings() {
    return settings;
  }

  HostList.Resolver resolver() {
    return resolver;
  }

  RequestQueue waiting() {
    return waiting;
  }

  ExecutorService resolverThreads() {
    return resolverThreads;
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
    waiting.all().forEach(RequestQueue.QueuedRequest::end);
    resolverThreads.shutdownNow();
    workers.shutdownNow();
    limits.close();
  }
}
