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
import java.util.concurrent.Semaphore;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.DHManager;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.message.Brief;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
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
  private final RequestTriage triage;
  private final ServletIntake intake;
  private final HeldBytes held;
  private final ReadTimeouts timeouts;

  /** No more messages may be on their way into memory than may wait in IMQueue. */
  private final Semaphore reading;

  ServletGateway(DHManager manager, FilterSettings settings, String filter) {
    this.manager = manager;
    this.settings = settings;
    this.filter = filter;
    this.triage = new RequestTriage(manager, settings);
    this.intake = new ServletIntake(this, manager, settings);
    this.reading = new Semaphore(flow().queueBound());
    this.held = HeldBytes.of(settings.heldBytes(), limits().maxPayloadBytes());
    this.timeouts = new ReadTimeouts();
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
    return FilterExchange.of(request, filter);
  }

  /** A request has come to the filter for the first time, by whatever dispatch. */
  void begin(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    RequestTriage.Decision decision = triage.decide(request);
    if (decision instanceof RequestTriage.Decision.Pass) {
      chain.doFilter(request, response);
    } else if (decision instanceof RequestTriage.Decision.PassHead) {
      chain.doFilter(new BodilessRequest(request), response);
    } else if (request.getDispatcherType() == DispatcherType.INCLUDE) {
      throw new ServletException(
          "a service that has handlers cannot be included: its request would have to leave its"
              + " thread, and its includer with it; a forward is allowed");
    } else if (decision instanceof RequestTriage.Decision.Read read) {
      read(new FilterExchange(this, read), request, response);
    } else if (decision instanceof RequestTriage.Decision.Refuse refuse) {
      refuse.answer().write(response, refuse.soap12());
    }
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
    if (!reading.tryAcquire()) {
      String reason = "every place is taken: " + flow().queueBound() + " messages arrive";
      FaultResponse.busy(reason, flow().retryAfter(), Optional.empty())
          .write(response, exchange.soap12());
      return;
    }
    if (!held.hasRoomFor(Math.max(0, request.getContentLengthLong()))) {
      reading.release();
      noRoom().write(response, exchange.soap12());
      return;
    }
    exchange.begin(request, filter);
    AsyncContext async;
    try {
      async = request.startAsync(new NotDispatched(request, filter), response);
    } catch (RuntimeException e) {
      reading.release();
      throw e;
    }
    SuspendedMessage suspended = suspended(exchange, Direction.IN, async); // gives the place back
    suspended.readWithin(settings.timeToRead(), timeouts);
    BodySource source = BodySource.of(request);
    new BodyReader(source.in(), limits().maxPayloadBytes(), suspended, exchange.held())
        .begin(source);
  }

  /** Nothing of an exchange that begins. */
  HeldBytes.Share share() {
    return held.share();
  }

  /** The answer to a message for which there is no room in memory. */
  FaultResponse noRoom() {
    return FaultResponse.busy(held.noRoom(), flow().retryAfter(), Optional.empty());
  }

  /** A message is not being read any more; said once for each. */
  void doneReading() {
    reading.release();
  }

  private SuspendedMessage suspended(FilterExchange exchange, Direction flow, AsyncContext async) {
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
        flow == Direction.IN ? limit.plus(settings.timeToRead()) : limit);
  }

  /** The body of {@code suspended}'s request is here. */
  void received(SuspendedMessage suspended, byte[] bytes) {
    intake.request(suspended, bytes).ifPresent(suspended::settle);
  }

  /** The response that {@code exchange} has in its body leaves its thread. */
  void respond(
      FilterExchange exchange, Direction flow, AsyncContext async, ServletRequest request) {
    SuspendedMessage suspended = suspended(exchange, flow, async);
    intake.envelope(suspended, request).ifPresent(suspended::settle);
  }

  /** Whether the response has to be kept back, for it may have handlers. */
  boolean mayAnswerThroughHandlers(FilterExchange exchange) {
    return exchange.prefilter().any(manager.orchestrations(), RESPONSES);
  }

  boolean mayHaveHandlers(FilterExchange exchange, Direction flow) {
    return exchange.prefilter().any(manager.orchestrations(), EnumSet.of(flow));
  }

  /** A message was halted. */
  FaultResponse halted(Outcome.Halted outcome) {
    Optional<MessageId> id = Optional.of(outcome.id());
    return outcome.fault().code() == Fault.Code.BUSY
        ? FaultResponse.busy(outcome.fault().reason(), flow().retryAfter(), id)
        : FaultResponse.halted(outcome.fault(), id);
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
  public void halted(SuspendedMessage suspended, Outcome.Halted outcome) {
    suspended.halted(outcome);
  }

  @Override
  public void answered(SuspendedMessage suspended, Outcome.Answered outcome) {
    suspended.answered(outcome);
  }
}
