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
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.DHManager;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.message.Brief;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.FaultReply;
import org.dharch.core.message.Outcome;
import org.dharch.core.settings.HeldBytes;
import org.dharch.core.spi.Gateway;

/**
 * A servlet container's gateway (seed 000, section 3.1.1). No thread of the container waits in it:
 * a message that is read or has handlers to perform leaves its thread, and comes back by a dispatch
 * when that is done. Safe for any thread.
 */
final class ServletGateway implements Gateway<SuspendedMessage> {
  private static final Set<Direction> RESPONSES = EnumSet.of(Direction.OUT, Direction.OUT_FAULT);

  private final DHManager manager;
  private final FilterSettings settings;
  private final String filter;

  /** The request's, in which its exchange is; no other filter's, in whatever application. */
  private final String attribute = "org.dharch.servlet.exchange." + UUID.randomUUID();

  private final RequestTriage triage;
  private final ServletIntake intake;
  private final HeldBytes held;
  private final Timeouts timeouts;

  /** No more messages may be on their way into memory than may wait in IMQueue. */
  private final Semaphore reading;

  /** The request's path where it was let through, if it is one of {@link Deliveries}. */
  private final String delivered = attribute + ".delivered";

  private final Optional<Deliveries> deliveries;

  ServletGateway(
      DHManager manager, FilterSettings settings, String filter, Optional<Deliveries> deliveries) {
    this.manager = manager;
    this.deliveries = deliveries;
    this.settings = settings;
    this.filter = filter;
    this.triage = new RequestTriage(manager, settings);
    this.intake = new ServletIntake(this, manager, settings);
    this.reading = new Semaphore(flow().queueBound());
    this.held = HeldBytes.of(settings.heldBytes(), limits().maxPayloadBytes());
    this.timeouts = new Timeouts("dharch-read-timeouts");
  }

  /** What still arrives is not waited for by this any more, only by the container. */
  void close() {
    timeouts.close();
  }

  Limits limits() {
    return manager.config().limits();
  }

  private FlowControl flow() {
    return manager.config().flow();
  }

  /** The exchange that this has begun for {@code request}. */
  Optional<FilterExchange> exchange(ServletRequest request) {
    return Optional.ofNullable((FilterExchange) request.getAttribute(attribute));
  }

