package org.dharch.servlet;

import jakarta.servlet.AsyncContext;
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
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
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

  /** No more messages may be on their way into memory than may wait in IMQueue. */
  private final Semaphore reading;

  ServletGateway(DHManager manager, FilterSettings settings, String filter) {
    this.manager = manager;
    this.settings = settings;
    this.filter = filter;
    this.triage = new RequestTriage(manager, settings);
    this.intake = new ServletIntake(this, manager, settings);
    this.reading = new Semaphore(flow().queueBound());
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

  /** A request has come to the filter for the first time. */
  void begin(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    RequestTriage.Decision decision = triage.decide(request);
    if (decision instanceof RequestTriage.Decision.Read read) {
      read(new FilterExchange(this, read), request, response);
    } else if (decision instanceof RequestTriage.Decision.Refuse refuse) {
      refuse.answer().write(response, refuse.soap12());
    } else {
      chain.doFilter(request, response);
    }
  }

  private void read(
      FilterExchange exchange, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    if (!request.isAsyncSupported()) {
      throw new ServletException(
          "filter '"
              + filter
              + "' and every filter before it must be declared with async-supported=true");
    }
    if (!reading.tryAcquire()) {
      String reason = "every place is taken: " + flow().queueBound() + " messages arrive";
      FaultResponse.busy(reason, flow().retryAfter(), Optional.empty())
          .write(response, exchange.soap12());
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
    request
        .getInputStream()
        .setReadListener(
            new BodyReader(
                request.getInputStream(),
                request.getContentLengthLong(),
                limits().maxPayloadBytes(),
                suspended));
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
}
