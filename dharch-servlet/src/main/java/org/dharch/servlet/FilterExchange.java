package org.dharch.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Direction;
import org.dharch.core.message.ExchangeProperties;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.orchestration.rule.RulePrefilter;
import org.dharch.core.settings.HeldBytes;
import org.dharch.core.settings.ThreadContexts;
import org.dharch.core.text.RateLimitedLog;
import org.dharch.core.text.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its response; the context in CMCQueue. The container's threads process it one
 * after another, each with a {@link NextAction}. Suspended without a thread while its request is
 * read and while handlers run, then dispatched once to the container. The callbacks of the manager,
 * the reader and the timer may run at any time.
 */
final class FilterExchange implements AsyncListener {
  private static final Logger LOG = LoggerFactory.getLogger(FilterExchange.class);
  private static final RateLimitedLog UNREADABLE = new RateLimitedLog();

  final ServletGateway gateway;
  private final RequestTriage.Decision.Read head;
  private final HeldBytes.Reservation held;

  /** The state of the thread that brought the request. */
  private final ThreadContexts.Captured thread;

  private final AtomicBoolean ended = new AtomicBoolean();
  private final AwaitedDispatch dispatch = new AwaitedDispatch();
  volatile boolean unread;
  private volatile boolean soap12;
  private volatile String action;
  private volatile String operation = "";
  volatile Optional<SoapBody> body = Optional.empty();
  private volatile Optional<MessageId> requestId = Optional.empty();
  private volatile MessageProperties left = MessageProperties.empty();
  volatile Map<String, String> sending = Map.of();

  private volatile Optional<Outcome.Completed> completed = Optional.empty();

  private volatile Optional<ServiceAsync> finished = Optional.empty();

  // the message without a thread, guarded by this
  private Direction flow = Direction.IN;
  private AsyncContext async;
  private NotDispatched suspended;
  private Duration limit;
  private Runnable doneReading;
  private Optional<Submission> submission = Optional.empty();
  private Optional<MessageId> id = Optional.empty();
  private boolean reading;
  private Runnable onRead = () -> {};
  private boolean settled;

  // the request at its service, for the container's current thread

  String path = "";

  HttpServletRequest outerRequest;
  HttpServletResponse outerResponse;
  volatile ServiceRequest serviceRequest; // set before the service is invoked
  Optional<ServiceResponse> kept = Optional.empty();

  FilterExchange(ServletGateway gateway, RequestTriage.Decision.Read request) {
    this.gateway = gateway;
    this.head = request;
    this.action = request.action();
    this.soap12 = request.type().soap12();
    this.held = gateway.reservation();
    this.thread = gateway.capture();
  }

  /** Creates an exchange whose request is rejected without reading its body. */
  FilterExchange(ServletGateway gateway, boolean soap12) {
    this(gateway, RequestTriage.Decision.Read.NONE);
    this.soap12 = soap12;
  }

  MediaType type() {
    return head.type();
  }

  RulePrefilter prefilter() {
    return head.prefilter();
  }

  String action() {
    return action;
  }

  String operation() {
    return operation;
  }

  boolean soap12() {
    return soap12;
  }

  SoapBody body() {
    return body.orElseThrow();
  }

  /** Calls the service with what the request's first thread had. */
  void serve(FilterChain chain, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    try {
      thread.call(
          () -> {
            chain.doFilter(request, response);
            return null;
          });
    } catch (IOException | ServletException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new ServletException(e);
    }
  }

  HeldBytes.Reservation held() {
    return held;
  }

  /**
   * Stores the received request. Thread-safe.
   *
   * @throws NotReadableException if the request is ambiguous for the service
   */
  void read(SoapBody value, Envelopes.Outline outline) throws NotReadableException {
    Set<String> actions = new LinkedHashSet<>(value.actions());
    actions.add(action);
    action = Requests.one(actions);
    value.type().written(action);
    body = Optional.of(value);
    soap12 = outline.soap12();
    operation = outline.content().map(name -> name.getLocalPart()).orElse("");
  }

