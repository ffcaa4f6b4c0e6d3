package org.dharch.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.envelope.Envelopes;

/**
 * The request for the service, with the body after its handlers. Observes the end of asynchronous
 * processing that the service starts.
 */
final class ServiceRequest extends HttpServletRequestWrapper {
  private static final String LENGTH = "Content-Length";
  private static final String TYPE = "Content-Type";

  private final FilterExchange exchange;
  private final SoapBody.Content content;
  private final BodyInput input;
  private final Map<String, Optional<String>> headers =
      new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private Optional<BufferedReader> reader = Optional.empty();
  private boolean streamed;
  private HttpServletResponse response;
  private boolean first = true;
  private volatile boolean suspended;
  private volatile Optional<AsyncContext> async = Optional.empty();

  ServiceRequest(HttpServletRequest request, FilterExchange exchange, Content left) {
    super(request);
    this.exchange = exchange;
    this.content = left.body();
    this.input = new BodyInput(content.bytes(), this);
    headers.putAll(left.headers());
    headers.put(LENGTH, Optional.of(Integer.toString(content.bytes().length)));
    headers.put("Transfer-Encoding", Optional.empty());
    headers.put(TYPE, Optional.of(content.type()));
  }

  void answeredBy(HttpServletResponse value) {
    response = value;
  }

  HttpServletResponse response() {
    return response;
  }

  void begin() {
    suspended = false;
    async = Optional.empty();
  }

  /** Returns true if the service has started asynchronous processing. */
  boolean suspended() {
    first = false;
    return suspended;
  }

  @Override
  public DispatcherType getDispatcherType() {
    DispatcherType type = super.getDispatcherType();
    boolean brought =
        first && type == DispatcherType.ASYNC; // dispatched by the filter, not by the service
    return brought ? DispatcherType.REQUEST : type;
  }

  @Override
  public AsyncContext startAsync() {
    return startAsync(this, response);
  }

  @Override
  public AsyncContext startAsync(ServletRequest given, ServletResponse answered) {
    // the dispatched request must be this one
    ServletRequest dispatched = AwaitedDispatch.isAround(given, this) ? given : this;
    AsyncContext real = getRequest().startAsync(dispatched, answered);
    suspended = true;
    ServiceAsync started =
        new ServiceAsync(real, exchange, this, response instanceof ServiceResponse);
    started.listen();
    real.addListener(new Ended(exchange));
    async = Optional.of(started);
    return started;
  }

  @Override
  public AsyncContext getAsyncContext() {
    return async.orElseGet(super::getAsyncContext);
  }

  @Override
  public ServletInputStream getInputStream() {
    if (reader.isPresent()) {
      throw new IllegalStateException("getReader() has been called for this request");
    }
    streamed = true;
    return input;
  }

  @Override
  public BufferedReader getReader() throws IOException {
    if (streamed) {
      throw new IllegalStateException("getInputStream() has been called for this request");
    }
    if (reader.isEmpty()) {
      reader =
          Optional.of(new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8)));
    }
    return reader.get();
  }

  @Override
  public int getContentLength() {
    return content.bytes().length;
  }

  @Override
  public long getContentLengthLong() {
    return content.bytes().length;
  }

  @Override
  public String getContentType() {
    return content.type();
  }

  @Override
  public String getCharacterEncoding() {
    return StandardCharsets.UTF_8.name();
  }

  @Override
  public String getHeader(String name) {
    return headers.containsKey(name) ? headers.get(name).orElse(null) : super.getHeader(name);
  }

  @Override
  public Enumeration<String> getHeaders(String name) {
    return headers.containsKey(name)
        ? Collections.enumeration(headers.get(name).stream().toList())
        : super.getHeaders(name);
  }

  @Override
  public int getIntHeader(String name) {
    return headers.containsKey(name)
        ? headers.get(name).map(Integer::parseInt).orElse(-1)
        : super.getIntHeader(name);
  }

  /** Parses a header set by handlers in the preferred format (RFC 9110, section 5.6.7). */
  @Override
  public long getDateHeader(String name) {
    if (!headers.containsKey(name)) {
      return super.getDateHeader(name);
    }
    try {
      return headers
          .get(name)
          .map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME))
          .map(date -> date.toInstant().toEpochMilli())
          .orElse(-1L);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "header " + name + " must be a date: " + e.getMessage(), e);
    }
  }

  @Override
  public Enumeration<String> getHeaderNames() {
    Map<String, Optional<String>> missing = new TreeMap<>(headers);
    List<String> names = new ArrayList<>();
    for (String name : Collections.list(super.getHeaderNames())) {
      Optional<String> value = missing.remove(name);
      if (value == null || value.isPresent()) {
        names.add(name);
      }
    }
    missing.forEach(
        (name, value) -> {
          if (value.isPresent()) {
            names.add(name);
          }
        });
    return Collections.enumeration(names);
  }

  /** Ends the exchange when the service's asynchronous processing ends without a dispatch. */
  private record Ended(FilterExchange exchange) implements AsyncListener {
    @Override
    public void onComplete(AsyncEvent event) {
      exchange.ended();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      // the service or the container responds and completes
    }

    @Override
    public void onError(AsyncEvent event) {
      exchange.ended();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }

  /**
   * The content of a request after its handlers.
   *
   * @param body with a Content-Type written by the filter
   * @param headers the changed headers, by their names in any case; empty for removed ones
   */
  record Content(SoapBody.Content body, Map<String, Optional<String>> headers) {
    private static final String ACTION = "SOAPAction";

    /**
     * Creates the content of {@code exchange} for the outcome of its handlers.
     *
     * @throws NotReadableException if the handlers left an invalid body
     * @throws org.dharch.core.message.MalformedMessageException if they left an invalid envelope
     */
    static Content of(
        FilterExchange exchange,
        Optional<Outcome.Completed> outcome,
        HttpServletRequest request,
        Limits limits)
        throws NotReadableException {
      SoapBody received = exchange.body();
      byte[] envelope = outcome.map(it -> understood(it, limits)).orElse(received.envelope());
      Optional<String> changed =
          outcome
              .map(done -> done.properties().text(SoapProperties.SOAP_ACTION, ""))
              .filter(text -> !text.equals(exchange.action()));
      // an action is added to the Content-Type only if there was one or it has changed
      boolean named = !received.actions().isEmpty() || (exchange.soap12() && changed.isPresent());
      SoapBody.Content body =
          received.forService(envelope, named ? changed.orElse(exchange.action()) : "");
      Map<String, Optional<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      MessageProperties after =
          outcome.map(Outcome.Completed::properties).orElse(MessageProperties.empty());
      if (outcome.isPresent()) {
        exchange
            .submission()
            .ifPresent(
                before -> headers.putAll(HttpProperties.changed(before.properties(), after)));
      }
      if (!exchange.soap12() || request.getHeader(ACTION) != null) {
        changed.ifPresent(action -> headers.put(ACTION, Optional.of('"' + action + '"')));
      }
      if (body.bytes() != received.whole().bytes()) {
        BodyHeaders.DIGESTS.forEach(name -> headers.putIfAbsent(name, Optional.empty()));
      }
      return new Content(body, headers);
    }

    private static byte[] understood(Outcome.Completed outcome, Limits limits) {
      return Envelopes.understood(outcome.envelope(), outcome.processed(), limits);
    }

    /** Removes Accept-Encoding, because handlers cannot read compressed responses. */
    Content answeredPlain() {
      Map<String, Optional<String>> plain = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      plain.putAll(headers);
      plain.put("Accept-Encoding", Optional.empty());
      return new Content(body, plain);
    }
  }
}
