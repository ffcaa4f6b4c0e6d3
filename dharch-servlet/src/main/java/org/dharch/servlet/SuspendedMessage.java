package org.dharch.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.dharch.api.MessageId;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.text.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A message of an exchange without a thread of the container, while its body is read or its
 * handlers run; the context in CMCQueue. At its end it dispatches the exchange to the container,
 * once. Safe for any thread.
 */
final class SuspendedMessage implements AsyncListener {
  private static final Logger LOG = LoggerFactory.getLogger(SuspendedMessage.class);

  private final ServletGateway gateway;
  private final FilterExchange exchange;
  private final Direction flow;
  private final AsyncContext async;
  private final NotDispatched request;
  private final Runnable doneReading;
  private final Duration limit;
  private Optional<Submission> submission = Optional.empty(); // guarded by this
  private Optional<MessageId> id = Optional.empty(); // guarded by this
  private boolean reading; // guarded by this
  private Runnable onRead = () -> {}; // guarded by this
  private boolean settled; // guarded by this

  SuspendedMessage(
      ServletGateway gateway,
      FilterExchange exchange,
      Direction flow,
      AsyncContext async,
      NotDispatched request,
      Runnable doneReading,
      Duration limit) {
    this.gateway = gateway;
    this.exchange = exchange;
    this.flow = flow;
    this.async = async;
    this.request = request;
    this.doneReading = doneReading;
    this.limit = limit;
    this.reading = flow == Direction.IN;
    async.setTimeout(limit.toMillis());
    async.addListener(this);
  }

  FilterExchange exchange() {
    return exchange;
  }

  HttpServletRequest request() {
    return request;
  }

  Direction flow() {
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

  /** The response to a message that exceeds the limit of held bytes. */
  FaultResponse noCapacity() {
    return gateway.noCapacity();
  }

  /** The submission; empty before {@link #submit}. */
  synchronized Optional<Submission> submission() {
    return submission;
  }

  /** The body of the request has been received. */
  void received(byte[] body) {
    synchronized (this) {
      if (settled) {
        return;
      }
      doneReading();
    }
    gateway.received(this, body);
  }

  /** The body of the request has been dropped. */
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

  /** Stores the submission. */
  synchronized void submit(Submission message) {
    submission = Optional.of(message);
  }

  /** The manager has accepted the message, which may have ended meanwhile. */
  void accepted(MessageId value) {
    storeId(value);
    boolean late;
    synchronized (this) {
      id = Optional.of(value);
      late = settled;
    }
    if (late) {
      gateway.cancel(value); // ignored if it has ended
    }
  }

  /** Stores the id of a request. */
  private void storeId(MessageId value) {
    if (flow == Direction.IN) {
      exchange.request(value);
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
        exchange.unread();
      }
      doneReading();
      try {
        exchange.dispatch().by(request, next, async::dispatch);
      } catch (IllegalStateException | RejectedExecutionException e) {
        LOG.debug("the container has ended the request, or is stopping", e);
        exchange.ended();
      } catch (RuntimeException e) {
        LOG.warn("the container rejected the dispatch of a request: {}", Reason.of(e));
        FaultResponse answer =
            next instanceof NextAction.Reply reply ? reply.answer() : FaultResponse.stopping();
        answer.tryToWrite(async, request, exchange.soap12());
        complete(false);
        exchange.ended();
      }
    }
    return true;
  }

  /** Whether it has ended. */
  synchronized boolean isSettled() {
    return settled;
  }

  void completed(Outcome.Completed outcome) {
    storeId(outcome.id());
    exchange.leave(outcome.properties());
    exchange.completed(outcome);
    if (!settle(new NextAction.Go(this, Optional.of(outcome)))) {
      gateway.notHandedOver(outcome, "it completed after its request had ended");
      gateway.answered(outcome.id()); // its service is not called
    }
  }

  void failed(Outcome.Failed outcome) {
    storeId(outcome.id());
    settle(reply(gateway.failed(outcome)));
  }

  void answered(Outcome.Responded outcome) {
    storeId(outcome.id());
    exchange.leave(outcome.properties());
    if (!settle(new NextAction.Answer(this, outcome))) {
      gateway.answered(outcome.id()); // no receiver is left
    }
  }

  /** The action that responds to this message with a fault. */
  NextAction reply(FaultResponse answer) {
    return new NextAction.Reply(flow == Direction.IN ? answer : answer.ofResponse());
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
    exchange.ended();
    return true;
  }

  /**
   * Handles a body that ended early. The client may still receive the response, if it has closed
   * only its own side or has stalled. Without a response the container would send 200.
   *
   * @param refused the answer, if it was not to be read but dropped
   */
  void unreadable(Throwable failure, Optional<FaultResponse> refused) {
    if (lost("the request could not be read: " + failure)) {
      FaultResponse answer = refused.orElseGet(() -> FaultResponse.incomplete(failure));
      answer.tryToWrite(async, request, exchange.soap12());
      complete(false);
    }
  }

  private void withdraw() {
    Optional<MessageId> accepted;
    synchronized (this) {
      accepted = id;
    }
    accepted.ifPresent(gateway::cancel);
  }

  /** Completes the request if the container has not. */
  private void complete(boolean failed) {
    try {
      if (failed) { // in case the client still receives it
        ((HttpServletResponse) async.getResponse()).setStatus(500);
      }
      async.complete();
    } catch (IllegalStateException e) {
      LOG.debug("the container has already ended the request: {}", e.getMessage());
    }
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    boolean read = submission().isPresent();
    NextAction next =
        read
            ? reply(
                FaultResponse.failed(
                    new Fault(
                        Fault.Code.DEADLINE,
                        "",
                        "no outcome within the deadline and the grace period, "
                            + limit.toMillis()
                            + " ms"),
                    acceptedAs()))
            : reply(FaultResponse.late(limit));
    if (settle(next)) {
      withdraw();
    }
  }

  private synchronized Optional<MessageId> acceptedAs() {
    return id;
  }

  /**
   * Ends the request on the notifying thread, because Tomcat may reuse the request of an HTTP/2
   * stream afterwards.
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
    exchange.ended();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {}
}