  /**
   * Leaves the container's thread with a message; the dispatched request is {@code marked}.
   *
   * @param done runs once at the end of the reading
   */
  synchronized void suspend(
      Direction way, AsyncContext context, NotDispatched marked, Duration most, Runnable done) {
    flow = way;
    async = context;
    suspended = marked;
    limit = most;
    doneReading = done;
    submission = Optional.empty();
    id = Optional.empty();
    reading = way == Direction.IN;
    settled = false;
    async.setTimeout(most.toMillis());
    async.addListener(this);
  }

  /** Thread-safe. */
  synchronized HttpServletRequest suspended() {
    return suspended;
  }

  /** The flow of its current message. Thread-safe. */
  synchronized Direction flow() {
    return flow;
  }

  /** Responds with {@code otherwise} if the body is not received within {@code arrival}. */
  synchronized void readWithin(Duration arrival, FaultResponse otherwise, Timeouts timeouts) {
    onRead = timeouts.after(arrival, () -> late(otherwise));
  }

  private void late(FaultResponse answer) {
    synchronized (this) {
      if (!reading) {
        return;
      }
    }
    settle(reply(answer));
  }

  void received(byte[] body) {
    synchronized (this) {
      if (settled) {
        return;
      }
      doneReading();
    }
    gateway.received(this, body);
  }

  void dropped(FaultResponse answer) {
    doneReading();
    settle(reply(answer));
  }

  private synchronized void doneReading() {
    if (reading) {
      reading = false;
      onRead.run();
      doneReading.run();
    }
  }

  /** The submission of its current message. Thread-safe. */
  synchronized Optional<Submission> submission() {
    return submission;
  }

  synchronized void submit(Submission message) {
    submission = Optional.of(message);
  }

  /**
   * Called when the manager has accepted the message of this flow, which may have ended meanwhile.
   */
  void accepted(Direction way, MessageId value) {
    boolean late;
    synchronized (this) {
      if (way == Direction.IN) {
        requestId = Optional.of(value);
      }
      late = settled || way != flow; // otherwise its response may have been suspended meanwhile
      id = late ? id : Optional.of(value);
    }
    if (late) {
      gateway.cancel(value); // ignored if it has ended
    }
  }

  private synchronized void storeId(MessageId value) {
    if (flow == Direction.IN) {
      requestId = Optional.of(value);
    }
  }

  /**
   * Dispatches the exchange to the container with {@code next}.
   *
   * @return false if it was settled before
   */
  boolean settle(NextAction next) {
    synchronized (this) { // dispatches inside the lock, so that later calls see it
      if (settled) {
        return false;
      }
      settled = true;
      if (reading) {
        unread = true;
      }
      doneReading();
      try {
        dispatch.by(suspended, next, async::dispatch);
      } catch (IllegalStateException | RejectedExecutionException e) {
        LOG.debug("Container has ended the request, or is stopping", e);
        ended();
      } catch (RuntimeException e) {
        LOG.warn("Container rejected the dispatch of a request reason={}", Reason.of(e));
        next.withoutDispatch().tryToWrite(async, suspended, soap12);
        complete(false);
        ended();
      }
    }
    return true;
  }

  synchronized boolean isSettled() {
    return settled;
  }

  /** Called when the handlers of its message have completed. Thread-safe. */
  void completed(Outcome.Completed outcome) {
    storeId(outcome.id());
    left = ExchangeProperties.of(outcome.properties());
    completed = Optional.of(outcome);
    if (!settle(NextAction.proceed(flow(), Optional.of(outcome)))) {
      gateway.notHandedOver(outcome, "it completed after its request had ended");
      gateway.answered(outcome.id()); // its service is not called
    }
  }

  void failed(Outcome.Failed outcome) {
    storeId(outcome.id());
    settle(reply(gateway.failed(outcome, sending)));
  }

  void responded(Outcome.Responded outcome) {
    storeId(outcome.id());
    left = ExchangeProperties.of(outcome.properties());
    if (!settle(new NextAction.Answer(outcome))) {
      gateway.answered(outcome.id()); // no receiver is left
    }
  }

  /** The action that responds to this message with a fault. */
  NextAction reply(FaultResponse answer) {
    return new NextAction.Reply(flow() == Direction.IN ? answer : answer.ofResponse());
  }

