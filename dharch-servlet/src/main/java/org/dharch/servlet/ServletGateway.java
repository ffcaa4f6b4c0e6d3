package org.dharch.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.DHManager;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.FaultReply;
import org.dharch.core.message.Outcome;
import org.dharch.core.settings.HeldBytes;
import org.dharch.core.settings.ThreadContexts;
import org.dharch.core.spi.Gateway;
import org.dharch.core.text.Brief;

/**
 * A servlet container's gateway (seed 000, section 3.1.1). Blocks no thread of the container: a
 * message leaves its thread while it is read or its handlers run, and continues by a dispatch.
 * Thread-safe.
 */
final class ServletGateway implements Gateway<FilterExchange> {
  private static final Set<Direction> RESPONSES = EnumSet.of(Direction.OUT, Direction.OUT_FAULT);

  private final DHManager manager;
  private final FilterSettings settings;
  private final String filter;

  /** The request attribute of the exchange, unique to this filter. */
  private final String attribute = "org.dharch.servlet.exchange." + UUID.randomUUID();

  private final RequestTriage triage;
  private final ServletIntake intake;
  private final HeldBytes held;
  private final Timeouts timeouts;

  /** Limits the messages being received to the bound of IMQueue. */
  private final Semaphore reading;

  /** The request attribute with the path of a delivery. */
  private final String delivered = attribute + ".delivered";

  private final Optional<Deliveries> deliveries;

  private final ThreadContexts contexts;

  ServletGateway(
      DHManager manager,
      FilterSettings settings,
      String filter,
      Optional<Deliveries> deliveries,
      ClassLoader application) {
    this.manager = manager;
    this.contexts = new ThreadContexts(application);
    this.deliveries = deliveries;
    this.settings = settings;
    this.filter = filter;
    this.triage = new RequestTriage(manager, settings);
    this.intake = new ServletIntake(this, manager, settings);
    this.reading = new Semaphore(flow().queueBound());
    this.held =
        settings
            .heldBytes()
            .map(bytes -> HeldBytes.of(bytes, limits().maxPayloadBytes()))
            .orElseGet(() -> HeldBytes.byDefault(limits().maxPayloadBytes()));
    this.timeouts = new Timeouts("dharch-read-timeouts");
  }

  /** Stops the read timeouts; the container's own still apply. */
  void close() {
    timeouts.close();
  }

  Limits limits() {
    return manager.config().limits();
  }

  private FlowControl flow() {
    return manager.config().flow();
  }

  Optional<FilterExchange> exchange(ServletRequest request) {
    return Optional.ofNullable((FilterExchange) request.getAttribute(attribute));
  }