  /** A request has come to the filter for the first time, by whatever dispatch. */
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
          "a service that has handlers cannot be included: its request would have to leave its"
              + " thread, and its includer with it; a forward is allowed");
    } else if (decision instanceof RequestTriage.Decision.Read read) {
      read(new FilterExchange(this, read), request, response);
    } else if (decision instanceof RequestTriage.Decision.Refuse refuse) {
      refuse(new FilterExchange(this, refuse.soap12()), refuse.answer(), request, response);
    }
  }

  /** Passes a completed message to its service; no client waits for the response. */
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
   * A delivered request comes to the filter again.
   *
   * @throws ServletException if its service hands it on to where handlers are, which it has not had
   */
  private void checkDelivered(HttpServletRequest request) throws ServletException {
    boolean isBack =
        request.getDispatcherType() == DispatcherType.ASYNC
            && ServicePath.path(request).equals(request.getAttribute(delivered));
    if (!isBack && triage.concerns(request)) {
      throw new ServletException(
          "a message that was delivered to its service was handed on to "
              + Brief.of(ServicePath.path(request))
              + ", which has handlers; it was not let through without them");
    }
  }

  /**
   * A request of {@code exchange} has come to the filter again, and not by the dispatch that is
   * awaited: what stands before the filter hands it on twice, or a servlet, or a service, hands it
   * on to another path.
   *
   * @return what goes on, for no rule can be for it where it is now
   * @throws ServletException if one may be
   */
  HttpServletRequest handedOn(FilterExchange exchange, HttpServletRequest request)
      throws ServletException {
    if (exchange.atService() && !triage.concerns(request)) {
      return request; // and whatever turn it has to wait for is its
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
            + "' came to filter '"
            + filter
            + "' a second time, at "
            + Brief.of(ServicePath.path(request))
            + " ("
            + request.getDispatcherType()
            + "); it has its handlers once and goes to its service once, so it was not let through:"
            + " what stands before the filter may hand it on once, and what has it may hand it on"
            + " to where no handlers are");
  }

  /**
   * Checks that a request may go on, in its exchange, to where it is now.
   *
   * @throws ServletException if there are handlers that it would miss
   */
  void checkSameHandlers(FilterExchange exchange, HttpServletRequest request)
      throws ServletException {
    if (triage.missesHandlers(exchange.prefilter(), request)) {
      throw new ServletException(
          "a request for service '"
              + Brief.of(exchange.prefilter().service())
              + "' was dispatched to "
              + Brief.of(request.getServletPath() + " " + request.getPathInfo())
              + ", which has other handlers; it was not let through without them");
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
          "what stands before filter '"
              + filter
              + "' has called startAsync for this request and not dispatched it again; the filter"
              + " has to leave the thread itself, so it did not let the request through");
    }
    if (!reading.tryAcquire()) {
      String reason = "every place is taken: " + flow().queueBound() + " messages arrive";
      FaultResponse busy = FaultResponse.busy(reason, flow().retryAfter(), Optional.empty());
      refuse(exchange, busy, request, response);
      return;
    }
    if (!held.hasCapacityFor(Math.max(0, request.getContentLengthLong()))) {
      reading.release();
      refuse(exchange, noCapacity(), request, response);
      return;
    }
    SuspendedMessage suspended;
    try {
      suspended = suspend(exchange, Direction.IN, request, response, reading::release);
    } catch (RuntimeException e) {
      reading.release();
      throw e;
    }
    begin(suspended, request, Optional.empty());
  }

  /**
   * Answers a request that is not read. What its client still sends is dropped first, for else the
   * client may lose the answer with its connection (RFC 9112, section 9.6), and without a thread,
   * for else the container would use one.
   */
  private void refuse(
      FilterExchange exchange,
      FaultResponse answer,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    if (Requests.mayBeDropped(request)) {
      SuspendedMessage suspended =
          suspend(exchange, Direction.IN, request, response, () -> {}); // it has no place
      begin(suspended, request, Optional.of(answer));
      return;
    }
    if (Requests.saysItHasABody(request)) {
      Requests.endConnection(request, response);
    }
    answer.write(response, exchange.soap12());
  }

  /** The body of a request that has left its thread begins to be read, or dropped. */
  private void begin(
      SuspendedMessage suspended, HttpServletRequest request, Optional<FaultResponse> refused)
      throws IOException {
    request.setAttribute(attribute, suspended.exchange()); // not before
    Duration arrival = settings.timeToRead();
    suspended.readWithin(arrival, refused.orElse(FaultResponse.late(arrival)), timeouts);
    new BodyReader(request, limits().maxPayloadBytes(), suspended, refused).begin();
  }

  /** Nothing of an exchange that begins. */
  HeldBytes.Reservation reservation() {
    return held.reservation();
  }

  /** The answer to a message for which there is no room in memory. */
  FaultResponse noCapacity() {
    return FaultResponse.busy(held.noCapacity(), flow().retryAfter(), Optional.empty());
  }

  /**
   * Leaves the container's thread; what comes back is a request that nobody had before.
   *
   * @param doneReading run once when a request is not being read any more
   */
  private SuspendedMessage suspend(
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
    return new SuspendedMessage(
        this,
        exchange,
        flow,
        async,
        marked,
        doneReading,
        flow == Direction.IN ? limit.plus(settings.timeToRead()) : limit);
  }

  /** The body of {@code suspended}'s request is here. */
  void received(SuspendedMessage suspended, byte[] bytes) {
    intake.request(suspended, bytes).ifPresent(suspended::settle);
  }

  /** The response that {@code exchange} has in its body leaves its thread. */
  void respond(
      FilterExchange exchange,
      Direction flow,
      HttpServletRequest request,
      HttpServletResponse response) {
    SuspendedMessage suspended = suspend(exchange, flow, request, response, () -> {});
    intake.envelope(suspended, request).ifPresent(suspended::settle);
  }

  /** Whether the response has to be kept back, for it may have handlers. */
  boolean mayRespondThroughHandlers(FilterExchange exchange) {
    return exchange.prefilter().any(manager.orchestrations(), RESPONSES);
  }

  boolean mayHaveHandlers(FilterExchange exchange, Direction flow) {
    return exchange.prefilter().any(manager.orchestrations(), EnumSet.of(flow));
  }

  /** A message was halted. */
  FaultResponse failed(Outcome.Failed outcome) {
    Fault fault = outcome.fault();
    Duration after = flow().retryAfter();
    return outcome.passes()
        ? FaultResponse.passing(FaultReply.passing(fault, after, outcome.id()), after)
        : FaultResponse.failed(fault, Optional.of(outcome.id()));
  }

  /** A message was not taken in. */
  FaultResponse refused(Fault fault) {
    return fault.code().passes()
        ? FaultResponse.passing(FaultReply.failed(fault, Optional.empty()), flow().retryAfter())
        : FaultResponse.failed(fault, Optional.empty());
  }

  @Override
  public boolean handsOver() {
    return true;
  }

  /** A message goes to its service, or its client, next, if this returns it. */
  Outcome handOver(Outcome.Completed outcome) {
    return manager.handOver(outcome);
  }

  /** It will not, if it has not. */
  void notHandedOver(Outcome.Completed outcome, String why) {
    if (manager.awaitsHandOver(outcome.id())) {
      manager.undelivered(outcome, why);
    }
  }

  void cancel(MessageId id) {
    manager.cancel(id);
  }

  /** A request has no service any more that could answer it. */
  void answered(MessageId request) {
    manager.answered(request);
  }

  /** The response of {@code exchange} is written, or it has failed; called once for each. */
  void ended(FilterExchange exchange) {
    exchange.request().ifPresent(manager::answered);
  }

  @Override
  public void completed(SuspendedMessage suspended, Outcome.Completed outcome) {
    suspended.completed(outcome);
  }

  @Override
  public void failed(SuspendedMessage suspended, Outcome.Failed outcome) {
    suspended.failed(outcome);
  }

  @Override
  public void responded(SuspendedMessage suspended, Outcome.Responded outcome) {
    suspended.answered(outcome);
  }
}
