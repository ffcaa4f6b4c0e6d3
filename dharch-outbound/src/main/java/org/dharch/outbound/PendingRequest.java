package org.dharch.outbound;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.spi.Outbound;
import org.dharch.core.spi.Outbound.Failure;
import org.dharch.core.spi.Outbound.Result;
import org.dharch.core.text.Brief;

/** One request: waits, resolves and checks the host, sends, and receives the response. */
final class PendingRequest implements RequestQueue.QueuedRequest {
  private final HttpOutbound outbound;
  private final Outbound.Request request;
  private final Map<String, String> headers;
  private final URI uri;
  private final CompletableFuture<Result> completion;

  /** True if bytes may have been sent. */
  private volatile boolean isSendStarted;

  /**
   * @param headers additional HTTP headers
   * @param completion receives the result
   */
  PendingRequest(
      HttpOutbound outbound,
      Outbound.Request request,
      Map<String, String> headers,
      CompletableFuture<Result> completion) {
    this.headers = headers;
    this.outbound = outbound;
    this.request = request;
    this.uri = request.address();
    this.completion = completion;
  }

  /**
   * Returns the reason to reject the request without resolving its host; empty if there is none.
   */
  Optional<String> refusal() {
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return Optional.of("the scheme must be http or https (got '" + Brief.of(scheme) + "')");
    } else if (uri.getHost() == null || uri.getRawUserInfo() != null) {
      return Optional.of("it must have a host and no user");
    } else if (uri.getPort() == 0 || uri.getPort() > 65535) {
      return Optional.of("the port must be 1 to 65535 (got " + uri.getPort() + ")");
    } else if (request
        .action()
        .chars()
        .anyMatch(c -> c < ' ' || c == '"' || c == '\\' || c > '~')) {
      return Optional.of("its action must have only characters of an HTTP header");
    }
    return Optional.empty();
  }

  @Override
  public String host() {
    return (uri.getHost() + ":" + uri.getPort()).toLowerCase(Locale.ROOT);
  }

  @Override
  public void run() {
    CompletableFuture<Result> exchange;
    try {
      exchange =
          CompletableFuture.supplyAsync(this::createRequest, outbound.resolverThreads())
              .thenCompose(this::exchange);
    } catch (RejectedExecutionException e) {
      exchange = CompletableFuture.failedFuture(e);
    }
    var unused =
        exchange.whenComplete(
            (result, cause) -> {
              completion.complete(cause == null ? result : toResult(cause));
              outbound.waiting().leave(this);
            });
  }

  /** Ends the request in any state, because its time limit has expired. */
  Result late() {
    Result late =
        failed(
            isSendStarted ? Failure.UNKNOWN : Failure.UNREACHED,
            "no response within " + request.limit().toMillis() + " ms");
    end(late);
    return late;
  }

  @Override
  public void end() {
    end(failed(isSendStarted ? Failure.UNKNOWN : Failure.UNREACHED, "sending is closed"));
  }

  private void end(Result result) {
    outbound.waiting().withdraw(this);
    completion.complete(result);
  }

  /** The end of another message may start this one after sending was closed. */
  private void checkOpen() {
    if (outbound.isClosed()) {
      throw new DHArchException("sending is closed");
    }
    if (completion.isDone()) {
      throw new DHArchException("the message has ended");
    }
  }

  private HttpRequest createRequest() {
    checkOpen();
    InetAddress address = outbound.settings().hosts().check(uri.getHost(), outbound.resolver());
    HttpRequest.Builder http =
        HttpRequest.newBuilder(target(address))
            .timeout(limit())
            .header("Accept", "text/xml, application/soap+xml")
            .POST(HttpRequest.BodyPublishers.ofByteArray(request.envelope()));
    headers.forEach(http::header);
    String action = request.action();
    if (request.soap12()) {
      http.header(
          "Content-Type",
          "application/soap+xml; charset=UTF-8"
              + (action.isEmpty() ? "" : "; action=\"" + action + "\""));
    } else {
      http.header("Content-Type", "text/xml; charset=UTF-8");
      http.header("SOAPAction", "\"" + action + "\"");
    }
    if (!isSecure()) {
      http.header(HostHeader.NAME, uri.getRawAuthority());
    }
    return http.build();
  }

  private boolean isSecure() {
    return uri.getScheme().equalsIgnoreCase("https");
  }

  /** Uses the address over http, and the name over https for its certificate. */
  private URI target(InetAddress address) {
    String bare = address.getHostAddress().replaceFirst("%.*", "");
    String literal = bare.indexOf(':') < 0 ? bare : "[" + bare + "]";
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    String host = isSecure() ? uri.getHost() : literal;
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return URI.create(
        uri.getScheme().toLowerCase(Locale.ROOT) + "://" + host + port + path + query);
  }

  private Duration limit() {
    Duration own = outbound.settings().timeToAnswer();
    return own.compareTo(request.limit()) < 0 ? own : request.limit();
  }

  private CompletableFuture<Result> exchange(HttpRequest http) {
    checkOpen();
    int max = outbound.settings().limits().maxPayloadBytes();
    isSendStarted = true;
    CompletableFuture<HttpResponse<byte[]>> answer =
        outbound.client().sendAsync(http, head -> new BoundedBody(max));
    // cancels the request if the result was completed otherwise
    var unused = completion.whenComplete((result, cause) -> answer.cancel(true));
    // the request's own timeout ends with the response's header
    return outbound
        .limits()
        .bound(answer.copy(), limit())
        .whenComplete((response, cause) -> answer.cancel(true))
        .thenApply(this::sent);
  }

  private Result sent(HttpResponse<byte[]> response) {
    Optional<String> type = response.headers().firstValue("Content-Type");
    try {
      return new Result.Sent(response.statusCode(), SoapResponse.envelope(type, response.body()));
    } catch (DHArchException e) {
      return failed(Failure.BAD_ANSWER, e.getMessage());
    }
  }

  Result.Failed failed(Failure why, String reason) {
    return new Result.Failed(why, line(uri.toString(), 200) + ": " + line(reason, 300));
  }

  private static String line(String text, int max) {
    String line = text.replaceAll("\\p{Cntrl}+", " ");
    return line.length() <= max ? line : line.substring(0, max) + "...";
  }

  private Result toResult(Throwable cause) {
    for (Throwable current = cause; current != null; current = current.getCause()) {
      Optional<Result> known = classify(current);
      if (known.isPresent()) {
        return known.get();
      }
    }
    Throwable error = cause instanceof CompletionException ? cause.getCause() : cause;
    if (error instanceof IOException || !isSendStarted) {
      return failed(
          isSendStarted ? Failure.UNKNOWN : Failure.UNREACHED, "connection failed: " + error);
    }
    return failed(Failure.UNKNOWN, String.valueOf(error));
  }

  private Optional<Result> classify(Throwable cause) {
    Result.Failed failed = null;
    if (cause instanceof HostList.NotAllowedException) {
      failed = failed(Failure.REFUSED, cause.getMessage());
    } else if (cause instanceof HostList.UnknownException) {
      failed = failed(Failure.UNREACHED, cause.getMessage());
    } else if (cause instanceof HttpConnectTimeoutException) {
      long millis = outbound.settings().timeToConnect().toMillis();
      failed = failed(Failure.UNREACHED, "no connection within " + millis + " ms");
    } else if (cause instanceof HttpTimeoutException || cause instanceof TimeoutException) {
      failed = failed(Failure.UNKNOWN, "no complete response within " + limit().toMillis() + " ms");
    } else if (cause instanceof ConnectException
        || cause instanceof UnresolvedAddressException
        || cause instanceof SSLHandshakeException
        || cause instanceof SSLPeerUnverifiedException) {
      failed = failed(Failure.UNREACHED, "no connection: " + describe(cause));
    } else if (cause instanceof BoundedBody.TooLargeException
        || cause instanceof ProtocolException
        || cause instanceof MalformedMessageException) {
      failed = failed(Failure.BAD_ANSWER, String.valueOf(cause.getMessage()));
    }
    return Optional.ofNullable(failed);
  }

  /** The JDK's client has no message for a refused connection. */
  private static String describe(Throwable cause) {
    for (Throwable current = cause; current != null; current = current.getCause()) {
      if (current.getMessage() != null && !current.getMessage().isBlank()) {
        return current.getMessage();
      }
    }
    return cause instanceof ConnectException ? "nothing listens there" : cause.toString();
  }
}