  void begin(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request.getAttribute(delivered) != null) {
      checkDelivered(request);
      chain.doFilter(request, response);
      return;
    }
    if (deliveries.isPresent() && Deliveries.isOne(request)) {
      deliver(deliveries.get(), request, response, chain);
      return;
    }
    RequestTriage.Decision decision = triage.decide(request);
    if (decision instanceof RequestTriage.Decision.Bypass) {
      chain.doFilter(request, response);
    } else if (decision instanceof RequestTriage.Decision.BypassHead) {
      chain.doFilter(new BodilessRequest(request), response);
    } else if (request.getDispatcherType() == DispatcherType.INCLUDE) {
      throw new ServletException(
          "a service with handlers cannot be included, because its request leaves its thread; use"
              + " a forward");
    } else if (decision instanceof RequestTriage.Decision.Read read) {
      read(new FilterExchange(this, read), request, response);
    } else if (decision instanceof RequestTriage.Decision.Refuse refuse) {
      refuse(new FilterExchange(this, refuse.soap12()), refuse.answer(), request, response);
    }
  }

  /** No client waits for the response. */
  private void deliver(
      Deliveries from, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (from.arrive(request, triage, delivered)) {
      chain.doFilter(request, response);
      return;
    }
    String reason =
        "header "
            + Deliveries.HEADER
            + " is for this container's own requests, each for its own service";
    refuse(new FilterExchange(this, false), FaultResponse.sender(403, reason), request, response);
  }

  /**
   * @throws ServletException if a delivery was forwarded to a path with handlers
   */
  private void checkDelivered(HttpServletRequest request) throws ServletException {
    boolean isBack =
        request.getDispatcherType() == DispatcherType.ASYNC
            && ServicePath.path(request).equals(request.getAttribute(delivered));
    if (!isBack && triage.concerns(request)) {
      throw new ServletException(
          "a message delivered to its service was forwarded to "
              + Brief.of(ServicePath.path(request))
              + ", which has handlers; it was rejected because it would bypass them");
    }
  }

  /**
   * Checks a request of {@code exchange} that reaches the filter by another dispatch than the
   * expected one: a filter in front calls the chain twice, or a servlet or service forwards it.
   *
   * @return the request to pass to the service, because no rule applies at its path
   * @throws ServletException if a rule may apply
   */
  HttpServletRequest handedOn(FilterExchange exchange, HttpServletRequest request)
      throws ServletException {
    if (exchange.atService() && !triage.concerns(request)) {
      return request; // it has its slot already
    }
    RequestTriage.Decision decision = triage.decide(request);
    if (decision instanceof RequestTriage.Decision.Bypass) {
      return request;
    } else if (decision instanceof RequestTriage.Decision.BypassHead) {
      return new BodilessRequest(request);
    }
    throw new ServletException(
        "a request for service '"
            + Brief.of(exchange.prefilter().service())
            + "' reached filter '"
            + filter
            + "' a second time, at "
            + Brief.of(ServicePath.path(request))
            + " ("
            + request.getDispatcherType()
            + "); it was rejected because its handlers and its service run once: filters in front"
            + " may call the chain once, and later forwards must go to paths without handlers");
  }

  /**
   * @throws ServletException if the dispatched request would bypass handlers at its path
   */
  void checkSameHandlers(FilterExchange exchange, HttpServletRequest request)
      throws ServletException {
    if (triage.missesHandlers(exchange.prefilter(), request)) {
      throw new ServletException(
          "a request for service '"
              + Brief.of(exchange.prefilter().service())
              + "' was dispatched to "
              + Brief.of(request.getServletPath() + " " + request.getPathInfo())
              + ", which has other handlers; it was rejected because it would bypass them");
    }
  }

  private void read(
      FilterExchange exchange, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    if (!request.isAsyncSupported()) {
      throw new ServletException(
          "filter '"
              + filter
              + "' and every filter and servlet before it must be declared with"
              + " async-supported=true");
    }
    if (request.isAsyncStarted()) {
      throw new ServletException(
          "a filter before '"
              + filter
              + "' has called startAsync for this request without a dispatch; the filter has to"
              + " suspend the request itself, so it rejected it");
    }
    if (!reading.tryAcquire()) {
      String reason =
          "all slots are taken: " + flow().queueBound() + " messages are being received";
      FaultResponse busy = FaultResponse.busy(reason, flow().retryAfter());
      refuse(exchange, busy, request, response);
      return;
    }
    if (!held.hasCapacityFor(Math.max(0, request.getContentLengthLong()))) {
      reading.release();
      refuse(exchange, noCapacity(), request, response);
      return;
    }
    try {
      suspend(exchange, Direction.IN, request, response, reading::release);
    } catch (RuntimeException e) {
      reading.release();
      throw e;
    }
    begin(exchange, request, Optional.empty());
  }

  /**
   * Rejects a request without reading it. Drops the body first, because otherwise the client may
   * lose the response (RFC 9112, section 9.6), and asynchronously, because it would block a thread.
   */
  private void refuse(
      FilterExchange exchange,
      FaultResponse answer,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    if (Requests.mayBeDropped(request)) {
      suspend(exchange, Direction.IN, request, response, () -> {}); // it has no slot
      begin(exchange, request, Optional.of(answer));
      return;
    }
    if (Requests.declaresBody(request)) {
      Requests.endConnection(request, response);
    }
    answer.write(response, exchange.soap12());
  }

  /** Starts reading or dropping the body of a suspended request. */
  private void begin(
      FilterExchange exchange, HttpServletRequest request, Optional<FaultResponse> refused)
      throws IOException {
    request.setAttribute(attribute, exchange); // only after the suspension
    Duration arrival = settings.timeToRead();
    exchange.readWithin(arrival, refused.orElse(FaultResponse.late(arrival)), timeouts);
    new BodyReader(request, limits().maxPayloadBytes(), exchange, refused).begin();
  }

  ThreadContexts.Captured capture() {
    return contexts.capture();
  }

  HeldBytes.Reservation reservation() {
    return held.reservation();
  }

  /** The response to a message that exceeds the limit of held bytes. */
  FaultResponse noCapacity() {
    return FaultResponse.busy(held.noCapacity(), flow().retryAfter());
  }

  /**
   * Suspends the request; the dispatched request is a new wrapper.
   *
   * @param doneReading runs once at the end of the reading
   */
  private void suspend(
      FilterExchange exchange,
      Direction flow,
      HttpServletRequest request,
      HttpServletResponse response,
      Runnable doneReading) {
    NotDispatched marked = new NotDispatched(request, filter);
    AsyncContext async = request.startAsync(marked, response);
    Duration limit =
        exchange
            .prefilter()
            .deadline(manager.orchestrations(), flow, manager.config().deadline())
            .plus(settings.grace());
    Duration most = flow == Direction.IN ? limit.plus(settings.timeToRead()) : limit;
    exchange.suspend(flow, async, marked, most, doneReading);
  }

  /** Submits the received body of {@code exchange}'s request. */
  void received(FilterExchange exchange, byte[] bytes) {
    intake.request(exchange, bytes).ifPresent(exchange::settle);
  }

  /** Suspends {@code exchange} and submits its response. */
  void respond(
      FilterExchange exchange,
      Direction flow,
      HttpServletRequest request,
      HttpServletResponse response) {
    suspend(exchange, flow, request, response, () -> {});
    intake.envelope(exchange, request).ifPresent(exchange::settle);
  }

  /** Returns true if the response may have handlers and is held. */
  boolean mayRespondThroughHandlers(FilterExchange exchange) {
    return exchange.prefilter().any(manager.orchestrations(), RESPONSES);
  }

  boolean mayHaveHandlers(FilterExchange exchange, Direction flow) {
    return exchange.prefilter().any(manager.orchestrations(), EnumSet.of(flow));
  }

  /**
   * The response to a failed message.
   *
   * @param sent the headers of the response before the handlers, as properties
   */
  FaultResponse failed(Outcome.Failed outcome, Map<String, String> sent) {
    Fault fault = outcome.fault();
    if (fault.thrown().isPresent()) {
      return FaultResponse.thrown(
          settings.hideFaultDetail() ? outcome.withoutDetail() : outcome, sent);
    }
    Duration after = flow().retryAfter();
    return outcome.passes()
        ? FaultResponse.passing(FaultReply.passing(fault, after, outcome.id()), after)
        : FaultResponse.failed(fault, Optional.of(outcome.id()));
  }

  FaultResponse refused(Fault fault) {
    return fault.code().passes()
        ? FaultResponse.passing(FaultReply.failed(fault), flow().retryAfter())
        : FaultResponse.failed(fault, Optional.empty());
  }

  @Override
  public boolean handsOver() {
    return true;
  }

  /** Reports the handover of a message to its service or client; returns the final outcome. */
  Outcome handOver(Outcome.Completed outcome) {
    return manager.handOver(outcome);
  }

  void notHandedOver(Outcome.Completed outcome, String why) {
    if (manager.awaitsHandOver(outcome.id())) {
      manager.undelivered(outcome, why);
    }
  }

  void cancel(MessageId id) {
    manager.cancel(id);
  }

  /** Frees the slot of a request whose service is not called. */
  void answered(MessageId request) {
    manager.answered(request);
  }

  /** Frees the slot of an exchange that has ended. */
  void ended(FilterExchange exchange) {
    exchange.requestId().ifPresent(manager::answered);
  }

  @Override
  public void completed(FilterExchange exchange, Outcome.Completed outcome) {
    exchange.completed(outcome);
  }

  @Override
  public void failed(FilterExchange exchange, Outcome.Failed outcome) {
    exchange.failed(outcome);
  }

  @Override
  public void responded(FilterExchange exchange, Outcome.Responded outcome) {
    exchange.responded(outcome);
  }
}