  /**
   * Ends the message without a dispatch, because the request is lost.
   *
   * @return false if it was settled before
   */
  boolean lost(String reason) {
    synchronized (this) {
      if (settled) {
        return false;
      }
      settled = true;
      doneReading();
    }
    LOG.debug("{}", reason);
    withdraw();
    ended();
    return true;
  }

  /**
   * Responds to a body that ended early, because the client may still receive the response, and the
   * container would send 200.
   *
   * @param refused the answer, if the body was to be dropped
   */
  void unreadable(Throwable failure, Optional<FaultResponse> refused) {
    if (flow() == Direction.IN && lost("the request could not be read: " + failure)) {
      UNREADABLE.count(
          count ->
              LOG.warn(
                  "Failed to read requests count={} path={} reason={}",
                  count,
                  suspended.getRequestURI(),
                  failure.toString()));
      FaultResponse answer = refused.orElseGet(() -> FaultResponse.incomplete(failure));
      answer.tryToWrite(async, suspended, soap12);
      complete(false);
    }
  }

  private void withdraw() {
    acceptedAs().ifPresent(gateway::cancel);
  }

  private void complete(boolean failed) {
    try {
      if (failed) { // in case the client still receives it
        ((HttpServletResponse) async.getResponse()).setStatus(500);
      }
      async.complete();
    } catch (IllegalStateException e) {
      LOG.debug("Container has already ended the request: {}", e.getMessage());
    }
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    boolean read = submission().isPresent();
    String reason =
        "no outcome within the deadline and the grace period, " + limit.toMillis() + " ms";
    FaultResponse answer =
        read
            ? FaultResponse.failed(new Fault(Fault.Code.DEADLINE, "", reason), acceptedAs())
            : FaultResponse.late(limit);
    if (settle(reply(answer))) {
      withdraw();
    }
  }

  private synchronized Optional<MessageId> acceptedAs() {
    return id;
  }

  /**
   * Runs on the notifying thread, because Tomcat may reuse the request of an HTTP/2 stream
   * afterwards.
   */
  @Override
  public void onError(AsyncEvent event) {
    if (lost("the client has disconnected: " + event.getThrowable())) {
      complete(true);
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    lost("the container has ended the request");
    ended();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {}

  /** The next action. Thread-safe. */
  AwaitedDispatch dispatch() {
    return dispatch;
  }

  /** The response to a message that exceeds the limit of held bytes. */
  FaultResponse noCapacity() {
    return gateway.noCapacity();
  }

  /**
   * Returns true while the service is processing the message, whose dispatches need no handlers.
   */
  boolean atService() {
    return serviceRequest != null && !ended.get();
  }

  /** Records the end of the service's asynchronous processing. Thread-safe. */
  void finish(ServiceAsync async) {
    finished = Optional.of(async);
  }

  /** The id of the accepted request. Thread-safe. */
  Optional<MessageId> requestId() {
    return requestId;
  }

  /** The headers of the response as properties. Thread-safe. */
  Map<String, String> sending() {
    return sending;
  }

  /** The exchange properties set by handlers. Thread-safe. */
  MessageProperties left() {
    return left;
  }

  /**
   * Ends the exchange after the response was written or the request has failed. Effective once.
   * Thread-safe.
   */
  void ended() {
    if (ended.compareAndSet(false, true)) {
      held.end();
      finished.ifPresent(ServiceAsync::ended);
      completed.ifPresent(
          outcome ->
              gateway.notHandedOver(outcome, "its request ended before its service was called"));
      gateway.ended(this);
    }
  }

  /** Continues with the expected dispatch of the request. */
  void resume(
      NextAction action, HttpServletRequest given, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean done = false;
    try {
      if (!action.isAtService() && response.isCommitted()) {
        throw new ServletException(
            "a filter before DHArch's has sent a response while handlers performed, so the message"
                + " is not handed on; a filter that processes responses must check"
                + " isAsyncStarted() when its chain returns, and be mapped for ASYNC");
      }
      action.run(this, given, response, chain);
      done = true;
    } finally {
      if (!done) {
        ended();
      }
    }
  }
}
